public import WireJSON

/// A text: `RC:TxtMsg`.
public struct TextMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:TxtMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all
    /// No check of the values: any text is valid.
    public static let checksValues = false
    /// The key of the text.
    public static let digestKey: StaticString? = "content"

    /// The text; emoji are plain characters.
    public var content = ""
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty text.
    public init() {}

    /// Makes a text.
    public init(_ content: String) { self.content = content }

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text.
    public var digest: String { content }
}

/// A text that a machine sends in fragments: `RC:StreamMsg`.
///
/// The keys of the fragments are those of the server API; the keys that clients store are not published.
public struct StreamMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:StreamMsg"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// A fragment, or the text so far.
    public var content = ""
    /// The format: `text`, `markdown` or `html`; `text` if absent.
    public var type: String?
    /// The fragment's number, from 1.
    public var seq: Int64?
    /// Whether the stream has ended.
    public var complete: Bool?
    /// The reason for the end of the stream.
    public var completeReason: Int64?
    /// The reason for the stop; iOS.
    public var stopReason: Int64?
    /// The UID of the stream that the fragment continues; other types use the key `messageUId`.
    public var messageUID: String?
    /// The quoted message: `senderId`, `messageUId`, `content`.
    public var referMsg: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty fragment.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.text("type", &type)
        pass.integer("seq", &seq)
        pass.flag("complete", &complete, or: [.read("isComplete", .ios)])
        pass.integer("completeReason", &completeReason)
        pass.integer("stopReason", &stopReason)
        pass.text("messageUID", &messageUID)
        pass.json("referMsg", &referMsg)
    }

    /// Checks that the fragment's number is at least 1.
    public func check(_ check: inout ContentCheck) {
        check.limit(seq, at: "seq", to: 1...Int64.max)
    }

    /// The text.
    public var digest: String { content }
}
