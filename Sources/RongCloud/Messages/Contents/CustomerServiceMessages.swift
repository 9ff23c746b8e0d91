public import WireJSON

/// That a user asks for the customer service: `RC:CsHs`.
public struct CSHandShakeMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsHs"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The group of agents; all lower case.
    public var groupid: String?
    /// Who the user is: `userId`, `nickName`, `portraitUrl` and more.
    public var userInfo: JSONValue?
    /// How to reach the user: `mobileNo`, `email`, `QQ` and more.
    public var contactInfo: JSONValue?
    /// Where the user comes from: `page`, `referrer`, `listUrl` and more.
    public var requestInfo: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("groupid", &groupid)
        pass.json("userInfo", &userInfo)
        pass.json("contactInfo", &contactInfo)
        pass.json("requestInfo", &requestInfo)
    }

    /// That it begins.
    public var digest: String { "[customer service asked]" }
}

/// The customer service's answer: `RC:CsHsR`.
public struct CSHandShakeResponseMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsHsR"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// 1 for success.
    public var status: Int64 = 0
    /// Words for the user.
    public var msg: String?
    /// The session: `uid`, `sid`, `pid`, `serviceType`, names, icons, evaluation and groups.
    ///
    /// Numbers and strings are mixed: `serviceType` may be either, `isblack` is a string and all lower case.
    public var data: JSONValue = .null
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("status", &status)
        pass.text("msg", &msg)
        pass.json("data", &data)
    }

    /// Judges the status.
    public func check(_ check: inout ContentCheck) {
        check.expect(status, at: "status", in: 0...1)
    }

    /// The words, else the status.
    public var digest: String { msg?.nonEmpty ?? "[customer service answered \(status)]" }
}

/// That a user wants a human instead of the robot: `RC:CsCha` on iOS, `RC:CSCha` elsewhere.
public struct CSChangeModeMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsCha"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []
    /// Android and the web write a capital S.
    public static let objectNameSpellings: [KeySpelling] = [.written("RC:CSCha", .android), .written("RC:CSCha", .web)]

    /// The user in the customer service.
    public var uid = ""
    /// The session.
    public var sid = ""
    /// The company.
    public var pid = ""
    /// The group of agents; the web lacks it.
    public var groupid: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uid", &uid)
        pass.text("sid", &sid)
        pass.text("pid", &pid)
        pass.text("groupid", &groupid)
    }

    /// What is wanted.
    public var digest: String { "[agent wanted]" }
}

/// The answer to that: `RC:CsChaR`.
public struct CSChangeModeResponseMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsChaR"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// 200 for success.
    public var code: Int64 = 0
    /// Words for the user.
    public var msg: String?
    /// `status`, and how to evaluate.
    public var data: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("code", &code)
        pass.text("msg", &msg)
        pass.json("data", &data)
    }

    /// The words, else the code.
    public var digest: String { msg?.nonEmpty ?? "[agent answered \(code)]" }
}

/// That a user leaves the customer service: `RC:CsSp`.
public struct CSSuspendMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsSp"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The user in the customer service.
    public var uid = ""
    /// The session.
    public var sid = ""
    /// The company.
    public var pid = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uid", &uid)
        pass.text("sid", &sid)
        pass.text("pid", &pid)
    }

    /// What happened.
    public var digest: String { "[customer service left]" }
}

/// That the customer service ends: `RC:CsEnd`.
public struct CSTerminateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsEnd"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// 0 over, 1 handed to the robot.
    public var code: Int64 = 0
    /// Words for the user.
    public var msg: String?
    /// The session.
    public var sid = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("code", &code)
        pass.text("msg", &msg)
        pass.text("sid", &sid)
    }

    /// Judges the code.
    public func check(_ check: inout ContentCheck) {
        check.expect(code, at: "code", in: 0...1)
    }

    /// The words, else what happened.
    public var digest: String { msg?.nonEmpty ?? "[customer service ended]" }
}

/// That another kind of service takes over: `RC:CsUpdate`.
public struct CSUpdateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsUpdate"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The session.
    public var sid = ""
    /// The kind; a string, where others are numbers.
    public var serviceStatus = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("sid", &sid)
        pass.text("serviceStatus", &serviceStatus)
    }

    /// The kind.
    public var digest: String { "[service \(serviceStatus)]" }
}

/// The first customer service's beginning: `RC:HsMsg`.
public struct HandshakeMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:HsMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// 1.
    public var type: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
    }

    /// What it is.
    public var digest: String { "[customer service asked]" }
}

/// The first customer service's end: `RC:SpMsg`.
public struct SuspendMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:SpMsg"
    /// None.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// 1.
    public var type: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes one with nothing in it.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
    }

    /// What it is.
    public var digest: String { "[customer service left]" }
}
