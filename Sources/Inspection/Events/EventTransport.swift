/// How a unit came.
public enum EventTransport: UInt8, Hashable, Sendable, CaseIterable {
    /// A WebSocket message.
    case websocket
    /// A stretch of the TCP stream itself.
    case tcp
    /// An HTTP request that waits for messages or brings them, or a part of an answer to one.
    case polling
    /// Another HTTP request and its answer.
    case http

    /// The word for it in an event.
    public var name: StaticString {
        switch self {
        case .websocket: "websocket"
        case .tcp: "tcp"
        case .polling: "polling"
        case .http: "http"
        }
    }
}
