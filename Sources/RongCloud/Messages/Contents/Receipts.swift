public import WireJSON

/// A notice that a private conversation was read: `RC:ReadNtf`, neither stored nor counted in spite of its name.
public struct ReadReceiptMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ReadNtf"

    /// The time at which the last read message was sent, in milliseconds since 1970.
    public var lastMessageSendTime: Int64 = 0
    /// The UID of the last read message; the web writes it.
    public var messageUId: String?
    /// The type, 1, the only defined value.
    public var type: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("lastMessageSendTime", &lastMessageSendTime, or: [.read("lastMessageSend", .goServer)])
        pass.text("messageUId", &messageUId)
        pass.integer("type", &type)
    }

    /// Checks the type.
    public func check(_ check: inout ContentCheck) {
        check.expect(type, at: "type", in: 1...1)
    }

    /// A fixed phrase.
    public var digest: String { "[read]" }
}

/// A request for the readers of a group message: `RC:RRReqMsg`.
public struct ReadReceiptRequestMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RRReqMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The UID of the message.
    public var messageUId = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageUId", &messageUId)
    }

    /// The UID of the message.
    public var digest: String { "[who has read \(messageUId)?]" }
}

/// The group messages that a user has read: `RC:RRRspMsg`.
public struct ReadReceiptResponseMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RRRspMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The UIDs of the read messages, by their sender: an object of lists.
    public var receiptMessageDic: JSONValue = .null
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.json("receiptMessageDic", &receiptMessageDic)
    }

    /// The number of messages that were read.
    public var digest: String { "[read \(messageUIds.values.map(\.count).reduce(0, +))]" }
}

/// The number of readers of a group message: `RC:RRMsg`.
///
/// The keys are inferred.
public struct GroupReadReceiptMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RRMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The UID of the message.
    public var msgId = ""
    /// The number of users who have read the message.
    public var readers: Int64 = 0
    /// The number of users who can read the message.
    public var members: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("msgId", &msgId)
        pass.integer("rrn", &readers)
        pass.integer("tmn", &members)
    }

    /// The number of readers and of members.
    public var digest: String { "[read by \(readers) of \(members)]" }
}

/// The position up to which another device has read a conversation: `RC:SRSMsg`.
public struct SyncReadStatusMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:SRSMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The time at which the last read message was sent, in milliseconds since 1970.
    public var lastMessageSendTime: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("lastMessageSendTime", &lastMessageSendTime, or: [.read("lastMessageSend", .goServer)])
    }

    /// A fixed phrase.
    public var digest: String { "[read on another device]" }
}

/// A delivered message: a part of `RC:Delivered`.
public struct Delivery: MessagePart {
    /// The UID of the message.
    public var messageUId = ""
    /// The time of delivery, in milliseconds since 1970.
    public var time: Int64 = 0
    /// The target of the conversation.
    public var targetId: String?
    /// The type of the message.
    public var objectName: String?

    /// Makes an empty part.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageUId", &messageUId)
        pass.integer("time", &time)
        pass.text("targetId", &targetId)
        pass.text("objectName", &objectName)
    }
}

/// A notice that a user is typing or recording: `RC:TypSts`.
public struct TypingStatusMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:TypSts"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []
    /// The web and Android 1.x send this type as an ordinary message that is not stored.
    public static let platformFlags: [ContentPlatform: MessageFlags] = [.web: []]

    /// The type of the message being composed, such as `RC:TxtMsg`.
    public var typingContentType = ""
    /// A text that the app defines.
    public var data: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("typingContentType", &typingContentType)
        pass.text("data", &data)
    }

    /// A fixed phrase for typing or recording.
    public var digest: String {
        typingContentType == "RC:VcMsg" || typingContentType == "RC:HQVCMsg" ? "[recording]" : "[typing]"
    }
}

extension ReadReceiptResponseMessage {
    /// The UIDs of the read messages, by their sender; a text in place of a list counts as one UID.
    public var messageUIds: [String: [String]] {
        var result: [String: [String]] = [:]
        for member in receiptMessageDic.members ?? [] {
            let one = member.value.string.map { [$0] }
            result[member.key.text] = member.value.elements?.compactMap(\.string) ?? one ?? []
        }
        return result
    }
}

/// The delivered messages: `RC:Delivered`, the only content that is a list.
public struct DeliverMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:Delivered"
    /// No keys of the envelope: a list has no keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The delivered messages.
    public var deliveries: [Delivery] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty list.
    public init() {}

    /// Hands the list over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.rootParts(&deliveries)
    }

    /// The number of delivered messages.
    public var digest: String { "[delivered \(deliveries.count)]" }
}
