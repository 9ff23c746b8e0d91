/// Converts hex text to bytes and back.
public enum Hex {
    /// Returns the bytes of a hex text.
    ///
    /// Skips a leading `0x`, and white space and colons anywhere; accepts both letter cases.
    /// - Throws: `value` at the offset (in UTF-8 bytes of the text) of the first character that is not hex, `truncated`
    ///   for an odd number of digits.
    public static func decode(_ text: some StringProtocol) throws(WireError) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        var offset = 0
        var rest = Substring(text)
        if rest.hasPrefix("0x") || rest.hasPrefix("0X") {
            rest = rest.dropFirst(2)
            offset = 2
        }
        for character in rest.utf8 {
            defer { offset += 1 }
            guard let nibble = value(ofDigit: character) else {
                switch character {
                case 9, 10, 13, 32, 58: continue
                default: throw WireError(.value, at: offset, expected: "hex digits")
                }
            }
            if let first = high {
                bytes.append(first << 4 | nibble)
                high = nil
            } else {
                high = nibble
            }
        }
        guard high == nil else { throw WireError(.truncated, at: offset, expected: "an even number of hex digits") }
        return bytes
    }

    /// Returns the value of an ASCII hex digit in either letter case; `nil` for any other byte.
    @inlinable
    package static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }

    /// Returns bytes in lower-case hex.
    public static func encode(_ bytes: Span<UInt8>) -> String {
        var writer = ByteWriter(capacity: bytes.count * 2)
        writer.append(hex: bytes)
        return String(decoding: writer.array, as: UTF8.self)
    }

    /// Returns bytes in lower-case hex.
    public static func encode(_ bytes: [UInt8]) -> String { encode(bytes.span) }
}
