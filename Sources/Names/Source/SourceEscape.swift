/// Decodes the escapes of string literals.
enum SourceEscape {
    /// Returns the character of an escape, `nil` if there is none, and the number of bytes after the escape's letter.
    ///
    /// - Parameters:
    ///   - letter: the byte after the backslash.
    ///   - bytes: the source.
    ///   - index: the index of the byte after the letter.
    static func read(_ letter: UInt8, _ bytes: [UInt8], at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        switch letter {
        case UInt8(ascii: "n"): return ("\n", 0)
        case UInt8(ascii: "t"): return ("\t", 0)
        case UInt8(ascii: "r"): return ("\r", 0)
        case UInt8(ascii: "0"): return ("\0", 0)
        case UInt8(ascii: "x"): return hexadecimal(bytes, at: index, digits: 2)
        case UInt8(ascii: "U"): return hexadecimal(bytes, at: index, digits: 8)
        case UInt8(ascii: "u"):
            guard index < bytes.count, bytes[index] == UInt8(ascii: "{") else {
                return hexadecimal(bytes, at: index, digits: 4)
            }
            let (scalar, length) = hexadecimal(bytes, at: index + 1, digits: 8)
            let hasEnd = index + 1 + length < bytes.count && bytes[index + 1 + length] == UInt8(ascii: "}")
            return (scalar, length + (hasEnd ? 2 : 1))
        case 0x0A, 0: return (nil, 0)
        case 0x80...: return ("\u{FFFD}", 0)
        default: return (Unicode.Scalar(letter), 0)
        }
    }

    private static func hexadecimal(_ bytes: [UInt8], at index: Int, digits: Int) -> (Unicode.Scalar?, Int) {
        var value: UInt32 = 0
        var length = 0
        while length < digits, index + length < bytes.count {
            let digit: UInt8
            let byte = bytes[index + length]
            switch byte | 0x20 {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = (byte | 0x20) - 48
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = (byte | 0x20) - 87
            default: return (Unicode.Scalar(value), length)
            }
            value = value << 4 | UInt32(digit)
            length += 1
        }
        return (Unicode.Scalar(value), length)
    }
}
