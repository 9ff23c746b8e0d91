/// How a stream of bytes became another one: stretch by stretch, in order.
struct StreamMap {
    struct Piece {
        var oldStart: Int
        var oldLength: Int
        var newStart: Int
        var newLength: Int
        /// Where the new bytes lie in the spool; -1 where there are none: a hole, or what was cut.
        var place: Int
    }

    /// More stretches than this are not kept; the rest of the stream is cut.
    static let most = 1 << 21

    private(set) var pieces: [Piece] = []
    var oldEnd: Int { pieces.last.map { $0.oldStart + $0.oldLength } ?? 0 }
    var newEnd: Int { pieces.last.map { $0.newStart + $0.newLength } ?? 0 }

    mutating func append(old: Int, new: Int, place: Int) {
        // Neighbours of which nothing is kept are one.
        if place < 0, old == new, let last = pieces.last, last.place < 0, last.oldLength == last.newLength {
            pieces[pieces.count - 1].oldLength += old
            pieces[pieces.count - 1].newLength += new
            return
        }
        pieces.append(Piece(oldStart: oldEnd, oldLength: old, newStart: newEnd, newLength: new, place: place))
    }

    /// Where an offset in the old stream is in the new one.
    func newOffset(of old: Int) -> Int {
        guard old > 0 else { return old }
        guard old < oldEnd else { return newEnd + old - oldEnd }
        let piece = pieces[index { $0.oldStart <= old }]
        let inside = old - piece.oldStart
        if piece.oldLength == piece.newLength { return piece.newStart + inside }
        let product = inside.multipliedFullWidth(by: piece.newLength)
        let scaled = piece.oldLength.dividingFullWidth((product.high, product.low)).quotient
        return piece.newStart + scaled
    }

    /// The last piece of which something holds.
    private func index(_ holds: (Piece) -> Bool) -> Int {
        var low = 0
        var high = pieces.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if holds(pieces[middle]) { low = middle } else { high = middle }
        }
        return low
    }

    /// The new bytes of a range, as far as there are any from its start on.
    func bytes(_ range: Range<Int>, _ spool: Spool) throws(RedactionError) -> [UInt8] {
        guard !range.isEmpty, range.lowerBound >= 0, range.lowerBound < newEnd else { return [] }
        var result: [UInt8] = []
        var start = range.lowerBound
        var place = index { $0.newStart <= start }
        while start < range.upperBound, place < pieces.count {
            let piece = pieces[place]
            place += 1
            let end = min(range.upperBound, piece.newStart + piece.newLength)
            guard end > start else { continue }
            guard piece.place >= 0 else { break }
            let first = piece.place + start - piece.newStart
            result += try spool.read(first..<first + end - start)
            start = end
        }
        return result
    }
}
