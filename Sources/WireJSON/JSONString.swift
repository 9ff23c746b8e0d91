public import WireFormat

/// A JSON string: its text, and its spelling if that is unusual.
///
/// Two strings are equal if their texts are equal scalar for scalar and their spellings are equal too.
public struct JSONString: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The decoded text; a lone surrogate becomes U+FFFD.
    public let text: String
    /// The spelling, quotes included, if it differs from the spelling that our writer produces for ``text``.
    public let unusualSpelling: [UInt8]?

    /// The decoded text, without quotes.
    public var description: String { text }

    /// Makes a string in the spelling of our writer.
    public init(_ text: String) {
        self.text = text
        unusualSpelling = nil
    }

    /// Makes a string in the spelling of our writer.
    public init(stringLiteral value: String) { self.init(value) }

    /// Parses a string token, quotes included, and keeps its spelling.
    ///
    /// Throws `json`.
    public init(spelling: [UInt8]) throws(WireError) {
        let bytes = spelling.span
        guard ByteScan.peek(bytes, 0, bytes.count) == UInt8(ascii: "\"") else {
            throw JSONFault.unexpected(0, "a string")
        }
        let token = try JSONScanner.string(bytes, from: 0, to: bytes.count)
        guard token.end == bytes.count else { throw JSONFault.unexpected(token.end, "the end") }
        self.init(bytes, token: 0..<bytes.count, hasEscapes: token.hasEscapes)
    }

    /// Takes a token that the parser has accepted.
    init(_ bytes: Span<UInt8>, token: Range<Int>, hasEscapes: Bool) {
        text = JSONText.decode(bytes, in: token.lowerBound + 1..<token.upperBound - 1, hasEscapes: hasEscapes)
        // A text without escapes has only one spelling.
        guard hasEscapes else {
            unusualSpelling = nil
            return
        }
        var usual = ByteWriter(capacity: token.count + 16)
        usual.append(jsonString: text)
        let spelling = bytes.extracting(token)
        unusualSpelling = usual.span.equals(spelling) ? nil : Array(copying: spelling)
    }

    /// Appends the string in its own spelling.
    public func encode(into writer: inout ByteWriter) {
        if let unusualSpelling { writer.append(unusualSpelling) } else { writer.append(jsonString: text) }
    }

    /// Returns whether text and spelling are equal.
    public static func == (one: JSONString, other: JSONString) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8) && one.unusualSpelling == other.unusualSpelling
    }

    /// Feeds text and spelling to the hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(unusualSpelling)
    }
}
