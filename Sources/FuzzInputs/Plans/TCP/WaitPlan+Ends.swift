// The ends of streams, and bytes at and after them.
extension WaitPlan {
    /// Acknowledges sequence numbers that nobody sent: the number of a FIN, or numbers of bytes.
    mutating func end(_ reader: inout PlanReader) {
        let choice = reader.byte()
        let before = 1 + reader.byte() & 31
        let missing = choice & 3
        let answer = 1 + reader.byte() & 31
        if choice & 0xC0 == 0x80 { return halfOpen(before, answer, hasByte: choice & 4 == 0) }
        tcp.open()
        if choice & 0xC0 == 0x40 { return behindEnd(before, answer, choice & 0x3F) }
        if choice & 0xC0 == 0xC0 { return assumedEnd(before, answer) }
        if choice & 0x30 == 0x30 { return deniedEnd(before, answer) }
        tcp.data(0, 0..<before)
        tcp.data(1, 0..<answer, saw: before + missing)
        streams[0] = Self.known(0..<before)
        streams[1] = Self.known(0..<answer)
        switch choice >> 2 & 3 {
        case 0:
            // Nothing more arrives: a single sequence number is that of the FIN.
            streams[0] += missing > 1 ? Self.unknown(missing) : []
            ends = [0, 0]
        case 1:
            // The missing bytes arrive late.
            tcp.data(0, before..<before + missing + 3)
            streams[0] = Self.known(0..<before + missing + 3)
            ends = [0, 0]
        case 2:
            // The stream goes on after the missing bytes.
            tcp.data(0, before + missing..<before + missing + 3)
            streams[0] += Self.unknown(missing) + Self.known(before + missing..<before + missing + 3)
            ends = [0, 0]
        default:
            // Both directions end.
            if missing > 0 { streams[0] += Self.unknown(missing) }
            tcp.close(before + missing, answer)
        }
    }

    /// Adds a FIN that the other end never acknowledges, then data at and after its sequence number: the FIN was not
    /// real.
    private mutating func deniedEnd(_ before: Int, _ more: Int) {
        tcp.data(0, 0..<before)
        tcp.add(0, at: before, [], 0x11, saw: 0)
        tcp.data(0, before..<before + more)
        tcp.data(1, 0..<4, saw: before + more)
        streams = [Self.known(0..<before + more), Self.known(0..<4)]
        ends = [0, 0]
    }

    /// Acknowledges a single sequence number that is long taken for a FIN's, until data after it show that it was a
    /// byte.
    private mutating func assumedEnd(_ before: Int, _ answer: Int) {
        tcp.data(0, 0..<before)
        tcp.data(1, 0..<answer, saw: before + 1)
        for _ in 0..<8 {
            tcp.time += 500_000
            tcp.add(1, at: answer, [], 0x10, saw: before + 1)
        }
        tcp.data(0, before + 1..<before + 4, saw: answer)
        streams = [
            Self.known(0..<before) + Self.unknown(1) + Self.known(before + 1..<before + 4), Self.known(0..<answer),
        ]
        ends = [0, 0]
    }

    /// Adds bytes at and after an acknowledged FIN, in some plans with a repetition of earlier bytes.
    private mutating func behindEnd(_ before: Int, _ more: Int, _ known: Int) {
        tcp.data(0, 0..<before)
        tcp.add(0, at: before, [], 0x11, saw: 0)
        tcp.data(1, 0..<4, saw: before + 1)
        let range = before - known % (before + 1)..<before + 1 + more
        tcp.data(0, range, saw: 4)
        tcp.add(1, at: 4, [], 0x11, saw: before + 1)
        streams = [Self.known(0..<before), Self.known(0..<4)]
        // The FIN's sequence number stands for no byte.
        notices[0] = [.late(offset: before, length: more)]
    }

    /// Adds a connection without the answer to the SYN: the other stream begins at the client's acknowledgment.
    private mutating func halfOpen(_ before: Int, _ answer: Int, hasByte: Bool) {
        tcp.add(0, at: -1, [], 2, saw: 0)
        tcp.add(0, at: 0, [], 0x10, saw: 0)
        // A keep-alive adds no byte to the stream.
        tcp.add(1, at: -1, hasByte ? [0xEE] : [], 0x10, saw: 0)
        tcp.add(0, at: 0, [], 0x10, saw: 0)
        tcp.data(1, 0..<answer)
        tcp.data(0, 0..<before, saw: answer)
        tcp.close(before, answer)
        streams = [Self.known(0..<before), Self.known(0..<answer)]
    }
}
