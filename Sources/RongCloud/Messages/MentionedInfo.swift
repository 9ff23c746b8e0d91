/// The users whom a message mentions.
public struct MentionedInfo: MessagePart {
    /// The kind of mention: 1 for all users, 2 for the users of the list; other numbers are kept (``MentionedType``).
    public var type: Int64 = 0
    /// The users' ids; may be absent with type 1.
    public var userIdList: [String]?
    /// The text of the push notification for the mentioned users.
    public var mentionedContent: String?

    /// Makes an empty mention.
    public init() {}

    /// Makes a mention.
    ///
    /// - Parameters:
    ///   - type: the kind of mention.
    ///   - userIdList: the ids of the mentioned users; not needed for a mention of all.
    ///   - mentionedContent: the text of the push notification for them; `nil` for the SDK's own.
    public init(type: MentionedType, userIdList: [String]? = nil, mentionedContent: String? = nil) {
        self.type = Int64(type.rawValue)
        self.userIdList = userIdList
        self.mentionedContent = mentionedContent
    }

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
        pass.texts("userIdList", &userIdList)
        pass.text("mentionedContent", &mentionedContent)
    }
}
