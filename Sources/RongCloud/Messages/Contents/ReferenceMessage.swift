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
    /// Who sent the quoted message.
    public var referMsgUserId = ""
    /// The quoted message's type.
    public var objName = ""
    /// The quoted message's content, an object.
    public var referMsg: JSONValue = .null
    /// The quoted message's UID; newer SDKs.
    public var referMsgUid: String?
    /// What became of it: 0 nothing, 1 edited, 2 recalled, 3 deleted; newer iOS.
    public var referMsgStatus: Int64?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes an answer that quotes nothing.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.text("referMsgUserId", &referMsgUserId)
        pass.text("objName", &objName)
        pass.json("referMsg", &referMsg)
        pass.text("referMsgUid", &referMsgUid)
        pass.integer("referMsgStatus", &referMsgStatus)
    }

    /// Judges the status.
    public func check(_ check: inout ContentCheck) {
        check.expect(referMsgStatus, at: "referMsgStatus", in: 0...3)
    }

    /// The quoted content, read as its type; `nil` when nothing is quoted.
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
