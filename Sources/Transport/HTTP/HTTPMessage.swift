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
    /// The body as transferred, without the framing of chunks, up to the limit.
    public var body: [UInt8] = []
    /// The length of the body in bytes, even if it was not kept whole.
    public var bodyLength = 0
    /// The number of bytes of the message in its stream, head and framing included.
    public var length = 0

    /// The request target as written; empty for a response.
    public var target: String {
        if case .request(_, let target) = start { target } else { "" }
    }

    /// Whether white space precedes the colon of a field, where no sender may write any.
    public var hasSpacedNames: Bool { fields.hasSpacedNames }

    /// Returns the value of the first field with this name, in any letter case.
    public func field(_ name: StaticString) -> String? { fields[name] }

    /// Returns the values of all fields with this name as one list, which is equivalent (RFC 9110 section 5.2).
    package func list(_ name: StaticString) -> String { fields.values(name).joined(separator: ", ") }

    /// Returns whether a list field, or any of its repetitions, contains a word, in any letter case.
    public func lists(_ word: StaticString, in name: StaticString) -> Bool { fields.list(name, holds: word) }

    /// The transfer codings in the order of application, in lower case, without `identity`, which old servers write.
    var transferCodings: [String] {
        fields.values("Transfer-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }
            .map { String($0.prefix { $0 != ";" }) }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// Whether the body is chunked: `chunked` must be the last coding applied (RFC 9112 section 6.3).
    public var isChunked: Bool { transferCodings.last == "chunked" }

    /// Whether the message requests or grants a switch to WebSocket (RFC 6455 section 4).
    public var isWebSocketUpgrade: Bool { lists("websocket", in: "Upgrade") }
}
