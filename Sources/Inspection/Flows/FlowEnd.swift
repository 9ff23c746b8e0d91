import WireFormat

/// The end of a connection, for consumers that check for missing answers.
struct FlowEnd: Sendable {
    /// The number of the connection, from 1.
    var number: Int
    /// The time when an end closed the connection, or was heard last before it could not be reached any more, otherwise
    /// the time of the last packet, in nanoseconds since 1970.
    var lastTime: Int64
    /// Whether an end closed the connection, or could not be reached any more; otherwise the capture ended first, or the
    /// connection fell silent.
    var isClosed: Bool
    /// The first close frame of each end of a WebSocket, the client's first; empty if there is none.
    var closes: [(sender: FrameSender, frame: WebSocketClose)] = []
}
