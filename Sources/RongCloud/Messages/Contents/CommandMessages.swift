/// A command that is neither stored nor counted: `RC:CmdMsg`.
public struct CommandMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CmdMsg"

    /// The command.
    public var name = ""
    /// What it needs, usually JSON text.
    public var data: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("name", &name)
        pass.jsonText("data", &data)
    }

    /// Judges the text of `data`.
    public func check(_ check: inout ContentCheck) {
        check.jsonText(data)
    }

    /// The command.
    public var digest: String { "[command \(name)]" }
}

/// A change to the key-value pairs that hang on a message: `RC:MsgExMsg`.
public struct MessageExpansionMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:MsgExMsg"

    /// The message's UID.
    public var mid = ""
    /// Pairs to set.
    public var put: [TextPair]?
    /// Keys to remove.
    public var del: [String]?
    /// 1 to remove all; the web's key is `removeAll`.
    public var clear: Int64?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("mid", &mid)
        pass.pairs("put", &put)
        pass.texts("del", &del)
        pass.integer("clear", &clear, or: [.written("removeAll", .web)], writtenAlwaysBy: .android)
    }

    /// Judges keys, values and how many there are.
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

    /// The message.
    public var digest: String { "[expansion of \(mid)]" }
}

/// The server's order to upload logs: `RC:LogCmdMsg`.
public struct LogCmdMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:LogCmdMsg"
    /// The sender, whom the web SDK reads.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// Where to.
    public var uri = ""
    /// The order's id.
    public var logId = ""
    /// Which platform is meant.
    public var platform = ""
    /// Which app is meant; the universal SDK lacks it.
    public var packageName: String?
    /// From when, in milliseconds since 1970.
    public var startTime: Int64 = 0
    /// Until when, in milliseconds since 1970.
    public var endTime: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uri", &uri)
        pass.text("logId", &logId)
        pass.text("platform", &platform)
        pass.text("packageName", &packageName)
        pass.integer("startTime", &startTime)
        pass.integer("endTime", &endTime)
    }

    /// Judges the period.
    public func check(_ check: inout ContentCheck) {
        if endTime < startTime { check.report(.limit, at: "endTime", "endTime is before startTime") }
    }

    /// The order.
    public var digest: String { "[upload log \(logId)]" }
}

/// That burn-after-read messages were opened: `RC:BurnNoticeMsg`.
public struct DestructionCmdMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:BurnNoticeMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The messages' UIDs.
    public var burnMessageUIds: [String] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.texts("burnMessageUIds", &burnMessageUIds)
    }

    /// How many.
    public var digest: String { "[burned \(burnMessageUIds.count)]" }
}

extension String {
    /// Whether all characters are ones that keys of expansions and of chatrooms may have.
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
