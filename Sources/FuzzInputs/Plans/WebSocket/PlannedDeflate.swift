/// Writes DEFLATE data (RFC 1951): stored blocks, and blocks of the fixed code with back references.
///
/// The search for repetitions is simple; the plaintext of the output is what matters.
struct PlannedDeflate: Sendable {
    /// The encoding of a message's data.
    enum Form: Int, CaseIterable, Sendable {
        /// The fixed code, with back references as far as bytes are equal.
        case references
        /// The fixed code with literals only.
        case literals
        /// Stored bytes.
        case stored
        /// The fixed code in a block that is marked as the last one.
        case last
    }

    /// The earlier bytes that references may reach.
    private(set) var window: [UInt8] = []
    private var output: [UInt8] = []
    private var bits = 0
    private var bitCount = 0

    /// Forgets the earlier bytes.
    mutating func reset() { window = [] }

    /// Returns a message as permessage-deflate sends it (RFC 7692 section 7.2.1): flushed, without the last four bytes
    /// of the flush.
    mutating func message(_ plain: [UInt8], _ form: Form) -> [UInt8] {
        output = []
        (bits, bitCount) = (0, 0)
        if !plain.isEmpty || form == .last {
            switch form {
            case .stored:
                for start in stride(from: 0, to: plain.count, by: 65535) {
                    let part = plain[start..<min(start + 65535, plain.count)]
                    put(0, 3)
                    align()
                    let count = part.count
                    output += [count, count >> 8, ~count, ~count >> 8].map { UInt8($0 & 255) }
                    output += part
                }
            case .literals, .references, .last:
                put(form == .last ? 1 : 0, 1)
                put(1, 2)
                write(plain, refersBack: form != .literals)
                symbol(256)
            }
        }
        window = Array((window + plain).suffix(1 << 15))
        if form == .last {
            // After a last block, a byte of an empty stored block follows; the window stays (section 7.2.3.4).
            align()
        }
        put(0, 3)
        align()
        return output
    }

    /// Returns a whole stream: one last block of the fixed code.
    mutating func stream(_ plain: [UInt8]) -> [UInt8] {
        output = []
        (bits, bitCount) = (0, 0)
        put(1, 1)
        put(1, 2)
        write(plain, refersBack: true)
        symbol(256)
        align()
        return output
    }

    /// Returns the same stream with the header and the checksum of zlib (RFC 1950).
    static func zlib(_ plain: [UInt8]) -> [UInt8] {
        var deflate = PlannedDeflate()
        var sums = (1, 0)
        for byte in plain {
            sums.0 = (sums.0 + Int(byte)) % 65521
            sums.1 = (sums.1 + sums.0) % 65521
        }
        let sum = [sums.1 >> 8, sums.1, sums.0 >> 8, sums.0].map { UInt8($0 & 255) }
        return [0x78, 0x9C] + deflate.stream(plain) + sum
    }

    private mutating func write(_ plain: [UInt8], refersBack: Bool) {
        let all = window + plain
        var place = window.count
        // The first position of each sequence of three bytes, so that references reach back as far as possible.
        var places: [Int: Int] = [:]
        func three(_ start: Int) -> Int {
            Int(all[start]) << 16 | Int(all[start + 1]) << 8 | Int(all[start + 2])
        }
        var known = max(0, place - 32768)
        while place < all.count {
            var best = (length: 0, distance: 0)
            if refersBack, place + 3 <= all.count {
                while known < place {
                    if places[three(known)] == nil { places[three(known)] = known }
                    known += 1
                }
                if let start = places[three(place)], place - start <= 32768 {
                    while best.length < 258, place + best.length < all.count,
                        all[start + best.length] == all[place + best.length]
                    {
                        best.length += 1
                    }
                    best.distance = place - start
                }
            }
            if best.length >= 3 {
                reference(best.length, best.distance)
                place += best.length
            } else {
                symbol(Int(all[place]))
                place += 1
            }
        }
    }

    /// Writes a length and a distance (RFC 1951 section 3.2.5).
    private mutating func reference(_ length: Int, _ distance: Int) {
        var code = 257
        var base = 3
        var extra = 0
        if length == 258 {
            code = 285
        } else {
            while true {
                extra = code < 265 ? 0 : (code - 261) / 4
                if length < base + (1 << extra) { break }
                base += 1 << extra
                code += 1
            }
        }
        symbol(code)
        if code < 285 { put(length - base, extra) }
        var far = 0
        base = 1
        while true {
            extra = far < 4 ? 0 : (far - 2) / 2
            if distance < base + (1 << extra) { break }
            base += 1 << extra
            far += 1
        }
        putReversed(far, 5)
        put(distance - base, extra)
    }

    /// Writes a symbol of the fixed code (section 3.2.6).
    private mutating func symbol(_ value: Int) {
        switch value {
        case 0..<144: putReversed(0x30 + value, 8)
        case 144..<256: putReversed(0x190 + value - 144, 9)
        case 256..<280: putReversed(value - 256, 7)
        default: putReversed(0xC0 + value - 280, 8)
        }
    }

    private mutating func putReversed(_ value: Int, _ count: Int) {
        for shift in stride(from: count - 1, through: 0, by: -1) { put(value >> shift & 1, 1) }
    }

    private mutating func put(_ value: Int, _ count: Int) {
        bits |= value << bitCount
        bitCount += count
        while bitCount >= 8 {
            output.append(UInt8(bits & 255))
            bits >>= 8
            bitCount -= 8
        }
    }

    private mutating func align() { if bitCount > 0 { put(0, 8 - bitCount) } }
}
