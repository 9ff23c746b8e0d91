/// How a unit came.
enum EventTransport: UInt8, Sendable {
    /// A WebSocket message.
    case websocket
    /// A stretch of the TCP stream itself.
    case tcp
    /// An HTTP request or a part of an answer.
    case polling

    /// The word for it in an event.
    var name: StaticString {
        switch self {
        case .websocket: "websocket"
        case .tcp: "tcp"
        case .polling: "polling"
        }
    }
}
