/// A TCP connection with missing or late packets, and the expected result: the time and the amount that may wait for
/// missing bytes, the beginning of a stream whose first packet is missing, and the sequence number of a FIN.
///
/// A plan's bytes: the kind of plan, its variant, then numbers. Times are in microseconds from the first packet.
package struct WaitPlan: Sendable {
    /// A limit for waiting: segments or bytes of a stream, or memory of all streams.
    package enum Measure: Hashable, Sendable {
        case segments, bytes, bytesInAll
    }

    /// A notice about a stream.
    package enum Notice: Hashable, Sendable {
        /// Bytes arrived after their position was given up.
        case late(offset: Int, length: Int)
        /// A segment far ahead was not believed.
        case stray(distance: Int, length: Int)
        /// A hole was given up because too much data waited after it.
        case limit(Measure)
    }

    /// The limit for waiting, if it is lower than usual.
    package private(set) var room: (measure: Measure, count: Int)?
    /// The expected bytes of both streams; `nil` for missing bytes.
    package internal(set) var streams: [[UInt8?]] = [[], []]
    package internal(set) var notices: [[Notice]] = [[], []]
    package internal(set) var ends = [1, 1]
    /// The kind of plan.
    package let kind: Int
    var tcp = PlannedSegments()
    private static let kinds = 5

    package var packets: [WirePacket] { tcp.packets }
    /// The total time spent waiting for input before each packet, in nanoseconds.
    package var waiting: [Int64] { tcp.waiting }

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        kind = reader.byte() % Self.kinds
        switch kind {
        case 0: hole(&reader, isLive: false)
        case 1: hole(&reader, isLive: true)
        case 2: limit(&reader)
        case 3: joined(&reader)
        default: end(&reader)
        }
    }

    static func known(_ range: Range<Int>) -> [UInt8?] { PlannedSegments.bytes(range).map { $0 } }
    static func unknown(_ count: Int) -> [UInt8?] { [UInt8?](repeating: nil, count: count) }

    // MARK: Time

    /// Adds bytes that arrive after later ones, and after a pause with acknowledgments of the other end.
    private mutating func hole(_ reader: inout PlanReader, isLive: Bool) {
        let choice = reader.byte()
        let before = 1 + reader.byte() & 31
        let length = 2 + reader.byte()
        let behind = 4 + reader.byte() & 63
        let pauses = reader.byte()
        // The other end acknowledges everything, or only the bytes before the hole, or nothing new, or sends no
        // acknowledgment.
        let isConfirmed = choice & 3 == 0
        let seen = isConfirmed ? before + length + behind : choice & 3 == 1 ? before : 0
        tcp.open()
        tcp.data(0, 0..<before)
        let end = before + length + behind
        var activity: UInt64 = 0
        tcp.data(0, before + length..<end)
        if choice & 4 != 0 {
            tcp.data(0, end..<end + 5)
            activity += 1
        }
        let hasNeighbour = choice & 4 != 0
        let total = hasNeighbour ? end + 5 : end
        // A pause in the capture counts for at most half a second; waiting for live input counts in full.
        let step: UInt64 = [500_000, 499_999, 900_000, 250_000][pauses & 3]
        let counted = min(step, 500_000)
        var firstWaiting: Int64?
        var isLost = false
        let count = isConfirmed ? pauses >> 2 & 15 : pauses >> 2 & 63
        let wait: Int64 = [100_000_000, 499_999_999, 250_000_000, 500_000_000][pauses & 3]
        for _ in 0..<count {
            if isLive {
                tcp.waited += wait
            } else {
                // The packet before this one already took a microsecond.
                tcp.time += step - 1
                activity += counted
            }
            // A packet without the ACK flag acknowledges nothing.
            tcp.add(1, at: 0, [], choice & 3 == 3 ? 0 : 0x10, saw: seen)
            if isLive { activity += 1 }
            if firstWaiting == nil { firstWaiting = tcp.waited }
            let seconds: UInt64 = isConfirmed ? 3 : 30
            let isBelieved = isConfirmed || hasNeighbour && choice & 3 == 3
            if activity >= seconds * 1_000_000, isBelieved { isLost = true }
            guard isLive else { continue }
            if isConfirmed, let firstWaiting, tcp.waited - firstWaiting >= 500_000_000 { isLost = true }
            if tcp.waited >= 2_000_000_000 { isLost = true }
        }
        tcp.data(0, before..<before + length)
        tcp.close(total, 0)
        streams[0] = Self.known(0..<before) + (isLost ? Self.unknown(length) : Self.known(before..<before + length))
        streams[0] += Self.known(before + length..<total)
        if isLost { notices[0] = [.late(offset: before, length: length)] }
    }

    // MARK: Limits

    /// Adds more segments, bytes or memory than may wait.
    private mutating func limit(_ reader: inout PlanReader) {
        let choice = reader.byte()
        let allowed = 1 + reader.byte() & 7
        switch choice & 3 {
        case 0: room = (.segments, allowed)
        case 1: room = (.bytes, allowed * 16)
        case 2: room = (.bytesInAll, allowed * 150)
        default: break
        }
        let reason = room?.measure ?? .segments
        tcp.open()
        var held: [Range<Int>] = []
        var place = 0
        var out = 0
        // A waiting FIN counts as well; the other end's FIN also waits, because it acknowledges missing bytes.
        var endings = 0
        func isOver() -> Bool {
            guard !held.isEmpty else { return false }
            return switch choice & 3 {
            case 0: held.count + min(1, endings) > allowed
            case 1: held.reduce(0) { $0 + $1.count } > allowed * 16
            case 2: held.reduce(endings * 96) { $0 + $1.count + 128 } > allowed * 150
            default: false
            }
        }
        func giveUp(_ plan: inout WaitPlan) {
            while isOver() {
                let first = held.removeFirst()
                plan.streams[0] += Self.unknown(first.lowerBound - out) + Self.known(first)
                out = first.upperBound
                plan.notices[0].append(.limit(reason))
            }
        }
        for step in reader.steps(of: 2, atMost: 24) {
            var step = step
            let gap = 2 + step.byte() & 15
            let length = 1 + step.byte() & 31
            let range = place + gap..<place + gap + length
            place = range.upperBound
            tcp.data(0, range)
            held.append(range)
            giveUp(&self)
        }
        for _ in 0..<2 {
            endings += 1
            giveUp(&self)
        }
        for range in held {
            streams[0] += Self.unknown(range.lowerBound - out) + Self.known(range)
            out = range.upperBound
        }
        tcp.close(place, 0)
    }

    // MARK: Beginnings

    /// Adds the segments of a connection that was joined in the middle, in any order.
    ///
    /// The stream begins with the lowest one among those that arrived before there were enough, or before some time had
    /// passed.
    private mutating func joined(_ reader: inout PlanReader) {
        let choice = reader.byte()
        let count = 2 + reader.byte() % 14
        let pause = [1, 400_000, 250_000, 499_999][choice & 3] as UInt64
        // Each segment has a distinct position.
        var order = Array(0..<count)
        for place in order.indices.reversed() { order.swapAt(place, reader.byte() % (place + 1)) }
        let length = 10
        if choice & 4 != 0 { keepAlive(hasByte: choice & 8 != 0) }
        var activity: UInt64 = 0
        var since: UInt64?
        var start: Int?
        var came: [Int] = []
        var lost: [Int] = []
        for (turn, segment) in order.enumerated() {
            if turn > 0 {
                tcp.time += pause - 1
                activity += min(pause, 500_000)
            }
            tcp.data(0, segment * length..<(segment + 1) * length)
            if let start {
                if segment < start { lost.append(segment - start) } else { came.append(segment) }
                continue
            }
            came.append(segment)
            // The time counts from the segment that is lowest in the stream.
            if came.min() == segment { since = activity }
            if came.count >= 8 || activity - (since ?? 0) >= 1_000_000 { start = came.min() }
        }
        let first = start ?? came.min() ?? 0
        let known = Set(came)
        for segment in first..<count {
            let range = segment * length..<(segment + 1) * length
            streams[0] += known.contains(segment) ? Self.known(range) : Self.unknown(length)
        }
        notices[0] = lost.map { .late(offset: $0 * length, length: length) }
        ends = [1, 0]
        tcp.add(0, at: count * length, [], 0x11, saw: 0)
    }

    /// Adds a keep-alive at the position of the last byte, without a byte or with one that does not belong to the
    /// stream, and its answer with the next sequence number.
    private mutating func keepAlive(hasByte: Bool) {
        for byte in hasByte ? [[], [0xEE]] : [[]] as [[UInt8]] {
            tcp.add(0, at: -1, byte, 0x10, saw: 0)
            tcp.add(1, at: 0, [], 0x10, saw: 0)
        }
    }
}
