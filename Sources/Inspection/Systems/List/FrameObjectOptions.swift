public import WireFormat

/// The facts about a single unit that its bytes do not hold.
public struct FrameObjectOptions: Hashable, Sendable {
    /// The end that wrote the unit; `nil` to infer it from the bytes, if these tell.
    public var sender: FrameSender?
    /// LeanCloud: the WebSocket sub-protocol, which tells the form; `nil` to infer the form from the bytes.
    public var subprotocol: String?
    /// NIM: the scope of the connection, `im` or `chatroom`; `nil` to infer it from the numbers.
    public var scope: String?
    /// RongCloud: the form, and the options that the form needs.
    public var rongCloud = RongCloudFrameOptions()

    /// Creates options; by default those of a WebSocket message.
    public init(sender: FrameSender? = nil, subprotocol: String? = nil, scope: String? = nil) {
        self.sender = sender
        self.subprotocol = subprotocol
        self.scope = scope
    }
}
