import WireFormat

/// The numbers and names that the description of YC states.
///
/// Source: the table `yc-values.csv`; all of it comes from one article of an iOS developer.
public struct YCValue: Hashable, Sendable {
    /// What a value is a value of.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Who speaks.
        case speaker
        /// What a chat message holds.
        case chat
        /// The class of a message.
        case messageClass = "class"
        /// Whether an element was handled before.
        case repeatState = "repeat"
        /// The type of an element or of a push.
        case type
    }

    /// How sure it is.
    public enum Certainty: String, Hashable, Sendable, CaseIterable {
        /// The article says so.
        case stated
        /// It follows from the code that the article shows.
        case implied
    }

    /// What it is a value of.
    public let kind: Kind
    /// The value as text.
    public let value: String
    /// A short name.
    public let name: String
    /// The version of the app that brought it; `nil` where that is not said.
    public let since: String?
    /// How sure it is.
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

    /// What a value means, letter case counting; `nil` when it is not known.
    public static func find(_ value: String, _ kind: Kind) -> YCValue? {
        all.first { $0.kind == kind && $0.value == value }
    }

    /// What a number means; `nil` when it is not known.
    public static func find(_ value: Int64, _ kind: Kind) -> YCValue? { find("\(value)", kind) }
}
