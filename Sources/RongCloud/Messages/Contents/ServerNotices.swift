/// A notice that a review stopped a message: `RC:InterceptMsg`.
public struct BlockMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:InterceptMsg"

    /// The UID of the message; other types use the key `messageUId`.
    public var msgUId = ""
    /// The reason: 0 unknown, 1 general words, 2 own words, 3 a third party's review.
    public var interceptType: Int64 = 0
    /// The thing that was stopped: 0 a message, 1 an expansion, 2 a change.
    public var sourceType: Int64?
    /// The stopped content, as JSON text.
    public var sourceContent: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("msgUId", &msgUId)
        pass.integer("interceptType", &interceptType)
        pass.integer("sourceType", &sourceType)
        pass.jsonText("sourceContent", &sourceContent)
    }

    /// Checks the two types, and that `sourceContent` is JSON text.
    public func check(_ check: inout ContentCheck) {
        check.expect(interceptType, at: "interceptType", in: 0...3)
        check.expect(sourceType, at: "sourceType", in: 0...2)
        check.jsonText(sourceContent, at: "sourceContent")
    }

    /// The UID of the message.
    public var digest: String { "[stopped \(msgUId)]" }
}

/// The line above older messages in Android's stock UI: `RC:HDiv`, which is never sent.
public struct HistoryDividerMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:HDiv"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The text.
    public var content = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text.
    public var digest: String { content }
}

/// A user whose data changed: a part of `RC:UIUMsg`.
public struct UpdatedUserInfo: MessagePart {
    /// The id of the user.
    public var userId = ""
    /// The name.
    public var name: String?
    /// The avatar's URL.
    public var portraitUri: String?

    /// Makes an empty part.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("userId", &userId)
        pass.text("name", &name)
        pass.text("portraitUri", &portraitUri)
    }
}

/// A notice between the devices of one user that user data changed: `RC:UIUMsg`.
public struct UserInfoUpdateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:UIUMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The changed users.
    public var updatedUserInfoList: [UpdatedUserInfo] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.parts("updatedUserInfoList", &updatedUserInfoList)
    }

    /// The number of changed users.
    public var digest: String {
        "[\(updatedUserInfoList.count) user\(updatedUserInfoList.count == 1 ? "" : "s") changed]"
    }
}

/// A notice that a message was received: `RC:RecNtf`, of the first SDKs; its body is not known.
public struct HasReceivedNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RecNtf"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {}

    /// A fixed phrase.
    public var digest: String { "[received]" }
}

/// The line above older messages in the iOS stock UI: `RC:OldMsgNtf`, which is never sent.
public struct OldMessageNotificationMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:OldMsgNtf"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {}

    /// A fixed phrase.
    public var digest: String { "[history above]" }
}

/// The placeholder of an SDK for a type that the SDK does not know: `RC:UnknownMsg`.
public struct UnknownMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:UnknownMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {}

    /// A fixed phrase.
    public var digest: String { "[unknown message]" }
}
