import WireFormat

/// The search for values in encoded forms.
extension LeakIndex {
    /// The values of base64 letters (lower byte) and of hex digits (upper byte); 255 if the character is none.
    static let digits: [UInt16] = (0..<256).map { byte in
        let six: Int
        switch byte {
        case 65...90: six = byte - 65
        case 97...122: six = byte - 71
        case 48...57: six = byte + 4
        case 43, 45: six = 62
        case 47, 95: six = 63
        default: return 0xFFFF
        }
        let four: Int
        switch byte {
        case 48...57: four = byte - 48
        case 65...70: four = byte - 55
        case 97...102: four = byte - 87
        default: four = 255
        }
        return UInt16(four << 8 | six)
    }

    /// Returns the first 6 bytes encoded by the base64 letters at `start`, after `skipped` bits.
    static func head(base64 bytes: Span<UInt8>, _ start: Int, _ skipped: Int) -> UInt64? {
        let end = start &+ (skipped == 0 ? 8 : 9)
        guard end <= bytes.count else { return nil }
        var bits: UInt64 = 0
        for index in start..<end {
            let value = digits[Int(bytes[index])]
            guard value != 0xFFFF else { return nil }
            bits = bits << 6 | UInt64(value & 63)
        }
        let rest = (end &- start) &* 6 &- skipped &- 48
        return bits >> UInt64(rest) & 0xFFFF_FFFF_FFFF
    }

    /// Returns the number that `count` hex digits at `start` encode.
    static func word(hex bytes: Span<UInt8>, _ start: Int, digits count: Int) -> UInt64? {
        guard start &+ count <= bytes.count else { return nil }
        var bits: UInt64 = 0
        for index in start..<start &+ count {
            let value = digits[Int(bytes[index])] >> 8
            guard value < 16 else { return nil }
            bits = bits << 4 | UInt64(value)
        }
        return bits
    }

    /// Returns the bytes encoded by the base64 letters from `start` on, after `skipped` bits.
    static func base64(_ bytes: Span<UInt8>, _ start: Int, _ skipped: Int) -> [UInt8] {
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var count = -skipped
        var index = start
        while index < bytes.count, digits[Int(bytes[index])] != 0xFFFF {
            bits = bits << 6 | UInt32(digits[Int(bytes[index])] & 63)
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
            index += 1
        }
        return output
    }

    /// Returns the bytes encoded by the hex digits from `start` on.
    static func hex(_ bytes: Span<UInt8>, _ start: Int) -> [UInt8] {
        var output: [UInt8] = []
        var index = start
        func digit(_ place: Int) -> UInt8? {
            guard place < bytes.count else { return nil }
            let value = digits[Int(bytes[place])]
            return value != 0xFFFF && value >> 8 != 255 ? UInt8(value >> 8) : nil
        }
        while let high = digit(index), let low = digit(index + 1) {
            output.append(high << 4 | low)
            index += 2
        }
        return output
    }

    /// Returns whether the bytes have a percent sign with two hex digits.
    static func hasPercent(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while let sign = bytes.firstIndex(of: UInt8(ascii: "%"), from: index) {
            if word(hex: bytes, sign &+ 1, digits: 2) != nil { return true }
            index = sign &+ 1
        }
        return false
    }

    /// Passes the first value that the bytes hold after percent decoding to `note`.
    func find(percent bytes: Span<UInt8>, _ note: (Span<UInt8>) -> Void) {
        let decoded = Self.percent(bytes)
        _ = holds(decoded.span, note)
    }

    private static func percent(_ bytes: Span<UInt8>) -> ByteWriter {
        var output = ByteWriter(capacity: bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%"), index + 1 < bytes.count {
                let (high, low) = (digits[Int(bytes[index])], digits[Int(bytes[index + 1])])
                if isHex(high), isHex(low) {
                    output.append(UInt8(truncatingIfNeeded: (high >> 8) << 4 | low >> 8))
                    index += 2
                    continue
                }
            }
            output.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
        return output
    }

    private static func isHex(_ digit: UInt16) -> Bool { digit != 0xFFFF && digit >> 8 != 255 }

    /// Passes the first value that the bytes hold as ASCII in UTF-16 to `note`; ``WideStart`` finds other texts in UTF-16.
    func find(utf16 bytes: Span<UInt8>, _ note: (Span<UInt8>) -> Void) {
        for first in 0..<2 {
            var run: [UInt8] = []
            var index = first
            while index < bytes.count {
                run.append(bytes[index])
                // In big-endian text, no zero byte follows the last letter.
                if index + 1 >= bytes.count || bytes[index + 1] != 0 {
                    if run.count >= Originals.shortest, holds(run.span, note) { return }
                    run.removeAll(keepingCapacity: true)
                }
                index += 2
            }
            if run.count >= Originals.shortest, holds(run.span, note) { return }
        }
    }
}
