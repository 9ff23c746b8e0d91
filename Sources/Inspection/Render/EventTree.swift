import Reporting
import WireFormat

/// The tree of a unit's fields, with the rules for showing it.
struct EventTree {
    /// The length of a unit in bytes from which on its tree is never built as a whole.
    static let largeUnit = 1 << 15

    /// Writes words in place of a number or word; returns `false`, and writes nothing, if the value is shown as it is.
    ///
    /// The field is the node's own name, or the name of the field whose only value the node is.
    typealias Meaning =
        @Sendable (_ field: String, _ node: FieldTree.Node, _ words: inout ByteWriter) -> Bool

    /// The fields, which cover the unit to its last byte.
    var fields: FieldTree
    /// Whether the fields' ranges are offsets in the unit as on the wire, and not in the decoded bytes.
    var isOfWire = false
    /// The fields that are hidden whatever they are called.
    var hidden = HiddenFields()
    /// The titles of fields that have one beside their name in the bytes, by node index.
    var titles: [Int: String] = [:]
    /// The meanings of texts, by node index.
    var meanings: [Int: String] = [:]
    /// The system's source of titles and meanings, if it has one.
    var naming: (any NodeNaming)?
    /// The meanings of numbers.
    var meaning: Meaning = { Self.appendMoment($0, $1, to: &$2) }

    /// Sets the titles and meanings of all nodes.
    mutating func nameNodes(_ bytes: Span<UInt8>) {
        guard let naming else { return }
        take(naming.names(of: fields.nodes, bytes))
    }

    /// Replaces the titles and meanings.
    mutating func take(_ names: NodeNames) {
        titles = names.titles
        meanings = names.meanings
    }

    /// Appends a number with its time, if name and size make it a Unix time in milliseconds; otherwise returns `false`.
    static func appendMoment(_ field: String, _ node: FieldTree.Node, to words: inout ByteWriter) -> Bool {
        switch node.value {
        case .integer(let value): appendMoment(field, value, to: &words)
        case .unsigned(let value): appendMoment(field, Int64(clamping: value), to: &words)
        default: false
        }
    }

    /// Appends a number that was already read, with its time, in the same way.
    static func appendMoment(_ field: String, _ number: Int64, to words: inout ByteWriter) -> Bool {
        // From 2001 to 2096: a number outside of that range counts something else, or nothing.
        guard number >= 1_000_000_000_000, number < 4_000_000_000_000, isTime(field) else { return false }
        append(number, milliseconds: number, to: &words)
        return true
    }

    /// Appends a number with the time that it means in Unix milliseconds.
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

    /// Appends a status code with its meaning.
    static func append(status code: Int64, _ meaning: String?, to words: inout ByteWriter) {
        words.append(decimal: code)
        words.append(UInt8(ascii: " "))
        words.append(text: meaning ?? "not in the table")
    }
}

extension Span<UInt8> {
    /// Whether the span ends with the bytes of `literal`.
    fileprivate func hasEnding(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        return count >= length && extracting(count - length..<count).equals(literal)
    }
}
