/// Segments of one connection (RFC 9293) in any order, and the two streams that they carry.
///
/// A plan's first byte is the distance of both initial sequence numbers from the wrap-around; its second and third byte
/// are options. A step is four bytes: the sender and the version; the start of the segment; its length; its options and
/// the captured part. If two segments hold the same position, the first captured one counts. Missing positions are sent
/// at the end, so that both streams are complete, or never, so that holes stay.
package struct TCPPlan: Sendable {
    /// The packets in the order of capture.
    package private(set) var packets: [WirePacket] = []
    /// The streams of both directions.
    package private(set) var sides: [TCPPlanStream]
    /// The order in which the two directions deliver bytes, with a count each; empty if the order depends on bytes that
    /// wait for the other direction.
    package private(set) var turns: [(side: Int, count: Int)] = []
    /// Whether a direction acknowledges bytes that are captured later.
    package let acknowledgesAhead: Bool
    /// Whether holes stay.
    package let keepsHoles: Bool
    /// The number of bytes of the other stream that the newest packet's sender had received.
    private var acknowledged = 0
    private let cuts: Bool
    /// Whether both ends have the same address, so that only the ports tell them apart.
    private let isLoopback: Bool
    /// The addresses and ports of the client and of the server.
    package var ends: [String] {
        isLoopback ? ["127.0.0.1:50001", "127.0.0.1:80"] : ["10.0.0.1:50001", "10.0.0.2:80"]
    }

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let distance = UInt32(reader.byte())
        let options = reader.byte()
        let more = reader.byte()
        sides = [
            TCPPlanStream(start: 0 &- distance),
            TCPPlanStream(start: options & 1 == 0 ? 77 : 0x8000_0000 &- distance),
        ]
        // A stream may keep its holes if its SYN has no data and the connection has no reset: a hole at the end of a
        // stream is not reported before a reset.
        keepsHoles = options & 14 == 8
        acknowledgesAhead = more & 3 == 1 && !keepsHoles
        cuts = more & 3 == 2
        isLoopback = more & 0x80 != 0
        // A SYN may carry data (RFC 9293 section 3.4); here the server's does.
        let early = options & 2 == 0 ? 0 : options >> 3
        add(0, at: -1, [], flags: 2)
        send(1, at: 0, early, version: 0, flags: 0x12)
        add(0, at: 0, [], flags: 0x10)
        for step in reader.steps(of: 4, atMost: 250) { take(step) }
        let isEndEarly = more & 4 != 0 && options & 4 == 0
        let tail = more >> 3 & 7
        if isEndEarly { finish(tail) }
        fill()
        if options & 4 != 0 {
            // The data of a reset are a text for people (section 3.5.3).
            let side = more >> 6 & 1
            add(side, at: sides[side].places.count, Array("no such session".utf8), flags: 0x14)
        } else if !isEndEarly {
            finish(tail)
        }
        for index in packets.indices { packets[index].time = Self.time(of: index + 1) }
    }

    /// Returns the time of a packet, in microseconds since 1970.
    package static func time(of packet: Int) -> UInt64 { 1_795_000_000_000_000 + UInt64(packet * packet) }

    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let place = step.byte()
        let length = step.byte()
        let words = step.byte()
        let side = choice & 1
        let count = choice & 2 == 0 ? length & 31 : length
        // Near the end of the stream, or near the first missing byte.
        let base = choice & 4 == 0 ? sides[side].places.count : sides[side].out
        let start = max(-1, base + (place - 128) / (choice & 8 == 0 ? 8 : 1))
        if start < 0 {
            // A keep-alive at the SYN's sequence number, with one byte that does not belong to the stream.
            add(side, at: -1, [0xEE], flags: 0x10)
            return
        }
        if choice & 0xC0 == 0xC0, sides[side].places.last?.byte != nil {
            // A keep-alive at the position of the last byte, with another byte (RFC 9293 section 3.8.4).
            let last = sides[side].places.count - 1
            sides[side].repeatLast()
            add(side, at: last, [UInt8(length)], flags: 0x10)
            sides[side].acknowledge(last..<last + 1, acknowledged)
            return
        }
        let more = words / 11
        // The flags for congestion and urgency have no effect here.
        let flags: UInt8 = 0x18 | [0, 0x40, 0x80, 0x20][more & 3]
        let missing = cuts && more & 4 != 0 ? count - count * (more >> 3) / 4 : 0
        let ahead = acknowledgesAhead && side == 0 && more & 4 != 0 ? 1 + more * 7 : 0
        // Version 0 has the bytes of the stream, the other versions have different ones.
        let version = choice >> 4 & 3
        send(side, at: start, count, version: version, flags: flags, words: words % 11, missing: missing, ahead: ahead)
    }

    /// Sends the rest of both streams.
    private mutating func fill() {
        for side in 0..<2 where !keepsHoles {
            let end = max(sides[side].places.count, sides[side].promised)
            while sides[side].out < end {
                let start = sides[side].out
                send(side, at: start, min(200, end - start), version: 0, flags: 0x18)
            }
        }
    }

    /// Ends both streams, with or without last bytes; the capture may cut these off, too.
    private mutating func finish(_ tail: Int) {
        for side in 0..<2 {
            let end = max(sides[side].places.count, sides[side].promised)
            send(side, at: end, tail, version: 0, flags: 0x11, missing: cuts ? tail - tail / 2 : 0)
            sides[side].hasEnd = true
        }
    }

    // MARK: Segments

    /// Sends bytes of a stream; the first bytes at a position count.
    private mutating func send(
        _ side: Int,
        at start: Int,
        _ count: Int,
        version: Int,
        flags: UInt8,
        words: Int = 0,
        missing: Int = 0,
        ahead: Int = 0
    ) {
        let payload = (start..<start + count).map { place in
            UInt8(truncatingIfNeeded: (place &* 0x9E37 &+ side &* 91) >> 4) ^ UInt8(version * 0x41)
        }
        // The two directions must not wait for each other: the other end has not received waiting bytes.
        if ahead > 0 {
            let other = 1 - side
            sides[other].promised = max(sides[other].promised, sides[other].out + ahead)
            sides[side].seen = min(sides[side].seen ?? .max, sides[side].out, start)
        }
        let captured = Array(payload.prefix(count - missing))
        let before = sides[side].out
        let isSYN = flags & 2 != 0
        add(side, at: isSYN ? -1 : start, captured, flags: flags, words: words, missing: missing, ahead: ahead)
        sides[side].receive(captured, missing: missing, at: start, packet: packets.count, isFirst: isSYN)
        sides[side].acknowledge(start..<start + count, acknowledged)
        let progress = sides[side].out - before
        if progress > 0 {
            if let last = turns.indices.last, turns[last].side == side {
                turns[last].count += progress
            } else {
                turns.append((side, progress))
            }
        }
        if sides[side].out >= sides[side].promised { sides[1 - side].seen = nil }
    }

    /// Adds a packet; offset -1 is the sequence number of the SYN.
    private mutating func add(
        _ side: Int,
        at offset: Int,
        _ bytes: [UInt8],
        flags: UInt8,
        words: Int = 0,
        missing: Int = 0,
        ahead: Int = 0
    ) {
        let peer = sides[1 - side]
        // The acknowledged part of the other stream.
        let seen = ahead > 0 ? peer.out + ahead : min(peer.out, peer.seen ?? .max)
        acknowledged = flags == 2 ? 0 : seen
        var packet = WirePacket(
            time: 0,
            fromClient: side == 0,
            port: 50001,
            sequence: sides[side].start &+ UInt32(truncatingIfNeeded: offset),
            acknowledgment: flags == 2 ? 0 : peer.start &+ UInt32(seen),
            flags: flags,
            payload: bytes
        )
        packet.head[packet.tcp + 12] = UInt8(5 + words) << 4
        packet.head += [UInt8](repeating: 1, count: words * 4)
        packet.missing = missing
        if isLoopback { packet.head.replaceSubrange(26..<34, with: [127, 0, 0, 1, 127, 0, 0, 1]) }
        packets.append(packet)
    }
}
