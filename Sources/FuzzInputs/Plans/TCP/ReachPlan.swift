/// A TCP connection whose packets imply more of a stream than was captured: segments far ahead, acknowledgments of
/// missing bytes, bytes after an end.
///
/// A plan's bytes: a mark, the kind of plan, its variant, then numbers.
package struct ReachPlan: Sendable {
    /// A piece of a stream: bytes, or the length of a hole.
    package enum Piece: Hashable, Sendable {
        case bytes([UInt8])
        case hole(Int)
    }

    package internal(set) var pieces: [[Piece]] = [[], []]
    package internal(set) var notices: [[WaitPlan.Notice]] = [[], []]
    package internal(set) var ends = [0, 0]
    /// The kind of plan.
    package let kind: Int
    var tcp = PlannedSegments()

    /// The number of kinds.
    package static let kinds = 7
    /// The distance ahead beyond which a single packet is not believed.
    static let far = 16 << 20
    /// The widest possible window (RFC 7323 section 2.3).
    private static let widest = 1 << 30
    /// Distances around `far` and `widest`.
    private static let distances = [
        far, far + 1, 2 * far, widest - 9, widest, widest + 1, widest + 77, far / 2, far + 40, 3 * far,
    ]

    package var packets: [WirePacket] { tcp.packets }

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        _ = reader.byte()
        kind = reader.byte() % Self.kinds
        let choice = reader.byte()
        let before = 4 + reader.byte() % 28
        let more = 1 + reader.byte() % 28
        switch kind {
        case 0: farAhead(choice, before, more)
        case 1: joined(choice, before, more)
        case 2: behindEnd(choice, before, more)
        case 3: acknowledgedAlone(choice, before, more)
        case 4: takenForEnd(choice, before, more)
        case 5: answers(choice, before, more)
        default: lateBehindEnd(choice, before, more)
        }
    }

    /// Adds acknowledgments of the server, one every half second.
    mutating func wait(_ halves: Int, at place: Int, saw other: Int) {
        for _ in 0..<halves {
            tcp.time += 500_000
            tcp.add(1, at: place, [], 0x10, saw: other)
        }
    }

    // MARK: Expected streams

    /// Appends known bytes to the expected stream, joined with known bytes before them.
    mutating func know(_ side: Int, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        guard case .bytes(let earlier)? = pieces[side].last else {
            return pieces[side].append(.bytes(PlannedSegments.bytes(range)))
        }
        pieces[side][pieces[side].count - 1] = .bytes(earlier + PlannedSegments.bytes(range))
    }

    mutating func miss(_ side: Int, _ count: Int) { if count > 0 { pieces[side].append(.hole(count)) } }

    // MARK: Far ahead

    /// Adds a segment far ahead of the stream.
    ///
    /// It is believed if another segment is near it, or if the other end acknowledges it, but never beyond the widest
    /// window.
    private mutating func farAhead(_ choice: Int, _ before: Int, _ more: Int) {
        tcp.open()
        tcp.data(0, 0..<before)
        let distance = Self.distances[choice % Self.distances.count]
        let form = choice / Self.distances.count % 4
        let place = before + distance
        tcp.data(0, place..<place + more)
        // Another segment near the first one, or too far ahead of it.
        let second = place + more + (form == 3 ? Self.far + 1 : 3)
        if form & 1 != 0 { tcp.data(0, second..<second + 5) }
        if form == 2 { tcp.add(1, at: 0, [], 0x10, saw: place + more) }
        // The stream itself goes on.
        let end = before + more % 4 * 2
        if end > before { tcp.data(0, before..<end) }
        know(0, 0..<end)
        var far = [place..<place + more]
        if form & 1 != 0 { far.append(second..<second + 5) }
        // A segment beyond the widest window is reported at once, another one at the end of the capture.
        for range in far where range.lowerBound - before > Self.widest {
            notices[0].append(.stray(distance: range.lowerBound - before, length: range.count))
        }
        far.removeAll { $0.lowerBound - before > Self.widest }
        var out = end
        for (index, range) in far.enumerated() {
            let next = index + 1 < far.count ? far[index + 1] : nil
            let isNear = next.map { $0.lowerBound - range.lowerBound <= Self.far } ?? false
            guard form == 2 || isNear || range.lowerBound - out <= Self.far else {
                notices[0].append(.stray(distance: range.lowerBound - out, length: range.count))
                continue
            }
            miss(0, range.lowerBound - out)
            know(0, range)
            out = range.upperBound
        }
    }

    /// Adds a capture that begins in the middle, with a lone segment far before or far after the others.
    ///
    /// The stream begins where most segments are.
    private mutating func joined(_ choice: Int, _ length: Int, _ more: Int) {
        let distance = Self.distances[choice % Self.distances.count]
        let form = choice / Self.distances.count
        let others = 1 + form % 3
        let isBefore = form & 4 == 0
        // Successive segments, in some plans with gaps between them.
        let gap = form & 8 == 0 ? 0 : 3
        let near = (0..<others).map { $0 * (length + gap)..<($0 * (length + gap) + length) }
        let lone = isBefore ? -distance..<more - distance : distance..<distance + more
        var sent = near
        sent.insert(lone, at: more % (others + 1))
        for range in sent { tcp.data(0, range) }
        var out: Int
        var left = near[...]
        if isBefore, others > 1, distance > Self.far {
            notices[0].append(.late(offset: -distance, length: more))
            out = 0
        } else if isBefore {
            know(0, lone)
            out = lone.upperBound
            // Segments beyond the widest window from the stream's beginning are reported at once.
            if distance > Self.widest {
                notices[0] = near.map { .stray(distance: $0.lowerBound + distance, length: $0.count) }
                left = []
            }
        } else {
            out = 0
            if distance > Self.widest {
                notices[0].append(.stray(distance: distance, length: more))
            } else {
                left.append(lone)
            }
        }
        while let range = left.popFirst() {
            let isNear = left.first.map { $0.lowerBound - range.lowerBound <= Self.far } ?? false
            if range.lowerBound - out > Self.far, !isNear {
                notices[0].append(.stray(distance: range.lowerBound - out, length: range.count))
                continue
            }
            miss(0, range.lowerBound - out)
            know(0, range)
            out = range.upperBound
        }
    }
}
