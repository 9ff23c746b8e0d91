/// One HTTP/1.1 request or response (RFC 9112), with its body.
public struct HTTPMessage: Hashable, Sendable {
    /// The first line.
    public enum Start: Hashable, Sendable {
        /// Method and request target as written.
        case request(method: String, target: String)
        /// The status code.
        case response(status: Int)
    }

    /// A header field.
    public struct Field: Hashable, Sendable {
        /// The name as written.
        public var name: String
        /// The value without the white space around it.
        public var value: String
    }

    /// The first line.
    public var start: Start
    /// The header fields in order.
    public var fields: [Field]
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
    public func field(_ name: String) -> String? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }?.value
    }

    /// Whether a field that lists words, or a repetition of it, holds this one, in any letter case.
    public func lists(_ word: String, in name: String) -> Bool {
        let name = name.lowercased()
        let word = word.lowercased()
        return fields.contains { field in
            field.name.lowercased() == name
                && field.value.lowercased().split(separator: ",").contains { part in
                    part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != ";" && $0 != "\t" } == word
                }
        }
    }

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
        var rest = Substring(target)
        if !target.hasPrefix("/"), let scheme = rest.range(of: "://") {
            rest = rest[scheme.upperBound...]
            rest = rest[(rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex)...]
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts.first ?? "")
        query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Parameter(
                name: Self.percentDecoded(sides[0]),
                value: sides.count > 1 ? Self.percentDecoded(sides[1]) : ""
            )
        }
    }

    /// The value of the first parameter with this name.
    public subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    private static func percentDecoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
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

extension Substring {
    /// The first place of a short text.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
