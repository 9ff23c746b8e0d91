public import WireFormat

/// A JSON string: what it says, and how it was spelt where that is unusual.
///
/// Two are equal when their text is the same scalar for scalar, and their spelling too.
public struct JSONString: Hashable, Sendable, ExpressibleByStringLiteral {
    /// What the string says; a lone surrogate reads as U+FFFD.
    public let text: String
    /// The spelling, quotes included, when it is not the one that our writer gives ``text``.
    public let unusualSpelling: [UInt8]?

    /// A string in the spelling that our writer gives it.
    public init(_ text: String) {
        self.text = text
        unusualSpelling = nil
    }

    /// A string in the spelling that our writer gives it.
    public init(stringLiteral value: String) { self.init(value) }

    /// Reads a string token, quotes included, as it is spelt.
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

    /// Takes a token that the parser has let pass.
    init(_ bytes: Span<UInt8>, token: Range<Int>, hasEscapes: Bool) {
        text = JSONText.decode(bytes, in: token.lowerBound + 1..<token.upperBound - 1, hasEscapes: hasEscapes)
        // Without escapes there is one spelling only.
        guard hasEscapes else {
            unusualSpelling = nil
            return
        }
        var usual = ByteWriter(capacity: token.count + 16)
        usual.append(jsonString: text)
        let spelling = bytes.extracting(token)
        unusualSpelling = usual.span.equals(spelling) ? nil : Array(copying: spelling)
    }

    /// Appends the string as it is spelt.
    public func encode(into writer: inout ByteWriter) {
        if let unusualSpelling { writer.append(unusualSpelling) } else { writer.append(jsonString: text) }
    }

    /// Whether text and spelling are the same.
    public static func == (one: JSONString, other: JSONString) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8) && one.unusualSpelling == other.unusualSpelling
    }

    /// Feeds text and spelling to the hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(unusualSpelling)
    }
}
