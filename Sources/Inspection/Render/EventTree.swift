import Reporting
import WireFormat

/// The tree of a unit's fields, and how it is to be shown.
struct EventTree {
    /// Bytes of a unit from which on its tree is not made as a whole.
    static let largeUnit = 1 << 15

    /// Writes what is shown for a number or word in place of itself, in words of the program's own; `false` where that is
    /// all, with nothing written.
    ///
    /// The field is the node's own name, or that of the field whose only value it is.
    typealias Meaning =
        @Sendable (_ field: String, _ node: FieldTree.Node, _ words: inout ByteWriter) -> Bool

    /// The fields, to the last byte.
    var fields: FieldTree
    /// Whether their ranges are offsets in the unit as on the wire, and not in the decoded bytes.
    var isOfWire = false
    /// Fields that are hidden whatever they are called.
    var hidden = HiddenFields()
    /// What fields are called beside their names in the bytes, by their places among the nodes.
    var titles: [Int: String] = [:]
    /// What texts mean, by their places among the nodes.
    var meanings: [Int: String] = [:]
    /// What tells both, where a system does.
    var naming: (any NodeNaming)?
    /// What numbers mean.
    var meaning: Meaning = { Self.appendMoment($0, $1, to: &$2) }

    /// Finds out what all nodes are called and mean.
    mutating func nameNodes(_ bytes: Span<UInt8>) {
        guard let naming else { return }
        take(naming.names(of: fields.nodes, bytes))
    }

    /// Takes over what nodes are called and mean.
    mutating func take(_ names: NodeNames) {
        titles = names.titles
        meanings = names.meanings
    }

    /// Appends a number that by its name and size is a time in Unix milliseconds, with that time; `false` for others.
    static func appendMoment(_ field: String, _ node: FieldTree.Node, to words: inout ByteWriter) -> Bool {
        switch node.value {
        case .integer(let value): appendMoment(field, value, to: &words)
        case .unsigned(let value): appendMoment(field, Int64(clamping: value), to: &words)
        default: false
        }
    }

    /// The same of a number that was read.
    static func appendMoment(_ field: String, _ number: Int64, to words: inout ByteWriter) -> Bool {
        // From 2001 to 2096: what is outside counts something else, or nothing.
        guard number >= 1_000_000_000_000, number < 4_000_000_000_000, isTime(field) else { return false }
        append(number, milliseconds: number, to: &words)
        return true
    }

    /// Appends a number with the time that it is, in Unix milliseconds.
    static func append(_ number: Int64, milliseconds: Int64, to words: inout ByteWriter) {
        words.append(decimal: number)
        words.append(UInt8(ascii: " "))
        TimestampWriter.append(milliseconds: milliseconds, to: &words)
    }

    private static func isTime(_ field: String) -> Bool {
        if field == "t" || field == "version" { return true }
        let utf8 = field.utf8
        let name = utf8.span
        return name.hasEnding("time") || name.hasEnding("Time") || name.hasEnding("timestamp")
            || name.hasEnding("Timestamp") || name.hasEnding("date") || name.hasEnding("Date") || name.hasEnding("Ts")
    }

    /// Appends a status code with what it means.
    static func append(status code: Int64, _ meaning: String?, to words: inout ByteWriter) {
        words.append(decimal: code)
        words.append(UInt8(ascii: " "))
        words.append(text: meaning ?? "not in the table")
    }
}

extension Span<UInt8> {
    /// Whether the last bytes are those of `literal`.
    fileprivate func hasEnding(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        return count >= length && extracting(count - length..<count).equals(literal)
    }
}
