/// One HTTP/1.1 request or response (RFC 9112), with its body.
public struct HTTPMessage: Hashable, Sendable {
    /// The first line.
    public enum Start: Hashable, Sendable {
        /// Method and request target as written.
        case request(method: String, target: String)
        /// The status code.
        case response(status: Int)
    }

    /// The first line.
    public var start: Start
    /// The header fields.
    public var fields = HTTPFields()
    /// The body as transferred, chunks put together, up to the limit.
    public var body: [UInt8] = []
    /// How long the body was, also when it was not kept whole.
    public var bodyLength = 0
    /// How many bytes the message took in its stream, head and framing included.
    public var length = 0

    /// The request target as written; empty for a response.
    public var target: String {
        if case .request(_, let target) = start { target } else { "" }
    }

    /// Whether blanks stand between a field's name and its colon, where no sender may write any.
    public var hasSpacedNames: Bool { fields.hasSpacedNames }

    /// The value of the first field with this name, in any letter case.
    public func field(_ name: StaticString) -> String? { fields[name] }

    /// The values of all fields with this name as one list, which says the same (RFC 9110 section 5.2).
    package func list(_ name: StaticString) -> String { fields.values(name).joined(separator: ", ") }

    /// Whether a field that lists words, or a repetition of it, holds this one, in any letter case.
    public func lists(_ word: StaticString, in name: StaticString) -> Bool { fields.list(name, holds: word) }

    /// The transfer codings in the order in which they were applied, in small letters; `identity`, which old servers write, is
    /// none.
    var transferCodings: [String] {
        fields.values("Transfer-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }
            .map { String($0.prefix { $0 != ";" }) }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// Whether the body came in chunks: that is the coding that was applied last (RFC 9112 section 6.3).
    public var isChunked: Bool { transferCodings.last == "chunked" }

    /// Whether this asks for, or grants, a switch to WebSocket (RFC 6455 section 4).
    public var isWebSocketUpgrade: Bool { lists("websocket", in: "Upgrade") }
}
