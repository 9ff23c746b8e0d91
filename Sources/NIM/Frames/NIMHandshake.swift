public import WireFormat

/// The response to `GET /socket.io/1/?t=…`: `sessionId:heartbeatSeconds:closeSeconds:transports`.
public struct NIMHandshake: Hashable, Sendable {
    /// The session's id, which is in the path of the WebSocket or of polling.
    public let sessionId: String
    /// The interval of the transport's heartbeat, in seconds; `nil` if empty.
    public let heartbeatSeconds: Int?
    /// The time without a heartbeat after which the connection is closed, in seconds; `nil` if empty.
    public let closeSeconds: Int?
    /// The transports that the server offers, such as `websocket` and `xhr-polling`.
    public let transports: [String]

    /// Reads the response; throws `value` for any other format.
    public init(decoding bytes: Span<UInt8>) throws(WireError) {
        let text = String(decodingUTF8: bytes)
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty, !parts[3].isEmpty,
            parts[1...2].allSatisfy({ $0.isEmpty || $0.utf8.allSatisfy { $0 &- 48 < 10 } && Int($0) != nil })
        else { throw WireError(.value, at: 0, expected: "session, two numbers of seconds and transports") }
        sessionId = String(parts[0])
        heartbeatSeconds = Int(parts[1])
        closeSeconds = Int(parts[2])
        transports = parts[3].split(separator: ",").map(String.init)
    }

    /// Returns the session and the transport in a path such as `/socket.io/1/xhr-polling/ID`; `nil` for other paths.
    public static func session(inPath path: String) -> (transport: String, sessionId: String)? {
        guard path.utf8.starts(with: "/socket.io/".utf8) else { return nil }
        let parts = path.prefix { $0 != "?" }.split(separator: "/")
        guard parts.count == 4, parts[0] == "socket.io", parts[1] == "1" else { return nil }
        return (String(parts[2]), String(parts[3]))
    }
}
