/// Decodes the escapes of string literals.
enum SourceEscape {
    /// Returns the character of an escape, `nil` if there is none, and the number of bytes after the escape's letter.
    ///
    /// - Parameters:
    ///   - letter: the byte after the backslash.
    ///   - bytes: the source.
    ///   - index: the index of the byte after the letter.
    static func read(
        _ letter: UInt8,
        _ bytes: [UInt8],
        at index: Int,
        _ language: SourceLanguage
    ) -> (scalar: Unicode.Scalar?, length: Int) {
        switch letter {
        case UInt8(ascii: "n"): return ("\n", 0)
        case UInt8(ascii: "t"): return ("\t", 0)
        case UInt8(ascii: "r"): return ("\r", 0)
        case UInt8(ascii: "0")...UInt8(ascii: "7") where language.hasOctalEscapes:
            return octal(letter, bytes, at: index, language)
        case UInt8(ascii: "0"): return ("\0", 0)
        case UInt8(ascii: "x"): return hexadecimal(bytes, at: index, digits: 2)
        case UInt8(ascii: "U"): return hexadecimal(bytes, at: index, digits: 8)
        case UInt8(ascii: "u"):
            // Java allows any number of these letters.
            if language == .java, index < bytes.count, bytes[index] == letter {
                let more = bytes[index...].prefix { $0 == letter }.count
                let (scalar, length) = hexadecimal(bytes, at: index + more, digits: 4)
                return (scalar, more + length)
            }
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

    /// Reads up to three octal digits, of which `first` is one; Java and JavaScript read no number above 0xFF.
    private static func octal(
        _ first: UInt8,
        _ bytes: [UInt8],
        at index: Int,
        _ language: SourceLanguage
    ) -> (Unicode.Scalar?, Int) {
        var value = UInt32(first & 7)
        let isShort = (language.isScript || language == .java) && value > 3
        let digits = bytes[index...].prefix(isShort ? 1 : 2).prefix { $0 & 0xF8 == UInt8(ascii: "0") }
        for digit in digits { value = value << 3 | UInt32(digit & 7) }
        return (Unicode.Scalar(value), digits.count)
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
