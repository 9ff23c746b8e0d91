public import WireFormat

/// What is known of a single unit that does not stand in its bytes.
public struct FrameObjectOptions: Sendable {
    /// The end that wrote it; without it told from the bytes, where they tell.
    public var sender: FrameSender?
    /// LeanCloud: the WebSocket sub-protocol, which says the form; without it told from the bytes.
    public var subprotocol: String?
    /// NIM: whose connection it is, `im` or `chatroom`; without it told from the numbers.
    public var scope: String?
    /// RongCloud: the form and what it needs.
    public var rongCloud = RongCloudFrameOptions()

    /// Makes options; by default those of a WebSocket message.
    public init(sender: FrameSender? = nil, subprotocol: String? = nil, scope: String? = nil) {
        self.sender = sender
        self.subprotocol = subprotocol
        self.scope = scope
    }
}
