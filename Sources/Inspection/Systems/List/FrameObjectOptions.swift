public import RongCloud
public import WireFormat

/// What is known of a single unit that does not stand in its bytes.
public struct FrameObjectOptions: Sendable {
    /// The transport.
    public var form: FrameForm
    /// The end that wrote it; without it told from the bytes, where they tell.
    public var sender: FrameSender?
    /// The topic of the query that a QUERYACK answers.
    public var topic: String?
    /// The key of the TCP form's body.
    public var key: ObfuscationKey
    /// LeanCloud: the WebSocket sub-protocol, which says the form; without it told from the bytes.
    public var subprotocol: String?
    /// NIM: whose connection it is, `im` or `chatroom`; without it told from the numbers.
    public var scope: String?

    /// Makes options; by default those of a WebSocket message.
    public init(
        form: FrameForm = .websocket,
        sender: FrameSender? = nil,
        topic: String? = nil,
        key: ObfuscationKey = .none,
        subprotocol: String? = nil,
        scope: String? = nil
    ) {
        self.form = form
        self.sender = sender
        self.topic = topic
        self.key = key
        self.subprotocol = subprotocol
        self.scope = scope
    }
}
