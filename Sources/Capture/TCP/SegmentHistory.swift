import WireFormat

/// The newest part of a capture and the positions of segment payloads in it, to check whether a retransmitted segment
/// holds the same bytes as before.
///
/// No bytes are copied: the history keeps the blocks of the capture. Its reach depends only on the number of captured
/// bytes, not on how they were read. No byte of a stream is in two records: the first that had it counts.
struct SegmentHistory: Sendable {
    /// The payload of a segment, or the part of it that came from one packet.
    struct Record: Sendable, BitwiseCopyable {
        var sequence: UInt32
        var count: UInt32
        /// The index of the first byte in the block.
        var start: UInt32
        /// The distance to the previous record of the same direction; 0 when there is none.
        var back: UInt32
        /// The number of captured bytes of all packets before this one, modulo 2^32.
        var position: UInt32
    }

    /// A finished block.
    private struct Past: Sendable {
        var bytes: [UInt8]
        var records: [Record]
        /// The number of the first record.
        var first: Int
    }

    /// The number of records visited for one segment, at most.
    static let longestSearch = 256

    private var past: [Past] = []
    private var records: [Record] = []
    /// The number of the first record of the current block; numbers begin with 1.
    private var first = 1
    private let reach: Int
    /// The number of captured bytes so far.
    private var position = 0
    /// The number of steps taken: records visited and bytes compared.
    private(set) var steps = 0

    init(limits: CaptureLimits) {
        reach = min(max(0, limits.repetitionBytes), 1 << 30)
    }

    @inline(__always)
    mutating func advance(_ count: Int) { position &+= count }

    /// Adds a payload, and returns the number of its record.
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

    /// The result of a search.
    struct Finding: Sendable {
        /// The parts of the segment that are in no earlier one, in order.
        var new: [Range<Int>] = []
        /// The first part that differs from an earlier segment: offset in the segment, and length.
        var difference: (offset: Int, length: Int)?
        var earlier = SegmentConflict.Excerpt()
        var later = SegmentConflict.Excerpt()
    }

    /// Compares a payload with earlier ones of its direction.
    ///
    /// - Parameters:
    ///   - last: the number of the direction's last record.
    ///   - block: the current block, which contains the newest records.
    ///   - extra: the bytes after it (datagrams reassembled from fragments).
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
            // Both relative to the new payload, whose first byte is 0.
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

    /// Returns the furthest end of a direction's records that lie near a place, and not before it.
    ///
    /// - Parameter last: the number of the direction's last record.
    mutating func furthestEnd(near place: UInt32, from last: Int) -> UInt32 {
        var furthest = 0
        var number = last
        for _ in 0..<Self.longestSearch {
            steps &+= 1
            guard let record = locate(number)?.record else { break }
            let ahead = TCPSequence.distance(record.sequence &+ record.count, from: place)
            if ahead <= TCPDirection.farAhead { furthest = max(furthest, ahead) }
            guard record.back > 0 else { break }
            number -= Int(record.back)
        }
        return place &+ UInt32(truncatingIfNeeded: furthest)
    }

    /// Returns the ranges of the first `count` numbers that no range covers.
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
        // Of several differing parts, the first in the stream is reported.
        guard let difference, offset + difference.first < finding.difference?.offset ?? .max else { return }
        finding.difference = (offset + difference.first, difference.last - difference.first + 1)
        finding.earlier = SegmentConflict.Excerpt()
        finding.later = SegmentConflict.Excerpt()
        for index in difference.first...min(difference.last, difference.first + 7) {
            finding.earlier.append(before[index])
            finding.later.append(bytes[index])
        }
    }

    /// Ends the current block and keeps nothing of it.
    mutating func forgetBlock() {
        first += records.count
        records.removeAll(keepingCapacity: true)
    }

    /// Ends the current block, and removes blocks that are too old.
    mutating func endBlock(_ bytes: [UInt8]) {
        guard reach > 0, !records.isEmpty else { return forgetBlock() }
        // A short read from a pipe is in a buffer with room for a long one.
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
