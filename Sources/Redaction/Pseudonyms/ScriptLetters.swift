/// Replaces letters by others of the same script and the same length in UTF-8.
enum ScriptLetters {
    /// Returns whether a character stays if enough others are replaced: punctuation, spaces and joining marks.
    @inline(__always)
    static func mayStay(_ scalar: Unicode.Scalar) -> Bool {
        // East Asian letters are the most frequent characters beyond ASCII.
        if 0x3040...0xD7FF ~= scalar.value { return false }
        return mayStay(value: scalar.value)
    }

    private static func mayStay(value: UInt32) -> Bool {
        switch value {
        case 0...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7F, 0xA0...0xBF, 0x2000...0x206F, 0x3000...0x303F,
            0xFE00...0xFE0F, 0xFF00...0xFF0F, 0xFF1A...0xFF20:
            true
        default: false
        }
    }

    /// Returns the range of characters that a character's replacement is picked from.
    @inline(__always)
    static func range(of scalar: Unicode.Scalar) -> ClosedRange<UInt32> {
        0x3100...0xABFF ~= scalar.value ? 0x4E00...0x9FA5 : range(of: scalar.value)
    }

    private static func range(of value: UInt32) -> ClosedRange<UInt32> {
        switch value {
        case 0x30...0x39: 0x30...0x39
        case 0x41...0x5A: 0x41...0x5A
        case 0...0x7F: 0x61...0x7A
        case 0x00C0...0x00D6: 0x00C0...0x00D6
        case 0x0391...0x03A1: 0x0391...0x03A1
        case 0x0370...0x03FF: 0x03B1...0x03C9
        case 0x0410...0x042F: 0x0410...0x042F
        case 0x0400...0x04FF: 0x0430...0x044F
        case 0x0590...0x05FF: 0x05D0...0x05EA
        case 0x0600...0x06FF: 0x0628...0x063A
        case 0x80...0x7FF: 0x00E0...0x00F6
        case 0x0E00...0x0E7F: 0x0E01...0x0E2E
        case 0x0900...0x097F: 0x0915...0x0939
        case 0x3040...0x309F: 0x3042...0x3093
        case 0x30A0...0x30FF: 0x30A2...0x30F3
        case 0xAC00...0xD7A3: 0xAC00...0xD7A3
        case 0xFF10...0xFF19: 0xFF10...0xFF19
        case 0x1000...0xFFFF: 0x4E00...0x9FA5
        case 0x800...0xFFF: 0x0E01...0x0E2E
        case 0x20000...0x3FFFF: 0x20000...0x2A6D6
        default: 0x1F600...0x1F64F
        }
    }

    /// Returns a random character of a range.
    @inline(__always)
    static func pick(_ range: ClosedRange<UInt32>, _ random: inout KeyedBytes) -> Unicode.Scalar {
        Unicode.Scalar(range.lowerBound &+ UInt32(truncatingIfNeeded: random.number(below: count(range)))) ?? "x"
    }

    /// Returns the number of bits of a choice within a range, in tenths.
    @inline(__always)
    static func choices(_ range: ClosedRange<UInt32>) -> Int {
        let count = Self.count(range)
        return switch count {
        case 10: 33
        case 26: 47
        default: 10 &* (Int.bitWidth &- 1 &- count.leadingZeroBitCount)
        }
    }

    @inline(__always)
    private static func count(_ range: ClosedRange<UInt32>) -> Int {
        Int(truncatingIfNeeded: range.upperBound &- range.lowerBound) &+ 1
    }

    /// Returns a letter of the same kind, for making a short value longer.
    static func filler(like scalar: Unicode.Scalar) -> Unicode.Scalar {
        mayStay(scalar) || 48...57 ~= scalar.value || scalar.value > 0x10000 ? "a" : scalar
    }
}
