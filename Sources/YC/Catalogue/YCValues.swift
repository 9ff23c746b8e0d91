import WireFormat

/// A number or name that the description of YC states.
///
/// Source: the table `yc-values.csv`; all values come from one article of an iOS developer.
public struct YCValue: Hashable, Sendable {
    /// The field that a value belongs to.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The speaker of a chat message.
        case speaker
        /// The kind of content in a chat message.
        case chat
        /// The class of a message.
        case messageClass = "class"
        /// Whether an element was handled before.
        case repeatState = "repeat"
        /// The type of an element or of a push.
        case type
    }

    /// The certainty of a value.
    public enum Certainty: String, Hashable, Sendable, CaseIterable {
        /// The article states it.
        case stated
        /// It follows from code in the article.
        case implied
    }

    /// The field that the value belongs to.
    public let kind: Kind
    /// The value as text.
    public let value: String
    /// A short name.
    public let name: String
    /// The version of the app that introduced it; `nil` if not stated.
    public let since: String?
    /// The certainty of the value.
    public let certainty: Certainty
    /// The meaning in words.
    public let meaning: String

    /// All values in the order of the table.
    public static let all: [YCValue] = TableText.rows(CatalogueData.values, columns: 6).map { cells in
        guard let kind = Kind(rawValue: cells[0]), let certainty = Certainty(rawValue: cells[4]) else {
            preconditionFailure("value \(cells)")
        }
        return YCValue(
            kind: kind,
            value: cells[1],
            name: cells[2],
            since: cells[3].isEmpty ? nil : cells[3],
            certainty: certainty,
            meaning: cells[5]
        )
    }

    /// Finds a value, case-sensitively; `nil` when it is unknown.
    public static func find(_ value: String, of kind: Kind) -> YCValue? {
        all.first { $0.kind == kind && $0.value == value }
    }

    /// Finds a number; `nil` when it is unknown.
    public static func find(_ value: Int64, of kind: Kind) -> YCValue? { find("\(value)", of: kind) }
}
