/// A command that is neither stored nor counted: `RC:CmdMsg`.
public struct CommandMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CmdMsg"

    /// The name of the command.
    public var name = ""
    /// The data of the command, usually JSON text.
    public var data: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("name", &name)
        pass.jsonText("data", &data)
    }

    /// Checks that `data` is JSON text.
    public func check(_ check: inout ContentCheck) {
        check.jsonText(data)
    }

    /// The name of the command.
    public var digest: String { "[command \(name)]" }
}

/// A change to the key-value pairs of a message: `RC:MsgExMsg`.
public struct MessageExpansionMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:MsgExMsg"

    /// The UID of the message.
    public var mid = ""
    /// The pairs to set.
    public var put: [TextPair]?
    /// The keys to remove.
    public var del: [String]?
    /// The mark to remove all pairs, 1; the web's key is `removeAll`.
    public var clear: Int64?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("mid", &mid)
        pass.pairs("put", &put)
        pass.texts("del", &del)
        pass.integer("clear", &clear, or: [.written("removeAll", .web)], writtenAlwaysBy: .android)
    }

    /// Checks the keys, the values and their number.
    public func check(_ check: inout ContentCheck) {
        if let put {
            if put.count > 20 { check.report(.limit, at: "put", "put has \(put.count) pairs, more than 20") }
            for pair in put {
                let key = pair.key
                if key.count > 32 { check.report(.limit, at: "put", "the key \(key) is longer than 32") }
                if pair.value.count > 64 { check.report(.limit, at: "put", "the value of \(key) is longer than 64") }
                if !key.isExpansionKey {
                    let text = "the key \(key) has other characters than letters, digits, + - = _"
                    check.report(.limit, at: "put", text)
                }
            }
        }
        check.expect(clear, at: "clear", in: 0...1)
    }

    /// The UID of the message.
    public var digest: String { "[expansion of \(mid)]" }
}

/// The server's order to upload logs: `RC:LogCmdMsg`.
public struct LogCmdMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:LogCmdMsg"
    /// The sender, which the web SDK reads.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The URL to upload to.
    public var uri = ""
    /// The id of the order.
    public var logId = ""
    /// The platform that must upload.
    public var platform = ""
    /// The app that must upload; the universal SDK lacks it.
    public var packageName: String?
    /// The start of the period, in milliseconds since 1970.
    public var startTime: Int64 = 0
    /// The end of the period, in milliseconds since 1970.
    public var endTime: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uri", &uri)
        pass.text("logId", &logId)
        pass.text("platform", &platform)
        pass.text("packageName", &packageName)
        pass.integer("startTime", &startTime)
        pass.integer("endTime", &endTime)
    }

    /// Checks the period.
    public func check(_ check: inout ContentCheck) {
        if endTime < startTime { check.report(.limit, at: "endTime", "endTime is before startTime") }
    }

    /// The id of the order.
    public var digest: String { "[upload log \(logId)]" }
}

/// A notice that burn-after-read messages were opened: `RC:BurnNoticeMsg`.
public struct DestructionCmdMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:BurnNoticeMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The UIDs of the messages.
    public var burnMessageUIds: [String] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.texts("burnMessageUIds", &burnMessageUIds)
    }

    /// The number of messages.
    public var digest: String { "[burned \(burnMessageUIds.count)]" }
}

extension String {
    /// Whether all characters are allowed in the keys of expansions and chatrooms.
    var isExpansionKey: Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122: true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}
