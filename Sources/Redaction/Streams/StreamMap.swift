import WireFormat

/// A map from a stream of bytes to its replacement: stretch by stretch, in order.
struct StreamMap {
    /// The start of a stretch; the stretch ends where the next one begins.
    struct Piece {
        var oldStart: Int
        var newStart: Int
        /// The position of the new bytes in the spool; ``cut`` or ``hole`` if there are none.
        var place: Int
    }

    /// The place of a stretch whose bytes were cut.
    static let cut = -1
    /// The place of a stretch that was missing when its turn came.
    static let hole = -2

    private var pieces: [Piece] = []
    private(set) var oldEnd = 0
    private(set) var newEnd = 0
    /// Whether the last stretch has as many new bytes as old ones.
    private var endsAlike = false
    /// The index of the piece that was looked up last.
    private var latest = 0

    mutating func append(old: Int, new: Int, place: Int) {
        // Adjacent stretches without bytes are joined.
        let isJoined = place < 0 && old == new && endsAlike && pieces.last?.place == place
        if !isJoined { pieces.append(Piece(oldStart: oldEnd, newStart: newEnd, place: place)) }
        endsAlike = old == new
        oldEnd += old
        newEnd += new
    }

    private func lengths(_ index: Int) -> (old: Int, new: Int) {
        let piece = pieces[index]
        guard index + 1 < pieces.count else { return (oldEnd - piece.oldStart, newEnd - piece.newStart) }
        return (pieces[index + 1].oldStart - piece.oldStart, pieces[index + 1].newStart - piece.newStart)
    }

    /// Returns the offset in the new stream of an offset in the old one.
    mutating func newOffset(of old: Int) -> Int {
        guard old > 0 else { return old }
        guard old < oldEnd else { return newEnd + old - oldEnd }
        let place = index { $0.oldStart <= old }
        let piece = pieces[place]
        let length = lengths(place)
        let inside = old - piece.oldStart
        if length.old == length.new { return piece.newStart + inside }
        let product = inside.multipliedFullWidth(by: length.new)
        let scaled = length.old.dividingFullWidth((product.high, product.low)).quotient
        // A unit that was split between two packets stays split, if it has enough bytes.
        guard inside > 0, length.new > 1 else { return piece.newStart + scaled }
        return piece.newStart + min(max(scaled, 1), length.new - 1)
    }

    /// Returns the index of the last piece that meets the condition, which all pieces before it meet as well.
    ///
    /// Packets are created in the order of their bytes, so the search starts at the last result.
    @inline(__always)
    private mutating func index(_ condition: (Piece) -> Bool) -> Int {
        var low = min(latest, pieces.count - 1)
        var high = low + 1
        var width = 1
        if condition(pieces[low]) {
            while high < pieces.count, condition(pieces[high]) {
                low = high
                high += width
                width *= 2
            }
            high = min(high, pieces.count)
        } else {
            while low > 0, !condition(pieces[low]) {
                high = low
                low -= width
                width *= 2
            }
            low = max(low, 0)
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if condition(pieces[middle]) { low = middle } else { high = middle }
        }
        latest = low
        return low
    }

    /// Appends the new bytes of a range of captured bytes, up to the first cut position.
    ///
    /// Captured bytes that were never read become zeros, since it is reported that they came too late: bytes before the
    /// stream, after its end, and in a hole.
    /// - Parameter knowsHoles: whether the stream is that of TCP itself, so that its holes and its end are those of TCP.
    mutating func read(
        _ range: Range<Int>,
        _ spool: Spool,
        knowsHoles: Bool,
        into result: inout ByteWriter
    ) throws(RedactionError) {
        var start = range.lowerBound
        if start < 0 {
            let early = min(range.upperBound, 0) - start
            result.append([UInt8](repeating: 0, count: early))
            start += early
        }
        guard start < range.upperBound else { return }
        guard start < newEnd else {
            if knowsHoles { result.append([UInt8](repeating: 0, count: range.upperBound - start)) }
            return
        }
        var place = index { $0.newStart <= start }
        while start < range.upperBound, place < pieces.count {
            let piece = pieces[place]
            let end = min(range.upperBound, piece.newStart + lengths(place).new)
            place += 1
            guard end > start else { continue }
            if piece.place == Self.hole, knowsHoles {
                result.append([UInt8](repeating: 0, count: end - start))
            } else {
                guard piece.place >= 0 else { return }
                let first = piece.place + start - piece.newStart
                try spool.read(first..<first + end - start, into: &result)
            }
            start = end
        }
        if knowsHoles, start < range.upperBound {
            result.append([UInt8](repeating: 0, count: range.upperBound - start))
        }
    }
}
