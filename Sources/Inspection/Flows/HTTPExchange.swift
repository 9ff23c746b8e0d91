import Transport

/// An HTTP request and its answer, as far as both were seen.
struct HTTPExchange: Sendable {
    /// The method; empty when the request was not seen.
    let method: String
    /// The request's path and parameters.
    let target: HTTPTarget
    /// The status; `nil` when the answer was not seen.
    let status: Int?
    /// Whether this is the switch to WebSocket.
    let isUpgrade: Bool
    /// Bytes of both messages.
    let length: Int
    /// The answer's body, up to the limit.
    var body: [UInt8]
    /// What the request is for, when it is RongCloud's.
    let purpose: Purpose?

    /// Puts together what was seen.
    init(method: String, target: HTTPTarget, status: Int?, isUpgrade: Bool, length: Int, body: [UInt8]) {
        self.method = method
        self.target = target
        self.status = status
        self.isUpgrade = isUpgrade
        self.length = length
        self.body = body
        purpose = Self.purpose(of: target, isUpgrade: isUpgrade)
    }

    /// Where the JSON of the answer lies in ``body``: inside a JSONP wrapper, from the first brace to the last.
    ///
    /// Source: engine v5 takes it the same way (read).
    var replyRange: Range<Int>? {
        guard let first = body.firstIndex(of: UInt8(ascii: "{")), let last = body.lastIndex(of: UInt8(ascii: "}")),
            first < last
        else { return nil }
        return first..<last + 1
    }

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
