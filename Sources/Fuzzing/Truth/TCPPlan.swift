/// Segments of one connection (RFC 9293) in any order, and the two streams that they carry.
///
/// A plan's first byte is the distance of both streams' beginnings from the end of the numbers, its second what else is
/// unusual. A step is four bytes: who sends and in which version, where the segment begins, how long it is, its options.
/// Wherever two segments hold the same place, the one that was captured first counts; what no step sends comes at the
/// end, so that every place of both streams has a byte, or never, so that there are holes.
struct TCPPlan: Sendable {
    /// What one end sends.
    private struct Stream {
        /// The sequence number of the first byte.
        var start: UInt32
        /// The bytes by what came first; `nil` where nothing has come.
        var bytes: [UInt8?] = []
        /// Bytes from the first one on that have come.
        var whole = 0
    }

    /// The packets in the order in which they are captured.
    private(set) var packets: [WirePacket] = []
    /// What both ends sent; `nil` where it was never captured.
    var streams: [[UInt8?]] { sides.map(\.bytes) }
    /// Whether different bytes were sent for one place.
    private(set) var hasConflicts = false
    private var sides: [Stream]

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let distance = UInt32(reader.byte())
        let options = reader.byte()
        sides = [Stream(start: 0 &- distance), Stream(start: options & 1 == 0 ? 77 : 0x8000_0000 &- distance)]
        // A SYN may carry data (RFC 9293 section 3.4); the server's does.
        let early = options & 2 == 0 ? 0 : options >> 3
        add(0, at: -1, [], flags: 2)
        add(1, at: -1, early > 0 ? take(1, at: 0, early, version: 0) : [], flags: 0x12)
        add(0, at: 0, [], flags: 0x10)
        for step in reader.steps(of: 4, atMost: 250) {
            var step = step
            let choice = step.byte()
            let place = step.byte()
            let length = step.byte()
            let words = step.byte()
            let side = choice & 1
            let count = choice & 2 == 0 ? length & 31 : length
            // Near the furthest byte so far, or where the first byte is missing.
            let base = choice & 4 == 0 ? sides[side].bytes.count : sides[side].whole
            let start = max(-1, base + (place - 128) / (choice & 8 == 0 ? 8 : 1))
            // Versions are the bytes that belong there, and others.
            let version = choice >> 4 & 3
            if start < 0 {
                // A keep-alive: the place before the first byte, with one byte that is none of the stream's.
                add(side, at: -1, [0xEE], flags: 0x10)
                continue
            }
            if choice & 0xC0 == 0xC0, let last = sides[side].bytes.last, last != nil {
                // A keep-alive: the place of the last byte, but not the byte (RFC 9293 section 3.8.4).
                add(side, at: sides[side].bytes.count - 1, [UInt8(length)], flags: 0x10)
                continue
            }
            add(side, at: start, take(side, at: start, count, version: version), flags: 0x18, words: words % 11)
        }
        // Without data in its SYN a stream may keep its holes; before a reset nobody tells of one that has nothing behind it.
        let keepsHoles = options & 14 == 8
        for side in 0..<2 where !keepsHoles {
            while sides[side].whole < sides[side].bytes.count {
                let start = sides[side].whole
                let count = min(200, sides[side].bytes.count - start)
                add(side, at: start, take(side, at: start, count, version: 0), flags: 0x18)
            }
        }
        if options & 4 == 0 {
            for side in 0..<2 { add(side, at: sides[side].bytes.count, [], flags: 0x11) }
        } else {
            // What a reset says is a text for people (section 3.5.3).
            add(0, at: sides[0].bytes.count, Array("no such session".utf8), flags: 0x14)
        }
        for index in packets.indices { packets[index].time = 1_795_000_000_000_000 + UInt64(index) }
    }

    /// The bytes of a segment; those that come first for their places become the stream's.
    private mutating func take(_ side: Int, at start: Int, _ count: Int, version: Int) -> [UInt8] {
        let end = start + count
        if sides[side].bytes.count < end {
            sides[side].bytes += [UInt8?](repeating: nil, count: end - sides[side].bytes.count)
        }
        var payload: [UInt8] = []
        for place in start..<end {
            let byte = UInt8(truncatingIfNeeded: (place &* 0x9E37 &+ side &* 91) >> 4) ^ UInt8(version * 0x41)
            payload.append(byte)
            if let old = sides[side].bytes[place] {
                if old != byte { hasConflicts = true }
            } else {
                sides[side].bytes[place] = byte
            }
        }
        while sides[side].whole < sides[side].bytes.count, sides[side].bytes[sides[side].whole] != nil {
            sides[side].whole += 1
        }
        return payload
    }

    /// Adds a packet; offset -1 is the place of the SYN.
    private mutating func add(_ side: Int, at offset: Int, _ bytes: [UInt8], flags: UInt8, words: Int = 0) {
        let peer = sides[1 - side]
        var packet = WirePacket(
            time: 0,
            fromClient: side == 0,
            port: 50001,
            sequence: sides[side].start &+ UInt32(truncatingIfNeeded: offset),
            // What has come of the other end without a hole.
            acknowledgment: flags == 2 ? 0 : peer.start &+ UInt32(peer.whole),
            flags: flags,
            payload: bytes
        )
        packet.head[packet.tcp + 12] = UInt8(5 + words) << 4
        packet.head += [UInt8](repeating: 1, count: words * 4)
        packets.append(packet)
    }
}
