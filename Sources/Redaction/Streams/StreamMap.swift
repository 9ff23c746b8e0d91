import WireFormat

/// A map from a stream of bytes to its replacement: stretch by stretch, in order.
///
/// A capture has millions of stretches, so each takes only 12 bytes.
struct StreamMap {
    /// The start of a stretch in both streams, and the position of its new bytes in the spool, counted from the first
    /// stretch of the block; the stretch ends where the next one begins.
    private struct Piece: BitwiseCopyable {
        var old: UInt32
        var new: UInt32
        /// ``blank``, if the stretch was cut, ``missing``, if it is a hole.
        var place: UInt32

        static let blank = UInt32.max
        static let missing = UInt32.max - 1
    }

    /// Successive stretches, and the numbers that theirs count from.
    private struct Block {
        var oldStart: Int
        var newStart: Int
        var place: Int
        var pieces: [Piece] = []

        static let most = 256

        /// Appends a stretch; returns `false` if it belongs in another block.
        mutating func append(oldStart old: Int, newStart new: Int, place: Int) -> Bool {
            guard pieces.count < Self.most, let old = UInt32(exactly: old - oldStart),
                let new = UInt32(exactly: new - newStart)
            else { return false }
            let found: UInt32
            switch place {
            case StreamMap.cut: found = Piece.blank
            case StreamMap.hole: found = Piece.missing
            default:
                guard let distance = UInt32(exactly: place - self.place), distance < Piece.missing else { return false }
                found = distance
            }
            pieces.append(Piece(old: old, new: new, place: found))
            return true
        }
    }

    /// The index of a stretch.
    private struct Index {
        var block = 0
        var piece = 0
    }

    /// A stretch: its start and length in both streams, and the position of the new bytes in the spool; ``cut`` or
    /// ``hole`` if there are none.
    private struct Stretch {
        var oldStart: Int
        var newStart: Int
        var oldCount: Int
        var newCount: Int
        var place: Int
    }

    private enum Stream { case old, new }

    /// The place of a stretch whose bytes were cut.
    static let cut = -1
    /// The place of a stretch that was missing when its turn came.
    static let hole = -2

    private var blocks: [Block] = []
    private(set) var oldEnd = 0
    private(set) var newEnd = 0
    /// The place of the last stretch, and whether that has as many new bytes as old ones.
    private var last = (place: 0, isAlike: false)
    /// The stretch that was looked up last.
    private var latest = Index()

    mutating func append(old: Int, new: Int, place: Int) {
        // Adjacent stretches without bytes are joined.
        let isJoined = place < 0 && old == new && last.isAlike && last.place == place
        if !isJoined { begin(place) }
        last = (place, old == new)
        oldEnd += old
        newEnd += new
    }

    /// Begins a stretch at the end.
    private mutating func begin(_ place: Int) {
        if let block = blocks.indices.last, blocks[block].append(oldStart: oldEnd, newStart: newEnd, place: place) {
            return
        }
        var block = Block(oldStart: oldEnd, newStart: newEnd, place: max(0, place))
        _ = block.append(oldStart: oldEnd, newStart: newEnd, place: place)
        blocks.append(block)
    }

    // MARK: Looking up

    /// Returns the offset in the new stream of an offset in the old one.
    mutating func newOffset(of old: Int) -> Int {
        guard old > 0 else { return old }
        guard old < oldEnd else { return newEnd + old - oldEnd }
        let stretch = stretch(at: index(of: old, in: .old))
        let inside = old - stretch.oldStart
        if stretch.oldCount == stretch.newCount { return stretch.newStart + inside }
        let product = inside.multipliedFullWidth(by: stretch.newCount)
        let scaled = stretch.oldCount.dividingFullWidth((product.high, product.low)).quotient
        // A unit that was split between two packets stays split, if it has enough bytes.
        guard inside > 0, stretch.newCount > 1 else { return stretch.newStart + scaled }
        return stretch.newStart + min(max(scaled, 1), stretch.newCount - 1)
    }

