/// Who is mentioned in a message.
public struct MentionedInfo: MessagePart {
    /// 1 for everybody, 2 for the users of the list.
    public var type: Int64 = 0
    /// The users' ids; may be absent with type 1.
    public var userIdList: [String]?
    /// What the push notification of the mentioned says.
    public var mentionedContent: String?

    /// Mentions nobody.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
        pass.texts("userIdList", &userIdList)
        pass.text("mentionedContent", &mentionedContent)
    }
}
