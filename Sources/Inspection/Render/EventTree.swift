import Reporting
import WireFormat

/// The tree of a unit's fields, and how it is to be shown.
struct EventTree {
    /// What is shown for a number or word in place of itself; `nil` where that is all.
    ///
    /// The field is the node's own name, or that of the field whose only value it is.
    typealias Meaning = @Sendable (_ field: String, _ node: FieldTree.Node) -> String?

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
    /// What numbers mean.
    var meaning: Meaning = { Self.moment($0, $1) }

    /// A number that by its name and size is a time in Unix milliseconds, with that time; `nil` for others.
    static func moment(_ field: String, _ node: FieldTree.Node) -> String? {
        let number: Int64
        switch node.value {
        case .integer(let value): number = value
        case .unsigned(let value): number = Int64(clamping: value)
        default: return nil
        }
        return moment(field, number)
    }

    /// The same of a number that was read.
    static func moment(_ field: String, _ number: Int64) -> String? {
        // From 2001 to 2096: what is outside counts something else, or nothing.
        guard number >= 1_000_000_000_000, number < 4_000_000_000_000, isTime(field) else { return nil }
        return "\(number) " + TimestampWriter.text(milliseconds: number)
    }

    private static func isTime(_ field: String) -> Bool {
        if field == "t" || field == "version" { return true }
        return ["time", "Time", "timestamp", "Timestamp", "date", "Date", "Ts"].contains { field.hasSuffix($0) }
    }

    /// A status code with what it means.
    static func status(_ code: Int64, _ meaning: String?) -> String {
        "\(code) " + (meaning ?? "not in the table")
    }
}
