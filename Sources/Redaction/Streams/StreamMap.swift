import WireFormat

/// How a stream of bytes became another one: stretch by stretch, in order.
struct StreamMap {
    /// A stretch; it ends where the next one begins.
    struct Piece {
        var oldStart: Int
        var newStart: Int
        /// Where the new bytes lie in the spool; -1 where there are none: a hole, or what was cut.
        var place: Int
    }

    private var pieces: [Piece] = []
    private(set) var oldEnd = 0
    private(set) var newEnd = 0
    /// Whether the last stretch takes as many bytes as it did.
    private var endsAlike = false
    /// Where the piece was that was looked for last: the next one is near it.
    private var latest = 0

    mutating func append(old: Int, new: Int, place: Int) {
        // Neighbours of which nothing is kept are one.
        let isJoined = place < 0 && old == new && endsAlike && pieces.last?.place == -1
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

    /// Where an offset in the old stream is in the new one.
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
        // What two packets carried is carried by both, as far as there are bytes for that.
        guard inside > 0, length.new > 1 else { return piece.newStart + scaled }
        return piece.newStart + min(max(scaled, 1), length.new - 1)
    }

    /// The index of the last piece that meets the condition, which all pieces before it meet.
    ///
    /// Packets come about in the order of their bytes, so it is near the piece that was looked for last.
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

    /// Appends the new bytes of a range, as far as there are any from its start on.
    mutating func read(_ range: Range<Int>, _ spool: Spool, into result: inout ByteWriter) throws(RedactionError) {
        guard !range.isEmpty, range.lowerBound >= 0, range.lowerBound < newEnd else { return }
        var start = range.lowerBound
        var place = index { $0.newStart <= start }
        while start < range.upperBound, place < pieces.count {
            let piece = pieces[place]
            let end = min(range.upperBound, piece.newStart + lengths(place).new)
            place += 1
            guard end > start else { continue }
            guard piece.place >= 0 else { break }
            let first = piece.place + start - piece.newStart
            try spool.read(first..<first + end - start, into: &result)
            start = end
        }
    }
}
