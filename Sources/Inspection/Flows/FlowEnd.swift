/// How a connection ended, for those who judge what was still to come.
struct FlowEnd: Sendable {
    /// Number of the connection, from 1.
    var number: Int
    /// Nanoseconds since 1970: when an end closed it; else of its last packet.
    var lastTime: Int64
    /// Whether one of its ends closed it; otherwise the capture ends first, or it fell silent.
    var isClosed: Bool
}
