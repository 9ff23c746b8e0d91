public import WireJSON

/// A text: `RC:TxtMsg`.
public struct TextMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:TxtMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all
    /// Any text will do.
    public static let checksValues = false
    /// That of the text.
    public static let digestKey: StaticString? = "content"

    /// The text; emoji are plain characters.
    public var content = ""
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes an empty text.
    public init() {}

    /// Makes a text.
    public init(_ content: String) { self.content = content }

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
    }

    /// The text.
    public var digest: String { content }
}

/// A text that a machine sends piece by piece: `RC:StreamMsg`.
///
/// The keys of the fragments are those of the server API; those that clients store are not published.
public struct StreamMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:StreamMsg"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// A fragment, or the text so far.
    public var content = ""
    /// `text`, `markdown` or `html`; `text` when absent.
    public var type: String?
    /// The fragment's number, from 1.
    public var seq: Int64?
    /// Whether the stream has ended.
    public var complete: Bool?
    /// Why it has ended.
    public var completeReason: Int64?
    /// Why it was stopped; iOS.
    public var stopReason: Int64?
    /// The stream that the fragment goes on with; elsewhere the key is `messageUId`.
    public var messageUID: String?
    /// The quoted message: `senderId`, `messageUId`, `content`.
    public var referMsg: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes an empty fragment.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
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

    /// Holds the fragment's number to what is documented.
    public func check(_ check: inout ContentCheck) {
        check.limit(seq, at: "seq", to: 1...Int64.max)
    }

    /// The text.
    public var digest: String { content }
}
