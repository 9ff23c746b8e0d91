import WireFormat

/// The kind of mention in a message.
///
/// Wire: `mentionedInfo.type` of a content, a number. The set is open: any value is kept.
public struct MentionedType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Makes the type with this number, known or not.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Everyone in the conversation.
    public static let all = MentionedType(rawValue: 1)
    /// The users of `userIdList`.
    public static let users = MentionedType(rawValue: 2)

    /// The types that have a name, by number.
    public static var known: [MentionedType] { rows.map(\.type) }

    /// A short name, such as `all`; `nil` if the type has none.
    public var name: String? { row?.name }

    /// The meaning in words; `nil` if it is not known.
    public var meaning: String? { row?.meaning }

    /// The names of the type's constants, by platform.
    public var platformNames: [PlatformName] { row?.platformNames ?? [] }

    private var row: Row? { Self.rows.first { $0.type == self } }

    private struct Row {
        var type: MentionedType
        var name: String
        var meaning: String
        var platformNames: [PlatformName]
    }

    private static let rows: [Row] = TableText.rows(CodeData.mentionedTypes, columns: 8).map { cells in
        guard let value = Int(cells[0]) else { preconditionFailure("mentioned type \(cells[0])") }
        return Row(
            type: MentionedType(rawValue: value),
            name: cells[1],
            meaning: cells[2],
            platformNames: PlatformName.list(["ios", "android", "web 2", "web 4", "flutter"], cells[3...])
        )
    }
}
