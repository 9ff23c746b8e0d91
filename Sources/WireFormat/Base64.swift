/// Base64 text (RFC 4648 sections 4 and 5) to bytes.
public enum Base64 {
    /// The bytes that a base64 text stands for; `nil` when it is not base64.
    ///
    /// Both alphabets are read, padding may be absent, and white space is passed over when `ignoringWhitespace`.
    public static func decode(_ text: Span<UInt8>, ignoringWhitespace: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
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
                guard ignoringWhitespace else { return nil }
                continue
            default: return nil
            }
            guard padding == 0 else { return nil }
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
        case 0: return padding == 0 ? bytes : nil
        case 2 where padding == 0 || padding == 2:
            bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3 where padding <= 1:
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
        default: return nil
        }
        return bytes
    }
}
