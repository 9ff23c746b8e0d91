public import WireJSON

/// What a user thinks of the customer service: `RC:CsEva`.
public struct CSEvaluateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsEva"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The user in the customer service.
    public var uid = ""
    /// The session.
    public var sid = ""
    /// The company.
    public var pid = ""
    /// 1 to 5 stars; the first web version writes `humanValue`.
    public var source: Int64 = 0
    /// The user's words; the first web version writes `sugest`.
    public var suggest: String?
    /// 0 not solved, 1 solved, 2 under way; all lower case, a truth value on the web.
    public var isresolve: Int64 = 0
    /// 0 the robot, 1 a human.
    public var type: Int64 = 0
    /// Labels; newer iOS.
    public var tag: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uid", &uid)
        pass.text("sid", &sid)
        pass.text("pid", &pid)
        pass.integer("source", &source, or: [.read("humanValue", .web)])
        pass.text("suggest", &suggest, or: [.read("sugest", .web)])
        pass.integer("isresolve", &isresolve, or: [.read("isRobotResolved", .web)])
        pass.integer("type", &type)
        pass.text("tag", &tag)
    }

    /// Judges the values.
    public func check(_ check: inout ContentCheck) {
        check.expect(source, at: "source", in: 1...5)
        check.expect(isresolve, at: "isresolve", in: 0...2)
        check.expect(type, at: "type", in: 0...1)
    }

    /// The stars.
    public var digest: String { "[\(source) of 5 stars]" }
}

/// That the customer service asks for an evaluation: `RC:CsPullEva`.
public struct CSPullEvaluateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsPullEva"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The message that asks.
    public var msgId = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("msgId", &msgId)
    }

    /// What is asked.
    public var digest: String { "[evaluation asked]" }
}

/// What the web knows of a visitor: `RC:CsContact`.
public struct CSContactMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsContact"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The page.
    public var page: JSONValue?
    /// The name.
    public var nickName: String?
    /// How to choose an agent.
    public var routingInfo: JSONValue?
    /// More.
    public var info: JSONValue?
    /// Where the visitor comes from.
    public var requestInfo: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.json("page", &page)
        pass.text("nickName", &nickName)
        pass.json("routingInfo", &routingInfo)
        pass.json("info", &info)
        pass.json("requestInfo", &requestInfo)
    }

    /// The name.
    public var digest: String { "[visitor \(nickName ?? "")]" }
}

/// A message left for the customer service: `RC:CsLM` on iOS, `RC:CsLm` in the web demo.
public struct CSLeaveMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsLM"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []
    /// The web demo writes a small m.
    public static let objectNameSpellings: [KeySpelling] = [.written("RC:CsLm", .web)]

    /// The user in the customer service.
    public var uid: String?
    /// The session.
    public var sid: String?
    /// The company.
    public var pid: String?
    /// The form; the web demo writes its fields beside the ids.
    public var content: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uid", &uid)
        pass.text("sid", &sid)
        pass.text("pid", &pid)
        pass.json("content", &content)
    }

    /// What happened.
    public var digest: String { "[message left]" }
}

/// That the customer service asks for a message to be left: `RC:CsPLM`.
public struct CSPullLeaveMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsPLM"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The words.
    public var content = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The words.
    public var digest: String { content }
}
