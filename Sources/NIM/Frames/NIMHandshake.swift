public import WireFormat

/// The answer to `GET /socket.io/1/?t=…`: `sessionId:heartbeatSeconds:closeSeconds:transports`.
public struct NIMHandshake: Hashable, Sendable {
    /// The session, which the path of the WebSocket or of polling names.
    public let sessionId: String
    /// How often the transport's heartbeat is due, in seconds; `nil` where it says none.
    public let heartbeatSeconds: Int?
    /// After how long without one the connection is closed, in seconds; `nil` where it says none.
    public let closeSeconds: Int?
    /// The transports that the server offers, such as `websocket` and `xhr-polling`.
    public let transports: [String]

    /// Reads the answer; throws `value` for what is not of this form.
    public init(decoding bytes: Span<UInt8>) throws(WireError) {
        let text = String(decodingUTF8: bytes)
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty, !parts[3].isEmpty,
            parts[1...2].allSatisfy({ $0.allSatisfy(\.isNumber) })
        else { throw WireError(.value, at: 0, expected: "session, two numbers of seconds and transports") }
        sessionId = String(parts[0])
        heartbeatSeconds = Int(parts[1])
        closeSeconds = Int(parts[2])
        transports = parts[3].split(separator: ",").map(String.init)
    }

    /// The session in a path such as `/socket.io/1/xhr-polling/ID`, and its transport; `nil` for another path.
    public static func session(inPath path: String) -> (transport: String, sessionId: String)? {
        guard path.utf8.starts(with: "/socket.io/".utf8) else { return nil }
        let parts = path.prefix { $0 != "?" }.split(separator: "/")
        guard parts.count == 4, parts[0] == "socket.io", parts[1] == "1" else { return nil }
        return (String(parts[2]), String(parts[3]))
    }
}
