// Ends of streams, and acknowledgments of bytes that were not captured.
extension ReachPlan {
    /// Adds bytes after a FIN that is not yet acknowledged; once the FIN's place is certain, they belong to no stream.
    mutating func behindEnd(_ choice: Int, _ before: Int, _ more: Int) {
        tcp.open()
        tcp.data(0, 0..<before)
        tcp.add(0, at: before, [], 0x11, saw: 0)
        var place = before + 1 + choice & 3
        var count = 0
        for _ in 0...choice >> 2 & 1 {
            tcp.data(0, place..<place + more)
            place += more + 2
            count += more
        }
        know(0, 0..<before)
        ends = [1, 0]
        switch choice >> 3 & 3 {
        case 0: tcp.add(1, at: 0, [], 0x10, saw: before + 1)
        case 1:
            tcp.data(1, 0..<4, saw: before + 1)
            know(1, 0..<4)
        case 2:
            // The other direction ends, too.
            tcp.add(1, at: 0, [], 0x11, saw: before)
            ends = [1, 1]
        default: break
        }
        notices[0] = [.late(offset: before, length: count)]
    }

    /// Adds an empty segment whose sequence number is ahead: the sender must have sent everything before it.
    ///
    /// The capture may have one direction only. A single missing sequence number may be a FIN's.
    mutating func acknowledgedAlone(_ choice: Int, _ before: Int, _ more: Int) {
        let missing = [0, 1, 2, more + 2, Self.far, Self.far + 1][choice % 6]
        let hasAnswer = choice & 8 != 0
        tcp.add(0, at: -1, [], 2, saw: 0)
        if hasAnswer { tcp.add(1, at: -1, [], 0x12, saw: 0) }
        tcp.add(0, at: 0, [], 0x10, saw: 0)
        tcp.data(0, 0..<before)
        tcp.add(0, at: before + missing, [], 0x10, saw: 0)
        know(0, 0..<before)
        let isKnown = missing > 1 && missing <= Self.far
        switch choice >> 4 & 3 {
        case 1 where missing < Self.far:
            // The missing bytes arrive late.
            tcp.data(0, before..<before + missing + more)
            know(0, before..<before + missing + more)
        case 2 where missing < Self.far:
            // The stream goes on after the missing bytes.
            tcp.data(0, before + missing..<before + missing + more)
            miss(0, missing)
            know(0, before + missing..<before + missing + more)
        default: if isKnown { miss(0, missing) }
        }
    }

    /// Acknowledges a single sequence number that is taken for a FIN's for some time.
    ///
    /// Then its byte arrives, alone or with bytes before or after it, or the FIN itself.
    mutating func takenForEnd(_ choice: Int, _ before: Int, _ more: Int) {
        tcp.open()
        tcp.data(0, 0..<before)
        tcp.data(1, 0..<4, saw: before + 1)
        know(0, 0..<before)
        know(1, 0..<4)
        wait(8, at: 4, saw: before + 1)
        switch choice % 6 {
        case 0:
            tcp.data(0, before..<before + 1, saw: 4)
            know(0, before..<before + 1)
        case 1:
            tcp.data(0, before..<before + 1 + more, saw: 4)
            know(0, before..<before + 1 + more)
        case 2:
            tcp.data(0, before - 3..<before + 1 + more, saw: 4)
            know(0, before..<before + 1 + more)
        case 3:
            tcp.add(0, at: before, [], 0x11, saw: 4)
            ends = [1, 0]
        case 4:
            tcp.data(0, before - 3..<before + 1, saw: 4)
            tcp.add(0, at: before + 1, [], 0x11, saw: 4)
            know(0, before..<before + 1)
            ends = [1, 0]
        default: break
        }
    }

    /// Adds bytes after a hole that is given up, then an end, then the bytes of the hole.
    mutating func lateBehindEnd(_ choice: Int, _ before: Int, _ more: Int) {
        tcp.open()
        let missing = 2 + choice & 15
        let end = before + missing + more
        tcp.data(0, 0..<before)
        tcp.data(0, before + missing..<end)
        wait(8, at: 0, saw: end)
        know(0, 0..<before)
        miss(0, missing)
        know(0, before + missing..<end)
        tcp.close(end, 0)
        ends = [1, 1]
        // All bytes of the hole, the first ones or the last ones; or all, with known bytes before them.
        let (first, last) = [(0, missing), (0, 2), (missing - 2, missing), (-2, missing)][choice >> 4 & 3]
        tcp.data(0, before + first..<before + last)
        notices[0] = [.late(offset: before + max(0, first), length: last - max(0, first))]
    }

    // MARK: Acknowledgments

    /// Adds two segments that acknowledge missing bytes.
    ///
    /// Each one waits for the bytes that it acknowledges; nothing is given up that only the other one acknowledges.
    mutating func answers(_ choice: Int, _ before: Int, _ more: Int) {
        tcp.open()
        let missing = 2 + choice & 7
        let acknowledged = before + missing
        tcp.data(0, 0..<before)
        tcp.data(1, 0..<4, saw: acknowledged)
        let early = 1 + choice >> 3 & 3
        wait(early, at: 4, saw: acknowledged)
        tcp.data(1, 4..<9, saw: acknowledged + more)
        // Three seconds after the first acknowledgment.
        let isOver = choice & 64 == 0
        wait((isOver ? 6 : 5) - early, at: 9, saw: acknowledged + more)
        let first = isOver ? acknowledged : before
        tcp.data(0, first..<acknowledged + more, saw: 9)
        know(0, 0..<before)
        if isOver { miss(0, missing) }
        know(0, first..<acknowledged + more)
        know(1, 0..<9)
    }
}
