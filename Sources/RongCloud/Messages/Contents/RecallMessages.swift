public import WireJSON

/// What stands in the place of a recalled message: `RC:RcNtf`.
public struct RecallNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RcNtf"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// Who recalled it.
    public var operatorId: String?
    /// When the recalled message was sent, in milliseconds since 1970.
    public var recallTime: Int64 = 0
    /// The recalled message's type.
    public var originalObjectName = ""
    /// Whether an administrator did it.
    public var admin = false
    /// Whether the message is to vanish without a trace.
    public var delete = false
    /// The text that was recalled.
    public var recallContent: String?
    /// When it was recalled, in milliseconds since 1970.
    public var recallActionTime: Int64?
    /// The recalled content; newer SDKs.
    public var originalMessageContent: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
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

    /// That a message was recalled.
    public var digest: String { "[recalled \(originalObjectName)]" }
}

/// The order to recall a message: `RC:RcCmd`.
public struct RecallCommandMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RcCmd"
    /// The web registers it as stored.
    public static let platformFlags: [ContentPlatform: MessageFlags] = [.web: .persisted]

    /// The message's UID.
    public var messageUId = ""
    /// The conversation's type; a Java server writes it as a string.
    public var conversationType: Int64 = 0
    /// The conversation's target.
    public var targetId = ""
    /// When the message was sent, in milliseconds since 1970.
    public var sentTime: Int64 = 0
    /// The channel of an ultra group.
    public var channelId: String?
    /// Whether an administrator does it; servers write 0 or 1, which Android reads as false.
    public var isAdmin: Bool?
    /// Whether to leave no notice.
    public var isDelete: Bool?
    /// Whether to send no push notification.
    public var disablePush: Bool?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
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

    /// The message.
    public var digest: String { "[recall \(messageUId)]" }
}
