/// Writes gzip data (RFC 1952): several members of stored blocks, with every header field.
enum PlannedGzip {
    /// Compresses bytes.
    ///
    /// - Parameter plan: bits 0 and 1 are the number of members, bit 2 adds an empty one, bits 3 to 6 choose the header
    ///   fields, bit 7 pads the file with zeros, as for tapes.
    static func pack(_ bytes: [UInt8], _ plan: Int) -> [UInt8] {
        let count = plan & 3
        var packed: [UInt8] = []
        for number in 0..<count {
            let start = bytes.count * number / count
            packed += member(Array(bytes[start..<bytes.count * (number + 1) / count]), fields: plan >> 3 & 15)
            if plan & 4 != 0, number == 0 { packed += member([], fields: 0) }
        }
        return plan & 0x80 == 0 ? packed : packed + [UInt8](repeating: 0, count: 100)
    }

    private static func member(_ bytes: [UInt8], fields: Int) -> [UInt8] {
        // FTEXT is left out; the other flags are FHCRC, FEXTRA, FNAME, FCOMMENT.
        var output: [UInt8] = [0x1F, 0x8B, 8, UInt8(fields << 1), 1, 2, 3, 4, 0, 255]
        if fields & 2 != 0 { output += [3, 0, 7, 8, 9] }
        if fields & 4 != 0 { output += Array("name".utf8) + [0] }
        if fields & 8 != 0 { output += Array("comment".utf8) + [0] }
        if fields & 1 != 0 {
            let sum = checksum(output)
            output += [UInt8(sum & 255), UInt8(sum >> 8 & 255)]
        }
        var start = 0
        repeat {
            let end = min(bytes.count, start + 60_000)
            let count = end - start
            output.append(end == bytes.count ? 1 : 0)
            output += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
            output += bytes[start..<end]
            start = end
        } while start < bytes.count
        for number in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            output += (0..<4).map { UInt8(number >> (8 * $0) & 255) }
        }
        return output
    }

    /// Returns the CRC-32 of RFC 1952 section 8, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
