public import RongCloud

/// The facts about a single RongCloud frame that its bytes do not hold.
public struct RongCloudFrameOptions: Hashable, Sendable {
    /// The transport.
    public var form: FrameForm
    /// The topic of the query that a QUERYACK answers.
    public var topic: String?
    /// The key of the TCP form's body.
    public var key: ObfuscationKey

    /// Creates options; by default those of a WebSocket message.
    public init(form: FrameForm = .websocket, topic: String? = nil, key: ObfuscationKey = .none) {
        self.form = form
        self.topic = topic
        self.key = key
    }
}
