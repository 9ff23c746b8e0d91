/// Compresses what repeats itself, apart from the code under test.
///
/// One block with fixed codes: RFC 1951 section 3.2.6.
enum Deflate {
    /// A message of WebSocket's permessage-deflate: a flushed stream without its last four bytes (RFC 7692 section 7.2.1).
    ///
    /// - Parameter period: after how many bytes, 1 to 4, the message repeats itself where it does.
    static func message(_ plain: [UInt8], period: Int) -> [UInt8] {
        var bits = Bits()
        bits.append(0b010, 3)
        var place = 0
        while place < plain.count {
            let end = place + 258
            if place >= period, end <= plain.count, plain[place..<end] == plain[place - period..<end - period] {
                bits.append(code: 0b1100_0101, 8)
                bits.append(code: period - 1, 5)
                place = end
            } else {
                let byte = Int(plain[place])
                if byte < 144 { bits.append(code: 0x30 + byte, 8) } else { bits.append(code: 0x190 + byte - 144, 9) }
                place += 1
            }
        }
        bits.append(code: 0, 7)
        // The flush: an empty stored block, of which only the head's bits are kept.
        bits.append(0, 3)
        return bits.bytes
    }

    /// Bits from the lowest of a byte upwards.
    private struct Bits {
        var bytes: [UInt8] = []
        private var free = 0

        mutating func append(_ value: Int, _ count: Int) {
            for bit in 0..<count {
                if free == 0 {
                    bytes.append(0)
                    free = 8
                }
                if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(8 - free) }
                free -= 1
            }
        }

        /// A Huffman code, whose highest bit comes first.
        mutating func append(code: Int, _ count: Int) {
            for bit in (0..<count).reversed() { append(code >> bit & 1, 1) }
        }
    }
}
