/// That a message was stopped by a review: `RC:InterceptMsg`.
public struct BlockMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:InterceptMsg"

    /// The message's UID; elsewhere the key is `messageUId`.
    public var msgUId = ""
    /// 0 unknown, 1 general words, 2 own words, 3 somebody else's review.
    public var interceptType: Int64 = 0
    /// What was stopped: 0 a message, 1 an expansion, 2 a change.
    public var sourceType: Int64?
    /// What it said, as JSON text.
    public var sourceContent: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("msgUId", &msgUId)
        pass.integer("interceptType", &interceptType)
        pass.integer("sourceType", &sourceType)
        pass.jsonText("sourceContent", &sourceContent)
    }

    /// Judges the types and the text.
    public func check(_ check: inout ContentCheck) {
        check.expect(interceptType, at: "interceptType", in: 0...3)
        check.expect(sourceType, at: "sourceType", in: 0...2)
        check.jsonText(sourceContent, at: "sourceContent")
    }

    /// The message.
    public var digest: String { "[stopped \(msgUId)]" }
}

/// The line above older messages in Android's stock UI: `RC:HDiv`, which is never sent.
public struct HistoryDividerMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:HDiv"
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The text.
    public var content = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text.
    public var digest: String { content }
}

/// A user whose data changed: a part of `RC:UIUMsg`.
public struct UpdatedUserInfo: MessagePart {
    /// Who.
    public var userId = ""
    /// The name.
    public var name: String?
    /// The avatar's URL.
    public var portraitUri: String?

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("userId", &userId)
        pass.text("name", &name)
        pass.text("portraitUri", &portraitUri)
    }
}

/// Users whose data changed, between the devices of one user: `RC:UIUMsg`.
public struct UserInfoUpdateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:UIUMsg"
    /// All of them.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// Who.
    public var updatedUserInfoList: [UpdatedUserInfo] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.parts("updatedUserInfoList", &updatedUserInfoList)
    }

    /// How many.
    public var digest: String {
        "[\(updatedUserInfoList.count) user\(updatedUserInfoList.count == 1 ? "" : "s") changed]"
    }
}

/// That a message was received: `RC:RecNtf`, of the first SDKs; its body is not known.
public struct HasReceivedNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RecNtf"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {}

    /// That it was received.
    public var digest: String { "[received]" }
}

/// The line above older messages in the iOS stock UI: `RC:OldMsgNtf`, which is never sent.
public struct OldMessageNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:OldMsgNtf"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {}

    /// What it shows.
    public var digest: String { "[history above]" }
}

/// What an SDK puts in the place of a type that it does not know: `RC:UnknownMsg`.
public struct UnknownMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:UnknownMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {}

    /// That it is not known.
    public var digest: String { "[unknown message]" }
}
