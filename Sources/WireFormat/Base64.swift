/// Base64 text (RFC 4648 sections 4 and 5) to bytes.
public enum Base64 {
    /// The bytes that a base64 text stands for; `nil` when it is not base64.
    ///
    /// Both alphabets are read, padding may be absent, and white space is passed over when `ignoringWhitespace`.
    public static func decode(_ text: Span<UInt8>, ignoringWhitespace: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        return decode(text, ignoringWhitespace: ignoringWhitespace, into: &bytes) == nil ? bytes : nil
    }

    /// The bytes that a base64 text stands for, read like ``decode(_:ignoringWhitespace:)``.
    ///
    /// - Throws: `value` at the offset of the first byte that does not belong there, `truncated` at the end of a text that
    ///   breaks off.
    public static func decode(checking text: Span<UInt8>) throws(WireError) -> [UInt8] {
        var bytes: [UInt8] = []
        guard let wrong = decode(text, ignoringWhitespace: false, into: &bytes) else { return bytes }
        guard wrong < text.count else {
            throw WireError(.truncated, at: wrong, expected: "base64 of whole bytes")
        }
        throw WireError(.value, at: wrong, expected: "base64")
    }

    /// Decodes; answers the offset of the first byte that is wrong, the text's length if it breaks off, else `nil`.
    private static func decode(
        _ text: Span<UInt8>,
        ignoringWhitespace: Bool,
        into bytes: inout [UInt8]
    ) -> Int? {
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for index in text.indices {
            let value: UInt32
            switch text[index] {
            case let upper where upper >= 65 && upper <= 90: value = UInt32(upper - 65)
            case let lower where lower >= 97 && lower <= 122: value = UInt32(lower - 71)
            case let digit where digit >= 48 && digit <= 57: value = UInt32(digit + 4)
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            case UInt8(ascii: "="):
                padding += 1
                continue
            case 9, 10, 13, 32:
                guard ignoringWhitespace else { return index }
                continue
            default: return index
            }
            guard padding == 0 else { return index }
            group = group << 6 | value
            digits += 1
            if digits == 4 {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                group = 0
                digits = 0
            }
        }
        switch digits {
        case 0: return padding == 0 ? nil : firstPadding(text)
        case 2 where padding == 0 || padding == 2:
            bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3 where padding <= 1:
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
        default: return padding == 0 ? text.count : firstPadding(text)
        }
        return nil
    }

    /// Where the padding begins that is too much or too little.
    private static func firstPadding(_ text: Span<UInt8>) -> Int {
        text.firstIndex(of: UInt8(ascii: "="), from: 0) ?? text.count
    }
}
