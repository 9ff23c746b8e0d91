/// Checks well-formed UTF-8 (Unicode 16, table 3-7), one sequence at a time.
package enum UTF8Sequence {
    /// Returns the length of the sequence at `index` if it is well-formed.
    ///
    /// Otherwise, returns minus the number of bytes before the first wrong byte; 0 if no sequence begins with the byte
    /// at `index`.
    @inlinable
    package static func length(_ bytes: Span<UInt8>, at index: Int, to end: Int) -> Int {
        let following: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch bytes[index] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: following = 1
        case 0xE0:
            following = 2
            low = 0xA0
        case 0xED:
            following = 2
            high = 0x9F
        case 0xE1...0xEF: following = 2
        case 0xF0:
            following = 3
            low = 0x90
        case 0xF4:
            following = 3
            high = 0x8F
        case 0xF1...0xF3: following = 3
        default: return 0
        }
        var count = 1
        while count <= following {
            guard index &+ count < end else { return -count }
            let next = bytes[index &+ count]
            guard next >= low, next <= high else { return -count }
            low = 0x80
            high = 0xBF
            count &+= 1
        }
        return count
    }

    /// Returns the character at `index` and the length of its sequence, or `nil` if the sequence is not well-formed.
    @inlinable
    package static func scalar(_ bytes: Span<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        let length = length(bytes, at: index, to: bytes.count)
        guard length > 0 else { return nil }
        var value = UInt32(bytes[index])
        if length > 1 {
            value &= 0x7F &>> UInt32(length)
            for place in 1..<length { value = value &<< 6 | UInt32(bytes[index &+ place] & 0x3F) }
        }
        return Unicode.Scalar(value).map { ($0, length) }
    }
}
