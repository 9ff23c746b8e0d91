public import WireJSON

/// That a private conversation was read: `RC:ReadNtf`, neither stored nor counted in spite of its name.
public struct ReadReceiptMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ReadNtf"

    /// When the last message that was read was sent, in milliseconds since 1970.
    public var lastMessageSendTime: Int64 = 0
    /// That message's UID; the web writes it.
    public var messageUId: String?
    /// 1, the only value that is defined.
    public var type: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("lastMessageSendTime", &lastMessageSendTime, or: [.read("lastMessageSend", .goServer)])
        pass.text("messageUId", &messageUId)
        pass.integer("type", &type)
    }

    /// Judges the type.
    public func check(_ check: inout ContentCheck) {
        check.expect(type, at: "type", in: 1...1)
    }

    /// That it was read.
    public var digest: String { "[read]" }
}

/// A request to say who has read a group message: `RC:RRReqMsg`.
public struct ReadReceiptRequestMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RRReqMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The message's UID.
    public var messageUId = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageUId", &messageUId)
    }

    /// The message.
    public var digest: String { "[who has read \(messageUId)?]" }
}

/// Which group messages were read: `RC:RRRspMsg`.
public struct ReadReceiptResponseMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RRRspMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The UIDs that were read, by who sent them: an object of lists.
    public var receiptMessageDic: JSONValue = .null
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.json("receiptMessageDic", &receiptMessageDic)
    }

    /// That they were read.
    public var digest: String { "[read \(messageUIds.values.map(\.count).reduce(0, +))]" }
}

/// How many have read a group message: `RC:RRMsg`.
///
/// The keys are inferred.
public struct GroupReadReceiptMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:RRMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The message's UID.
    public var msgId = ""
    /// How many have read it.
    public var readers: Int64 = 0
    /// How many could.
    public var members: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("msgId", &msgId)
        pass.integer("rrn", &readers)
        pass.integer("tmn", &members)
    }

    /// The figures.
    public var digest: String { "[read by \(readers) of \(members)]" }
}

/// How far a conversation was read on another device: `RC:SRSMsg`.
public struct SyncReadStatusMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:SRSMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// When the last message that was read was sent, in milliseconds since 1970.
    public var lastMessageSendTime: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("lastMessageSendTime", &lastMessageSendTime, or: [.read("lastMessageSend", .goServer)])
    }

    /// That it was read.
    public var digest: String { "[read on another device]" }
}

/// A message that was delivered: a part of `RC:Delivered`.
public struct Delivery: MessagePart {
    /// The message's UID.
    public var messageUId = ""
    /// When, in milliseconds since 1970.
    public var time: Int64 = 0
    /// The conversation's target.
    public var targetId: String?
    /// The message's type.
    public var objectName: String?

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("messageUId", &messageUId)
        pass.integer("time", &time)
        pass.text("targetId", &targetId)
        pass.text("objectName", &objectName)
    }
}

/// That somebody is typing, or recording: `RC:TypSts`.
public struct TypingStatusMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:TypSts"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []
    /// The web and Android 1.x send it as an ordinary message that is not stored.
    public static let platformFlags: [ContentPlatform: MessageFlags] = [.web: []]

    /// The type of what is coming, such as `RC:TxtMsg`.
    public var typingContentType = ""
    /// Text of the app's own.
    public var data: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("typingContentType", &typingContentType)
        pass.text("data", &data)
    }

    /// That somebody is.
    public var digest: String {
        typingContentType == "RC:VcMsg" || typingContentType == "RC:HQVCMsg" ? "[recording]" : "[typing]"
    }
}

extension ReadReceiptResponseMessage {
    /// The UIDs that were read, by who sent the messages; a text in the place of a list counts as one.
    public var messageUIds: [String: [String]] {
        var result: [String: [String]] = [:]
        for member in receiptMessageDic.members ?? [] {
            let one = member.value.string.map { [$0] }
            result[member.key.text] = member.value.elements?.compactMap(\.string) ?? one ?? []
        }
        return result
    }
}

/// Which messages were delivered: `RC:Delivered`, the one content that is a list.
public struct DeliverMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:Delivered"
    /// None: a list has no keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The messages.
    public var deliveries: [Delivery] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes an empty list.
    public init() {}

    /// The list; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.rootParts(&deliveries)
    }

    /// How many.
    public var digest: String { "[delivered \(deliveries.count)]" }
}
