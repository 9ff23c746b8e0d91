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

    /// Makes options; by default those of a WebSocket message.
    public init(
        form: FrameForm = .websocket,
        sender: FrameSender? = nil,
        topic: String? = nil,
        key: ObfuscationKey = .none
    ) {
        self.form = form
        self.sender = sender
        self.topic = topic
        self.key = key
    }
}
