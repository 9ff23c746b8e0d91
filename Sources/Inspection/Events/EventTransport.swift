/// The transport that carried a unit.
public enum EventTransport: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// A WebSocket message.
    case websocket
    /// A range of the TCP stream itself.
    case tcp
    /// A long-polling request, or a part of the answer to one.
    case polling
    /// Any other HTTP request and its answer.
    case http

    /// The name of the transport in an event.
    public var name: StaticString {
        switch self {
        case .websocket: "websocket"
        case .tcp: "tcp"
        case .polling: "polling"
        case .http: "http"
        }
    }

    /// The name of the transport in an event.
    public var description: String { name.description }
}
