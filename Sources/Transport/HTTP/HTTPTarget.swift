import WireFormat

/// A parsed request target: path and query, percent-decoded.
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
    public var query: [Parameter] = []

    /// Parses a request target, in origin form or absolute form.
    public init(_ target: String) {
        let bytes = target.utf8Span.span
        let start = Self.pathStart(bytes)
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"), from: start) ?? bytes.count
        path = String(decodingUTF8: bytes.extracting(start..<mark))
        var position = mark + 1
        while position < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: position) ?? bytes.count
            if end > position { query.append(Self.parameter(bytes.extracting(position..<end))) }
            position = end + 1
        }
    }

    /// Returns the start of the path: in absolute form, it follows scheme and authority.
    package static func pathStart(_ target: Span<UInt8>) -> Int {
        guard !target.isEmpty, target[0] != UInt8(ascii: "/") else { return 0 }
        var colon = 0
        while let next = target.firstIndex(of: UInt8(ascii: ":"), from: colon) {
            colon = next + 1
            guard target.extracting(colon..<min(colon + 2, target.count)).equals("//") else { continue }
            var position = colon + 2
            while position < target.count, target[position] != UInt8(ascii: "/"), target[position] != UInt8(ascii: "?")
            {
                position += 1
            }
            return position
        }
        return 0
    }

    private static func parameter(_ pair: Span<UInt8>) -> Parameter {
        guard let equals = pair.firstIndex(of: UInt8(ascii: "="), from: 0) else {
            return Parameter(name: percentDecoded(pair), value: "")
        }
        return Parameter(
            name: percentDecoded(pair.extracting(..<equals)),
            value: percentDecoded(pair.extracting((equals + 1)...))
        )
    }

    /// The value of the first parameter with this name.
    public subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// Returns the text without percent-encoding, with `+` as a space; bytes that are not UTF-8 become U+FFFD.
    package static func percentDecoded(_ text: Span<UInt8>) -> String {
        guard text.indices.contains(where: { text[$0] == UInt8(ascii: "%") || text[$0] == UInt8(ascii: "+") }) else {
            return String(decodingUTF8: text)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            if byte == UInt8(ascii: "%"), text.count - position >= 2, let high = Hex.value(ofDigit: text[position]),
                let low = Hex.value(ofDigit: text[position + 1])
            {
                bytes.append(high << 4 | low)
                position += 2
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 32 : byte)
            }
        }
        return String(decodingUTF8: bytes.span)
    }
}
