import Transport

/// The parts of a request that systems base their claims on.
struct RequestHead: Sendable {
    /// The path and the parameters.
    var target: HTTPTarget
    /// Whether the request asks for the switch to WebSocket.
    var isUpgrade: Bool
    /// The WebSocket sub-protocol: the one that the server chose, otherwise the first one that the client offers.
    var subprotocol: String?
    /// The host and port in the field Host; `nil` without this field.
    var host: String?
    /// Whether a browser only asks whether it may send a request with this target, which carries nothing itself.
    var isPreflight = false
}
