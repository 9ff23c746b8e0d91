import WireFormat
public import WireJSON

/// An answer that quotes a message: `RC:ReferenceMsg`.
public struct ReferenceMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ReferenceMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The answer.
    public var content = ""
    /// The id of the quoted message's sender.
    public var referMsgUserId = ""
    /// The type of the quoted message.
    public var objName = ""
    /// The content of the quoted message, an object.
    public var referMsg: JSONValue = .null
    /// The UID of the quoted message; newer SDKs.
    public var referMsgUid: String?
    /// The later state of the quoted message: 0 unchanged, 1 edited, 2 recalled, 3 deleted; newer iOS.
    public var referMsgStatus: Int64?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an answer that quotes nothing.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.text("referMsgUserId", &referMsgUserId)
        pass.text("objName", &objName)
        pass.json("referMsg", &referMsg)
        pass.text("referMsgUid", &referMsgUid)
        pass.integer("referMsgStatus", &referMsgStatus)
    }

    /// Checks the status.
    public func check(_ check: inout ContentCheck) {
        check.expect(referMsgStatus, at: "referMsgStatus", in: 0...3)
    }

    /// Returns the quoted content, decoded by its type; `nil` if nothing is quoted.
    public func quoted(in registry: MessageRegistry = .builtIn) -> DecodedMessage? {
        guard !referMsg.isNull, let document = Self.document(of: referMsg) else { return nil }
        return registry.decode(objName, document.root)
    }

    private static func document(of value: JSONValue) -> JSONDocument? {
        var writer = ByteWriter()
        value.encode(into: &writer)
        return try? JSONDocument(writer.array)
    }

    /// The answer.
    public var digest: String { content }
}
