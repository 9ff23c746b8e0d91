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

    /// The value of the first field with this name, in any letter case.
    public func field(_ name: StaticString) -> String? { fields[name] }

    /// Whether a field that lists words, or a repetition of it, holds this one, in any letter case.
    public func lists(_ word: StaticString, in name: StaticString) -> Bool { fields.list(name, holds: word) }

    /// Whether this asks for, or grants, a switch to WebSocket (RFC 6455 section 4).
    public var isWebSocketUpgrade: Bool { lists("websocket", in: "Upgrade") }
}

/// A request target taken apart: path and query, percent-decoded.
public struct HTTPTarget: Hashable, Sendable {
    /// A name and a value of the query.
    public struct Parameter: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value; empty when there is no `=`.
        public var value: String

        /// Makes a parameter.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The path as written.
    public var path: String
    /// The query's parameters in order.
    public var query: [Parameter]

    /// Takes a request target apart, also one in absolute form.
    public init(_ target: String) {
        var rest = Array(target.utf8)[...]
        if rest.first != UInt8(ascii: "/"), let scheme = Self.endOfScheme(rest) {
            rest = rest[scheme...].drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        }
        let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        path = String(decoding: rest[..<mark], as: UTF8.self)
        query = rest[mark...].dropFirst().split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return Parameter(
                name: Self.percentDecoded(pair[..<equals]),
                value: Self.percentDecoded(pair[equals...].dropFirst())
            )
        }
    }

    /// Where `://` ends.
    private static func endOfScheme(_ target: ArraySlice<UInt8>) -> Int? {
        let mark = Array("://".utf8)
        return target.indices.first { target[$0...].starts(with: mark) }.map { $0 + mark.count }
    }

    /// The value of the first parameter with this name.
    public subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> String {
        percentDecoded(Array(text))
    }

    /// The text without percent-encoding, `+` as a blank; what is not UTF-8 becomes U+FFFD.
    package static func percentDecoded(_ text: [UInt8]) -> String {
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: text, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 48...57: byte - 48
            case 65...70: byte - 55
            case 97...102: byte - 87
            default: nil
            }
        }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest[rest.startIndex]),
                let low = digit(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 32 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
