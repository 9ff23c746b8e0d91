import Capture

/// Puts one direction of a connection in order, by offsets from its first byte.
struct StreamAssembly {
    /// What comes next in the stream.
    enum Delivery {
        case bytes([UInt8])
        /// Bytes that the capture does not have.
        case hole(Int)
    }

    /// Bytes that wait for those before them, or for what their sender had received.
    private struct Held {
        var offset: Int
        var bytes: [UInt8]
        /// How much of the other direction their sender had received.
        var answers: Int
        var since: Int64
    }

    private static let longestHold: Int64 = 500_000_000
    private static let mostHeld = 4 << 20

    /// The sequence number of the first byte; `nil` before the first segment.
    private(set) var base: UInt32?
    private(set) var next = 0
    private var held: [Held] = []
    private var heldBytes = 0
    /// How far the other end says that it has received, and since when.
    private var acknowledged = 0
    private var acknowledgedTime: Int64 = 0

    /// The offset of a sequence number, near the place that the stream has reached.
    func offset(of sequence: UInt32) -> Int {
        guard let base else { return 0 }
        return next + TCPSequence.distance(sequence, from: base &+ UInt32(truncatingIfNeeded: next))
    }

    /// Whether bytes wait.
    var isHolding: Bool { !held.isEmpty }

    /// Takes note of where the stream begins.
    private mutating func begin(_ sequence: UInt32) { if base == nil { base = sequence } }

    /// Takes note of a segment of this direction.
    mutating func note(own segment: Segment) { begin(Self.sequence(of: segment)) }

    /// Takes note of what a segment of the other direction says about this one.
    mutating func note(answering segment: Segment) {
        guard segment.flags.contains(.ack) else { return }
        begin(segment.acknowledgment)
        acknowledge(offset(of: segment.acknowledgment), at: segment.time)
    }

    /// Where a segment's payload is in the stream, and how much of it has no place there: what lies before the first
    /// segment that was seen.
    func place(of segment: Segment, _ count: Int) -> (offset: Int, before: Int) {
        let offset = offset(of: Self.sequence(of: segment))
        let before = min(max(0, -offset), count)
        return (offset + before, before)
    }

    private static func sequence(of segment: Segment) -> UInt32 {
        segment.flags.contains(.syn) ? segment.sequence &+ 1 : segment.sequence
    }

    /// Takes bytes that come next in the stream, when nothing is held back: then they need not be kept.
    ///
    /// - Parameter isEarly: whether their sender had received what is not there yet.
    mutating func passes(_ count: Int, at offset: Int, isEarly: Bool = false) -> Bool {
        guard held.isEmpty, offset == next, !isEarly else { return false }
        next += count
        return true
    }

    /// - Parameters:
    ///   - answers: how much of the other direction their sender had received; 0 where that is not asked.
    ///   - time: when they came.
    mutating func receive(_ bytes: [UInt8], at offset: Int, answering answers: Int = 0, time: Int64 = 0) {
        var offset = offset
        var bytes = bytes
        if offset < next {
            let known = next - offset
            guard known < bytes.count else { return }
            bytes.removeFirst(known)
            offset = next
        }
        guard !bytes.isEmpty, held.count < 4096 else { return }
        let place = held.firstIndex { $0.offset > offset } ?? held.count
        held.insert(Held(offset: offset, bytes: bytes, answers: answers, since: time), at: place)
        heldBytes += bytes.count
    }

    private mutating func acknowledge(_ offset: Int, at time: Int64) {
        guard offset > acknowledged else { return }
        acknowledged = offset
        acknowledgedTime = time
    }

    /// Whether so much time lies between two that nothing is waited for any more; of what a capture says, times may be any.
    private static func hasPassed(from start: Int64, to end: Int64) -> Bool {
        let (time, isTooMuch) = end.subtractingReportingOverflow(start)
        return isTooMuch ? end > start : time >= longestHold
    }

    /// Whether a place is beyond what is there, and beyond its end.
    func isAhead(_ offset: Int) -> Bool { offset > next + 1 }

    /// What comes next, if it is there or no more waited for.
    ///
    /// - Parameters:
    ///   - isFinal: whether nothing more comes, so that no hole is waited for.
    ///   - other: the other direction; what is sent after its bytes waits for them. `nil` where that is not asked any more.
    mutating func take(now: Int64, isFinal: Bool, answering other: StreamAssembly? = nil) -> Delivery? {
        while let first = held.first {
            if first.offset > next {
                let isLost = acknowledged >= first.offset && Self.hasPassed(from: acknowledgedTime, to: now)
                guard isFinal || isLost || heldBytes > Self.mostHeld else { return nil }
                let length = first.offset - next
                next = first.offset
                return .hole(length)
            }
            if let other, other.isAhead(first.answers), isFinal || !Self.hasPassed(from: first.since, to: now),
                heldBytes <= Self.mostHeld
            {
                return nil
            }
            held.removeFirst()
            heldBytes -= first.bytes.count
            let known = next - first.offset
            guard known < first.bytes.count else { continue }
            let fresh = Array(first.bytes[known...])
            next += fresh.count
            return .bytes(fresh)
        }
        return nil
    }
}
