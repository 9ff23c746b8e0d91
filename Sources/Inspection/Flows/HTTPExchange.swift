import Transport

/// An HTTP request and its answer, as far as both were seen.
struct HTTPExchange: Sendable {
    /// The method; empty when the request was not seen.
    var method: String
    /// The request's path and parameters.
    var target: HTTPTarget
    /// The status; `nil` when the answer was not seen.
    var status: Int?
    /// Whether this is the switch to WebSocket.
    var isUpgrade: Bool
    /// Bytes of both messages.
    var length: Int
    /// The answer's body, up to the limit.
    var body: [UInt8]

    /// What RongCloud's SDKs ask for over HTTP.
    enum Purpose: String, Sendable {
        /// Where the servers are.
        case navigation
        /// Whether a server answers.
        case ping
        /// The way to WebSocket.
        case upgrade
        /// Long polling.
        case polling
    }

    /// What the request is for, when it is RongCloud's.
    var purpose: Purpose? { Self.purpose(of: target, isUpgrade: isUpgrade) }

    /// What a request is for, when it is RongCloud's.
    ///
    /// Source: web SDK v2 `navi.ts`, `transportation/websocket.ts`, `transportation/xhrpolling.ts`.
    static func purpose(of target: HTTPTarget, isUpgrade: Bool) -> Purpose? {
        if isUpgrade { return target.path == "/websocket" && target["appId"] != nil ? .upgrade : nil }
        switch target.path.split(separator: "/").last {
        case "navi.js", "cometnavi.js": return target["appId"] != nil ? .navigation : nil
        case "ping": return target["r"] != nil ? .ping : nil
        case "pullmsg.js": return target["sessionid"] != nil ? .polling : nil
        case "websocket": return target["appId"] != nil || target["header"] != nil ? .polling : nil
        default: return nil
        }
    }
}
