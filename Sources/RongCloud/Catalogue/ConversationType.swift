import WireFormat

/// The kind of a conversation, as a number on the wire.
///
/// Wire: a varint in protobuf messages (`ChannelType`), a number in JSON, 4 or 5 bits in a message UID. The set is
/// open: any value is kept.
public struct ConversationType: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int32

    /// Makes the type with this number, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Finds the type with this short name, such as `private`; `nil` if there is none.
    public init?(name: some StringProtocol) {
        guard let row = Self.rows.first(where: { $0.name == name }) else { return nil }
        self = row.type
    }

    /// A conversation between two users.
    public static let `private` = ConversationType(rawValue: 1)
    /// A discussion, which groups have replaced.
    public static let discussion = ConversationType(rawValue: 2)
    /// A group.
    public static let group = ConversationType(rawValue: 3)
    /// A chat room.
    public static let chatroom = ConversationType(rawValue: 4)
    /// A conversation with a customer service.
    public static let customerService = ConversationType(rawValue: 5)
    /// The messages of a system account, which cannot be answered.
    public static let system = ConversationType(rawValue: 6)
    /// A conversation with a public service that every user follows from the start.
    public static let appPublicService = ConversationType(rawValue: 7)
    /// A conversation with a public service that the user chose to follow.
    public static let publicService = ConversationType(rawValue: 8)
    /// A push service, not a chat.
    public static let pushService = ConversationType(rawValue: 9)
    /// An ultra group, which has channels.
    public static let ultraGroup = ConversationType(rawValue: 10)
    /// A secret chat.
    public static let encrypted = ConversationType(rawValue: 11)
    /// An RTC room.
    public static let rtcRoom = ConversationType(rawValue: 12)

    /// The types that have a name, by number.
    ///
    /// The first type is 0, `none`, which means no conversation.
    public static var known: [ConversationType] {
        rows.map(\.type)
    }

    /// The short name, such as `group`; `nil` if the type has none.
    public var name: String? {
        row?.name
    }

    /// The name in words, such as `chat room`; `nil` if the type has none.
    public var title: String? {
        row?.title
    }

    /// The names of the type's constants, by platform; empty if the type has none.
    public var platformNames: [PlatformName] {
        row?.platformNames ?? []
    }

    private var row: Row? {
        // The values are 0, 1, 2, …, as the tests ensure.
        Self.rows.indices.contains(Int(rawValue)) ? Self.rows[Int(rawValue)] : nil
    }

    private struct Row {
        var type: ConversationType
        var name: String
        var title: String
        var platformNames: [PlatformName]
    }

    private static let rows: [Row] = TableText.rows(CatalogueData.conversationTypes, columns: 10).map { cells in
        guard let value = Int32(cells[0]) else { preconditionFailure("conversation type \(cells[0])") }
        let platforms = ["ios", "android", "web", "flutter", "bridges", "servers", "universal"]
        return Row(
            type: ConversationType(rawValue: value),
            name: cells[1],
            title: cells[2],
            platformNames: PlatformName.list(platforms, cells[3...])
        )
    }
}

extension ConversationType: CustomStringConvertible {
    /// The short name, or the number if the type has none.
    public var description: String {
        name ?? String(rawValue)
    }
}
