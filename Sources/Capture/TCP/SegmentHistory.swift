import WireFormat

/// The newest stretch of a capture and where in it the segments' payloads lie, to see whether a segment that comes again
/// holds the same bytes as before.
///
/// Nothing is copied: the blocks of the capture are kept. How far it reaches back depends on the bytes captured alone,
/// not on how they were read. No byte of a stream is in two records: the first that brought it counts.
struct SegmentHistory: Sendable {
    /// The payload of a segment, or the part of it that one packet brought.
    struct Record: Sendable, BitwiseCopyable {
        var sequence: UInt32
        var count: UInt32
        /// First byte in the block.
        var start: UInt32
        /// How many records back the same direction's record before this one is; 0 when there is none.
        var back: UInt32
        /// Captured bytes of all packets before this one, modulo 2^32.
        var position: UInt32
    }

    /// A block that is over.
    private struct Past: Sendable {
        var bytes: [UInt8]
        var records: [Record]
        /// Number of the first record.
        var first: Int
    }

    /// Records looked at for one segment.
    static let longestSearch = 256

    private var past: [Past] = []
    private var records: [Record] = []
    /// Number of the first record of the block that is being read; numbers begin with 1.
    private var first = 1
    private let reach: Int
    /// Captured bytes so far.
    private var position = 0
    /// Steps taken: records looked at and bytes compared.
    private(set) var steps = 0

    init(limits: CaptureLimits) {
        reach = min(max(0, limits.repetitionBytes), 1 << 30)
    }

    /// Counts a packet.
    @inline(__always)
    mutating func advance(_ count: Int) { position &+= count }

    /// Adds a payload, and answers the number of its record.
    @inline(__always)
    mutating func add(_ sequence: UInt32, start: Int, count: Int, after previous: Int) -> Int {
        let number = first &+ records.count
        let back = previous == 0 ? 0 : number &- previous
        records.append(
            Record(
                sequence: sequence,
                count: UInt32(truncatingIfNeeded: count),
                start: UInt32(truncatingIfNeeded: start),
                back: back > Int(UInt32.max) ? 0 : UInt32(truncatingIfNeeded: back),
                position: UInt32(truncatingIfNeeded: position)
            )
        )
        return number
    }

    /// What a search found.
    struct Finding: Sendable {
        /// The parts of the segment that are not in an earlier one, in order.
        var new: [Range<Int>] = []
        /// The first part in which it differs from an earlier one: first byte in the segment, and how many.
        var difference: (offset: Int, length: Int)?
        var earlier = SegmentConflict.Excerpt()
        var later = SegmentConflict.Excerpt()
    }

    /// Compares a payload with earlier ones of its direction.
    ///
    /// - Parameters:
    ///   - last: the number of the direction's last record.
    ///   - block: the block that is being read, in which the newest records lie.
    ///   - extra: what lies behind it (datagrams put together from fragments).
    mutating func search(
        _ sequence: UInt32,
        _ payload: Span<UInt8>,
        from last: Int,
        _ block: Span<UInt8>,
        _ extra: Span<UInt8>
    ) -> Finding {
        var finding = Finding()
        var known: [Range<Int>] = []
        var number = last
        var rest = payload.count
        for _ in 0..<Self.longestSearch {
            steps &+= 1
            guard let found = locate(number),
                UInt32(truncatingIfNeeded: position) &- found.record.position <= UInt32(reach)
            else { break }
            let record = found.record
            // Both in the counting of the new payload, whose first byte is 0.
            let start = TCPSequence.distance(record.sequence, from: sequence)
            let overlap = max(0, start)..<max(max(0, start), min(payload.count, start + Int(record.count)))
            if !overlap.isEmpty {
                known.append(overlap)
                let place = Int(record.start) + overlap.lowerBound - start
                let bytes = payload.extracting(overlap)
                if found.past >= 0 {
                    let old = past[found.past].bytes
                    Self.compare(old.span, place, bytes, overlap.lowerBound, &finding)
                } else if place >= block.count {
                    Self.compare(extra, place - block.count, bytes, overlap.lowerBound, &finding)
                } else {
                    Self.compare(block, place, bytes, overlap.lowerBound, &finding)
                }
                steps &+= overlap.count
                rest -= overlap.count
                if rest <= 0 { break }
            }
            guard record.back > 0 else { break }
            number -= Int(record.back)
        }
        finding.new = Self.gaps(between: known, upTo: payload.count)
        return finding
    }

    /// What ranges leave of the first `count` numbers.
    private static func gaps(between ranges: [Range<Int>], upTo count: Int) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var start = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > start { gaps.append(start..<range.lowerBound) }
            start = max(start, range.upperBound)
        }
        if start < count { gaps.append(start..<count) }
        return gaps
    }

    private func locate(_ number: Int) -> (record: Record, past: Int)? {
        guard number > 0 else { return nil }
        if number >= first { return (records[number - first], -1) }
        guard let oldest = past.first, number >= oldest.first else { return nil }
        var low = 0
        var high = past.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if past[middle].first <= number { low = middle } else { high = middle }
        }
        return (past[low].records[number - past[low].first], low)
    }

    private static func compare(
        _ block: Span<UInt8>,
        _ place: Int,
        _ bytes: Span<UInt8>,
        _ offset: Int,
        _ finding: inout Finding
    ) {
        let before = block.extracting(place..<place + bytes.count)
        var difference: (first: Int, last: Int)?
        for index in bytes.indices where before[index] != bytes[index] {
            difference = (difference?.first ?? index, index)
        }
        // Of several parts that differ the first in the stream is told.
        guard let difference, offset + difference.first < finding.difference?.offset ?? .max else { return }
        finding.difference = (offset + difference.first, difference.last - difference.first + 1)
        finding.earlier = SegmentConflict.Excerpt()
        finding.later = SegmentConflict.Excerpt()
        for index in difference.first...min(difference.last, difference.first + 7) {
            finding.earlier.append(before[index])
            finding.later.append(bytes[index])
        }
    }

    /// Ends the block that was read and keeps nothing of it.
    mutating func forgetBlock() {
        first += records.count
        records.removeAll(keepingCapacity: true)
    }

    /// Ends the block that was read, and lets go what is too old.
    mutating func endBlock(_ bytes: [UInt8]) {
        guard reach > 0, !records.isEmpty else { return forgetBlock() }
        // A short read out of a pipe lies in a buffer that has room for a long one.
        let kept = bytes.capacity > 2 * bytes.count + 4096 ? Array(copying: bytes.span) : bytes
        past.append(Past(bytes: kept, records: records, first: first))
        first += records.count
        records.removeAll(keepingCapacity: true)
        let tooOld = past.prefix { block in
            guard let last = block.records.last else { return true }
            return UInt32(truncatingIfNeeded: position) &- last.position > UInt32(reach)
        }.count
        if tooOld > 0 { past.removeFirst(tooOld) }
    }
}
