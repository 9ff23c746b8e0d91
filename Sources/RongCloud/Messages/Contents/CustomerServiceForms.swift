public import WireJSON

/// A user's evaluation of the customer service: `RC:CsEva`.
public struct CSEvaluateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsEva"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the user in the customer service.
    public var uid = ""
    /// The id of the session.
    public var sid = ""
    /// The id of the company.
    public var pid = ""
    /// The rating, 1 to 5 stars; the first web version writes `humanValue`.
    public var source: Int64 = 0
    /// The user's comment; the first web version writes `sugest`.
    public var suggest: String?
    /// The outcome: 0 not solved, 1 solved, 2 in progress; all lower case, a truth value on the web.
    public var isresolve: Int64 = 0
    /// The side that is rated: 0 the robot, 1 a human.
    public var type: Int64 = 0
    /// The labels; newer iOS.
    public var tag: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
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

    /// Checks the values.
    public func check(_ check: inout ContentCheck) {
        check.expect(source, at: "source", in: 1...5)
        check.expect(isresolve, at: "isresolve", in: 0...2)
        check.expect(type, at: "type", in: 0...1)
    }

    /// The number of stars.
    public var digest: String { "[\(source) of 5 stars]" }
}

/// The customer service's request for an evaluation: `RC:CsPullEva`.
public struct CSPullEvaluateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsPullEva"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the message that asks.
    public var msgId = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("msgId", &msgId)
    }

    /// A fixed phrase.
    public var digest: String { "[evaluation asked]" }
}

/// The web SDK's information about a visitor: `RC:CsContact`.
public struct CSContactMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsContact"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The page of the visitor.
    public var page: JSONValue?
    /// The name of the visitor.
    public var nickName: String?
    /// The information for choosing an agent.
    public var routingInfo: JSONValue?
    /// Additional information.
    public var info: JSONValue?
    /// The origin of the visitor.
    public var requestInfo: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.json("page", &page)
        pass.text("nickName", &nickName)
        pass.json("routingInfo", &routingInfo)
        pass.json("info", &info)
        pass.json("requestInfo", &requestInfo)
    }

    /// The name of the visitor.
    public var digest: String { "[visitor \(nickName ?? "")]" }
}

/// A message left for the customer service: `RC:CsLM` on iOS, `RC:CsLm` in the web demo.
public struct CSLeaveMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsLM"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []
    /// The web demo writes a small m.
    public static let objectNameSpellings: [KeySpelling] = [.written("RC:CsLm", .web)]

    /// The id of the user in the customer service.
    public var uid: String?
    /// The id of the session.
    public var sid: String?
    /// The id of the company.
    public var pid: String?
    /// The form; the web demo writes its fields next to the ids.
    public var content: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uid", &uid)
        pass.text("sid", &sid)
        pass.text("pid", &pid)
        pass.json("content", &content)
    }

    /// A fixed phrase.
    public var digest: String { "[message left]" }
}

/// The customer service's request to leave a message: `RC:CsPLM`.
public struct CSPullLeaveMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsPLM"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The text of the request.
    public var content = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text of the request.
    public var digest: String { content }
}
