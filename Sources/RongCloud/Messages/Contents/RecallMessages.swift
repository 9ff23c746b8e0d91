public import WireJSON

/// The notice that takes the place of a recalled message: `RC:RcNtf`.
public struct RecallNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RcNtf"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The id of the user who recalled the message.
    public var operatorId: String?
    /// The time at which the recalled message was sent, in milliseconds since 1970.
    public var recallTime: Int64 = 0
    /// The type of the recalled message.
    public var originalObjectName = ""
    /// Whether an administrator recalled the message.
    public var admin = false
    /// Whether to remove the message without a trace.
    public var delete = false
    /// The recalled text.
    public var recallContent: String?
    /// The time of the recall, in milliseconds since 1970.
    public var recallActionTime: Int64?
    /// The recalled content; newer SDKs.
    public var originalMessageContent: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("operatorId", &operatorId, or: [.read("mOperatorId", .flutter)])
        pass.integer("recallTime", &recallTime, or: [.read("mRecallTime", .flutter)])
        pass.text("originalObjectName", &originalObjectName, or: [.read("mOriginalObjectName", .flutter)])
        pass.flag("admin", &admin, or: [.read("mAdmin", .flutter)])
        pass.flag("delete", &delete, or: [.read("mDelete", .flutter)])
        pass.text("recallContent", &recallContent)
        pass.integer("recallActionTime", &recallActionTime)
        pass.json("originalMessageContent", &originalMessageContent)
    }

    /// The type of the recalled message.
    public var digest: String { "[recalled \(originalObjectName)]" }
}

/// The order to recall a message: `RC:RcCmd`.
public struct RecallCommandMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RcCmd"
    /// The web registers this type as stored.
    public static let platformFlags: [ContentPlatform: MessageFlags] = [.web: .persisted]

    /// The UID of the message.
    public var messageUId = ""
    /// The type of the conversation; a Java server writes it as a string.
    public var conversationType: Int64 = 0
    /// The target of the conversation.
    public var targetId = ""
    /// The time at which the message was sent, in milliseconds since 1970.
    public var sentTime: Int64 = 0
    /// The channel of an ultra group.
    public var channelId: String?
    /// Whether an administrator recalls the message; servers write 0 or 1, which Android reads as false.
    public var isAdmin: Bool?
    /// Whether to leave no notice.
    public var isDelete: Bool?
    /// Whether to send no push notification.
    public var disablePush: Bool?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageUId", &messageUId)
        pass.integer("conversationType", &conversationType)
        pass.text("targetId", &targetId)
        pass.integer("sentTime", &sentTime)
        pass.text("channelId", &channelId)
        pass.flag("isAdmin", &isAdmin)
        pass.flag("isDelete", &isDelete)
        pass.flag("disablePush", &disablePush)
    }

    /// The UID of the message.
    public var digest: String { "[recall \(messageUId)]" }
}
