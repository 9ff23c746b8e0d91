import Transport

extension RequestHead {
    /// Creates the head of an HTTP request.
    init(_ message: HTTPMessage, target: String) {
        self.init(target: HTTPTarget(target), isUpgrade: message.isWebSocketUpgrade)
        host = message.field("Host").flatMap { $0.isEmpty ? nil : $0 }
        // The CORS preflight of the Fetch standard.
        if case .request(method: "OPTIONS", target: _) = message.start { isPreflight = true }
        guard isUpgrade else { return }
        let offered = message.field("Sec-WebSocket-Protocol")?.split(separator: ",").first
        subprotocol = offered.map { $0.filter { $0 != " " } }
    }
}
