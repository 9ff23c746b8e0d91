/// Decodes base64 text (RFC 4648 sections 4 and 5).
public enum Base64 {
    /// Returns the bytes of a base64 text, or `nil` if the text is not base64.
    ///
    /// Accepts both alphabets and absent padding. With `ignoringWhitespace`, skips white space.
    public static func decode(_ text: Span<UInt8>, ignoringWhitespace: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        return decode(text, ignoringWhitespace: ignoringWhitespace, into: &bytes) == nil ? bytes : nil
    }

    /// Returns the bytes of a base64 text, by the rules of ``decode(_:ignoringWhitespace:)`` without white space.
    ///
    /// - Throws: `value` at the offset of the first byte that is not allowed there, `truncated` at the end of a text
    ///   that breaks off.
    public static func decode(checking text: Span<UInt8>) throws(WireError) -> [UInt8] {
        var bytes: [UInt8] = []
        guard let wrong = decode(text, ignoringWhitespace: false, into: &bytes) else { return bytes }
        guard wrong < text.count else {
            throw WireError(.truncated, at: wrong, expected: "base64 of whole bytes")
        }
        throw WireError(.value, at: wrong, expected: "base64")
    }

    /// Decodes; returns the offset of the first wrong byte, the text's length if the text breaks off, otherwise `nil`.
    private static func decode(
        _ text: Span<UInt8>,
        ignoringWhitespace: Bool,
        into bytes: inout [UInt8]
    ) -> Int? {
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        var index = 0
        let values = Self.values
        while index < text.count {
            // Fast path: most of a text is groups of four digits.
            while digits == 0, padding == 0, index &+ 4 <= text.count,
                let group = wholeGroup(text, at: index, values.span)
            {
                append(group, to: &bytes)
                index &+= 4
            }
            guard index < text.count else { break }
            defer { index &+= 1 }
            let value = values[Int(text[index])]
            switch text[index] {
            case UInt8(ascii: "="): padding += 1
            case 9, 10, 13, 32:
                guard ignoringWhitespace else { return index }
            default:
                guard value < 64, padding == 0 else { return index }
                group = group << 6 | UInt32(value)
                digits += 1
                if digits == 4 {
                    append(group, to: &bytes)
                    group = 0
                    digits = 0
                }
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

    /// Returns the 24 bits of the four digits at `index`, or `nil` if one of the four bytes is not a digit.
    @inline(__always)
    private static func wholeGroup(_ text: Span<UInt8>, at index: Int, _ values: Span<UInt8>) -> UInt32? {
        let first = UInt32(values[Int(text[index])])
        let second = UInt32(values[Int(text[index &+ 1])])
        let third = UInt32(values[Int(text[index &+ 2])])
        let fourth = UInt32(values[Int(text[index &+ 3])])
        guard first | second | third | fourth < 64 else { return nil }
        return first << 18 | second << 12 | third << 6 | fourth
    }

    @inline(__always)
    private static func append(_ group: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
    }

    /// The value of each byte as a digit of either alphabet; 255 for bytes that are not digits.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for value in UInt8(0)..<26 {
            values[Int(65 + value)] = value
            values[Int(97 + value)] = 26 + value
        }
        for value in UInt8(0)..<10 { values[Int(48 + value)] = 52 + value }
        for (plus, slash) in [("+", "/"), ("-", "_")] as [(Unicode.Scalar, Unicode.Scalar)] {
            values[Int(plus.value)] = 62
            values[Int(slash.value)] = 63
        }
        return values
    }()

    /// Returns the offset of the first `=`, for padding of the wrong length.
    private static func firstPadding(_ text: Span<UInt8>) -> Int {
        text.firstIndex(of: UInt8(ascii: "="), from: 0) ?? text.count
    }
}