    @inline(__always)
    private func start(_ index: Index, in stream: Stream) -> Int {
        let piece = blocks[index.block].pieces[index.piece]
        return switch stream {
        case .old: blocks[index.block].oldStart + Int(piece.old)
        case .new: blocks[index.block].newStart + Int(piece.new)
        }
    }

    private func stretch(at index: Index) -> Stretch {
        let block = blocks[index.block]
        let piece = block.pieces[index.piece]
        let oldStart = block.oldStart + Int(piece.old)
        let newStart = block.newStart + Int(piece.new)
        let next = self.next(index)
        let place =
            switch piece.place {
            case Piece.blank: Self.cut
            case Piece.missing: Self.hole
            default: block.place + Int(piece.place)
            }
        return Stretch(
            oldStart: oldStart,
            newStart: newStart,
            oldCount: (next.map { start($0, in: .old) } ?? oldEnd) - oldStart,
            newCount: (next.map { start($0, in: .new) } ?? newEnd) - newStart,
            place: place
        )
    }

    private func next(_ index: Index) -> Index? {
        if index.piece + 1 < blocks[index.block].pieces.count {
            return Index(block: index.block, piece: index.piece + 1)
        }
        return index.block + 1 < blocks.count ? Index(block: index.block + 1) : nil
    }

    /// Returns the index of the last stretch that begins at an offset or before it; the first one begins at 0.
    ///
    /// Packets are created in the order of their bytes, so the search starts at the last result.
    private mutating func index(of offset: Int, in stream: Stream) -> Index {
        let block = Self.last(near: latest.block, of: blocks.count) { block in
            start(Index(block: block), in: stream) <= offset
        }
        if block != latest.block { latest = Index(block: block) }
        latest.piece = Self.last(near: latest.piece, of: blocks[block].pieces.count) { piece in
            start(Index(block: block, piece: piece), in: stream) <= offset
        }
        return latest
    }

    /// Returns the last of `count` indices that meets the condition, which all indices before it meet as well; 0 if none
    /// does.
    @inline(__always)
    private static func last(near first: Int, of count: Int, where condition: (Int) -> Bool) -> Int {
        var low = min(first, count - 1)
        var high = low + 1
        var width = 1
        if condition(low) {
            while high < count, condition(high) {
                low = high
                high += width
                width *= 2
            }
            high = min(high, count)
        } else {
            while low > 0, !condition(low) {
                high = low
                low -= width
                width *= 2
            }
            low = max(low, 0)
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if condition(middle) { low = middle } else { high = middle }
        }
        return low
    }

    // MARK: Reading

    /// Appends the new bytes of a range of captured bytes, up to the first cut position.
    ///
    /// Captured bytes that were never read become zeros, since it is reported that they came too late: bytes before the
    /// stream, after its end, and in a hole.
    /// - Parameter knowsEnd: whether the stream is that of TCP itself, so that its end is that of TCP.
    mutating func read(
        _ range: Range<Int>,
        _ spool: Spool,
        knowsEnd: Bool,
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
            if knowsEnd { result.append([UInt8](repeating: 0, count: range.upperBound - start)) }
            return
        }
        var index: Index? = index(of: start, in: .new)
        while start < range.upperBound, let place = index {
            let stretch = stretch(at: place)
            let end = min(range.upperBound, stretch.newStart + stretch.newCount)
            index = next(place)
            guard end > start else { continue }
            if stretch.place == Self.hole {
                result.append([UInt8](repeating: 0, count: end - start))
            } else {
                guard stretch.place >= 0 else { return }
                let first = stretch.place + start - stretch.newStart
                try spool.read(first..<first + end - start, into: &result)
            }
            start = end
        }
        if knowsEnd, start < range.upperBound {
            result.append([UInt8](repeating: 0, count: range.upperBound - start))
        }
    }
}
