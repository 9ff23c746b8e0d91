public import WireJSON

/// A user's request for the customer service: `RC:CsHs`.
public struct CSHandShakeMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsHs"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The group of agents; all lower case.
    public var groupid: String?
    /// The user's details: `userId`, `nickName`, `portraitUrl` and more.
    public var userInfo: JSONValue?
    /// The user's contact details: `mobileNo`, `email`, `QQ` and more.
    public var contactInfo: JSONValue?
    /// The user's origin: `page`, `referrer`, `listUrl` and more.
    public var requestInfo: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("groupid", &groupid)
        pass.json("userInfo", &userInfo)
        pass.json("contactInfo", &contactInfo)
        pass.json("requestInfo", &requestInfo)
    }

    /// A fixed phrase.
    public var digest: String { "[customer service asked]" }
}

/// The customer service's answer to a request: `RC:CsHsR`.
public struct CSHandShakeResponseMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsHsR"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The result: 1 for success.
    public var status: Int64 = 0
    /// The text to show to the user.
    public var msg: String?
    /// The session: `uid`, `sid`, `pid`, `serviceType`, names, icons, evaluation and groups.
    ///
    /// Numbers and strings are mixed: `serviceType` may be either, `isblack` is a string and all lower case.
    public var data: JSONValue = .null
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("status", &status)
        pass.text("msg", &msg)
        pass.json("data", &data)
    }

    /// Checks the status.
    public func check(_ check: inout ContentCheck) {
        check.expect(status, at: "status", in: 0...1)
    }

    /// The text, otherwise the status.
    public var digest: String { msg?.nonEmpty ?? "[customer service answered \(status)]" }
}

/// A user's request for a human instead of the robot: `RC:CsCha` on iOS, `RC:CSCha` elsewhere.
public struct CSChangeModeMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsCha"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []
    /// Android and the web write a capital S.
    public static let objectNameSpellings: [KeySpelling] = [.written("RC:CSCha", .android), .written("RC:CSCha", .web)]

    /// The id of the user in the customer service.
    public var uid = ""
    /// The id of the session.
    public var sid = ""
    /// The id of the company.
    public var pid = ""
    /// The group of agents; the web lacks it.
    public var groupid: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uid", &uid)
        pass.text("sid", &sid)
        pass.text("pid", &pid)
        pass.text("groupid", &groupid)
    }

    /// A fixed phrase.
    public var digest: String { "[agent wanted]" }
}

/// The answer to a request for a human: `RC:CsChaR`.
public struct CSChangeModeResponseMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsChaR"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The result: 200 for success.
    public var code: Int64 = 0
    /// The text to show to the user.
    public var msg: String?
    /// The `status`, and how to evaluate.
    public var data: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("code", &code)
        pass.text("msg", &msg)
        pass.json("data", &data)
    }

    /// The text, otherwise the code.
    public var digest: String { msg?.nonEmpty ?? "[agent answered \(code)]" }
}

/// A notice that a user leaves the customer service: `RC:CsSp`.
public struct CSSuspendMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsSp"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the user in the customer service.
    public var uid = ""
    /// The id of the session.
    public var sid = ""
    /// The id of the company.
    public var pid = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("uid", &uid)
        pass.text("sid", &sid)
        pass.text("pid", &pid)
    }

    /// A fixed phrase.
    public var digest: String { "[customer service left]" }
}

/// A notice that the customer service ends: `RC:CsEnd`.
public struct CSTerminateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsEnd"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The kind of end: 0 over, 1 handed to the robot.
    public var code: Int64 = 0
    /// The text to show to the user.
    public var msg: String?
    /// The id of the session.
    public var sid = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("code", &code)
        pass.text("msg", &msg)
        pass.text("sid", &sid)
    }

    /// Checks the code.
    public func check(_ check: inout ContentCheck) {
        check.expect(code, at: "code", in: 0...1)
    }

    /// The text, otherwise a fixed phrase.
    public var digest: String { msg?.nonEmpty ?? "[customer service ended]" }
}

/// A notice that another kind of service takes over: `RC:CsUpdate`.
public struct CSUpdateMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CsUpdate"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The id of the session.
    public var sid = ""
    /// The kind of service; a string, although similar fields are numbers.
    public var serviceStatus = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("sid", &sid)
        pass.text("serviceStatus", &serviceStatus)
    }

    /// The kind of service.
    public var digest: String { "[service \(serviceStatus)]" }
}

/// The start of the first generation's customer service: `RC:HsMsg`.
public struct HandshakeMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:HsMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The type, 1.
    public var type: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
    }

    /// A fixed phrase.
    public var digest: String { "[customer service asked]" }
}

/// The end of the first generation's customer service: `RC:SpMsg`.
public struct SuspendMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:SpMsg"
    /// No keys.
    public static let envelopeKeys: MessageEnvelope.Keys = []

    /// The type, 1.
    public var type: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty content.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("type", &type)
    }

    /// A fixed phrase.
    public var digest: String { "[customer service left]" }
}
