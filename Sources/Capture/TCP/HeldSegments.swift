/// Parts of a stream that wait for missing bytes, in order and without overlaps.
///
/// They are in lists of limited length, so that the cost of inserting or removing one does not depend on their number.
struct HeldSegments: Sendable {
    /// A waiting part of a stream.
    struct Piece: Sendable {
        var sequence: UInt32
        /// The acknowledgment number of the segment, if it had one.
        var acknowledgment: UInt32?
        var packet: Int
        /// Nanoseconds since 1970.
        var time: Int64
        /// The time of arrival.
        var since: Moment
        var content: Content

        /// The number of sequence numbers in it.
        var length: Int {
            switch content {
            case .bytes(let bytes): bytes.count
            case .missing(let count): count
            case .end: 1
            }
        }

        /// The memory it takes, in bytes, approximately.
        var cost: Int {
            if case .bytes(let bytes) = content { 128 + bytes.count } else { 96 }
        }
    }

    /// The contents of a piece.
    enum Content: Sendable {
        /// Bytes.
        case bytes([UInt8])
        /// Bytes that the capture cut off; a retransmission may bring them.
        case missing(Int)
        /// The end of the stream.
        case end
    }

    /// The position of a piece.
    private struct Place {
        var list: Int
        var index: Int
    }

    private static let longestList = 64

    private var lists: [[Piece]] = []
    /// The number of pieces held.
    private(set) var count = 0
    /// The number of bytes held.
    private(set) var byteCount = 0
    /// The memory of the pieces, in bytes, approximately.
    private(set) var cost = 0
    private var missingPieces = 0
    private var endPieces = 0

    var isEmpty: Bool { lists.isEmpty }
    /// The first piece in stream order.
    var first: Piece? { lists.first?.first }
    /// The second piece in stream order.
    var second: Piece? {
        guard let list = lists.first else { return nil }
        return list.count > 1 ? list[1] : lists.count > 1 ? lists[1].first : nil
    }
    /// The last piece in stream order.
    var last: Piece? { lists.last?.last }

    mutating func removeFirst() -> Piece? {
        guard !lists.isEmpty else { return nil }
        return remove(Place(list: 0, index: 0))
    }

    mutating func removeLast() -> Piece? {
        guard let list = lists.indices.last else { return nil }
        return remove(Place(list: list, index: lists[list].count - 1))
    }

    /// Removes the acknowledgment number of the first piece.
    mutating func forgetFirstAcknowledgment() {
        if !lists.isEmpty { lists[0][0].acknowledgment = nil }
    }

    /// Removes everything and returns the number of bytes removed.
    mutating func removeAll() -> Int {
        let bytes = byteCount
        self = HeldSegments()
        return bytes
    }

    /// Inserts the parts of a piece that are not held yet.
    ///
    /// - Parameters:
    ///   - base: a sequence number within 2^31 of all pieces.
    ///   - confirmedEnd: the sequence number of a FIN that the other end has acknowledged; `nil` for none.
    ///   - steps: grows by the work done.
    mutating func insert(_ piece: Piece, base: UInt32, confirmedEnd: UInt32? = nil, steps: inout Int) {
        switch piece.content {
        case .bytes where missingPieces + endPieces > 0, .missing where endPieces > 0:
            makeRoom(for: piece, base: base, confirmedEnd: confirmedEnd, steps: &steps)
        default: break
        }
        let start = TCPSequence.distance(piece.sequence, from: base)
        let end = start + piece.length
        if let last, TCPSequence.distance(last.sequence, from: base) + last.length > start {
            insertBetween(piece, start, end, base, &steps)
        } else {
            steps += 1
            append(piece)
        }
    }

    private mutating func append(_ piece: Piece) {
        count(piece, 1)
        if let list = lists.indices.last, lists[list].count < Self.longestList {
            lists[list].append(piece)
        } else {
            lists.append([piece])
        }
    }

    private mutating func insertBetween(_ piece: Piece, _ start: Int, _ end: Int, _ base: UInt32, _ steps: inout Int) {
        var place = firstPlace(endingAfter: start, base, &steps)
        var at = start
        while at < end {
            steps += 1
            guard let next = self.piece(at: place) else {
                append(Self.part(piece, from: at - start, to: end - start))
                return
            }
            let nextStart = TCPSequence.distance(next.sequence, from: base)
            let stop = min(end, nextStart)
            if at < stop {
                insert(Self.part(piece, from: at - start, to: stop - start), at: &place, &steps)
                at = stop
            } else {
                // The same bytes with an older acknowledgment: they were sent at that time.
                if nextStart >= start, nextStart + next.length <= end, let old = piece.acknowledgment,
                    let new = next.acknowledgment, TCPSequence.distance(old, from: new) < 0
                {
                    lists[place.list][place.index].acknowledgment = old
                }
                at = max(at, nextStart + next.length)
                advance(&place)
            }
        }
    }

    /// Removes what a piece with bytes contradicts: held stretches of them that the capture had cut off, and the ends of
    /// a stream that goes on with them, unless the other end has acknowledged that end.
    private mutating func makeRoom(for piece: Piece, base: UInt32, confirmedEnd: UInt32?, steps: inout Int) {
        var isCutOff = false
        if case .missing = piece.content { isCutOff = true }
        let start = TCPSequence.distance(piece.sequence, from: base)
        let end = start + piece.length
        var place = firstPlace(endingAfter: start, base, &steps)
        while let old = self.piece(at: place) {
            steps += 1
            let oldStart = TCPSequence.distance(old.sequence, from: base)
            guard oldStart < end else { return }
            let length: Int
            switch old.content {
            case .missing(let count) where !isCutOff: length = count
            case .end where old.sequence != confirmedEnd: length = 1
            default:
                advance(&place)
                continue
            }
            _ = remove(place)
            if lists.indices.contains(place.list), place.index == lists[place.list].count {
                place = Place(list: place.list + 1, index: 0)
            }
            if oldStart < start {
                insert(Self.part(old, from: 0, to: start - oldStart), at: &place, &steps)
            }
            if oldStart + length > end {
                insert(Self.part(old, from: end - oldStart, to: length), at: &place, &steps)
                return
            }
        }
    }

    /// Returns a part of a piece.
    private static func part(_ piece: Piece, from start: Int, to end: Int) -> Piece {
        var part = piece
        part.sequence &+= UInt32(truncatingIfNeeded: start)
        switch piece.content {
        case .bytes(let bytes): if end - start < bytes.count { part.content = .bytes(Array(bytes[start..<end])) }
        case .missing: part.content = .missing(end - start)
        case .end: break
        }
        return part
    }

    // MARK: Places

    private func piece(at place: Place) -> Piece? {
        place.list < lists.count && place.index < lists[place.list].count ? lists[place.list][place.index] : nil
    }

    private func advance(_ place: inout Place) {
        place.index += 1
        if place.list < lists.count, place.index >= lists[place.list].count {
            place = Place(list: place.list + 1, index: 0)
        }
    }

    /// Returns the position of the first piece that ends after a place in the stream.
    private func firstPlace(endingAfter start: Int, _ base: UInt32, _ steps: inout Int) -> Place {
        func ends(_ piece: Piece) -> Bool { TCPSequence.distance(piece.sequence, from: base) + piece.length > start }
        var low = 0
        var high = lists.count
        while low < high {
            steps += 1
            let middle = (low + high) / 2
            if let last = lists[middle].last, ends(last) { high = middle } else { low = middle + 1 }
        }
        guard low < lists.count else { return Place(list: low, index: 0) }
        let list = low
        (low, high) = (0, lists[list].count)
        while low < high {
            steps += 1
            let middle = (low + high) / 2
            if ends(lists[list][middle]) { high = middle } else { low = middle + 1 }
        }
        return Place(list: list, index: low)
    }

    /// Inserts a piece before the one at a position; afterwards the position is again that of the same piece.
    private mutating func insert(_ piece: Piece, at place: inout Place, _ steps: inout Int) {
        guard place.list < lists.count else {
            append(piece)
            place = Place(list: lists.count, index: 0)
            return
        }
        count(piece, 1)
        steps += lists[place.list].count - place.index
        lists[place.list].insert(piece, at: place.index)
        place.index += 1
        guard lists[place.list].count > Self.longestList else { return }
        let half = lists[place.list].count / 2
        let upper = Array(lists[place.list][half...])
        lists[place.list].removeSubrange(half...)
        lists.insert(upper, at: place.list + 1)
        steps += upper.count + (lists.count - place.list) / Self.longestList
        if place.index >= half { place = Place(list: place.list + 1, index: place.index - half) }
    }

    private mutating func remove(_ place: Place) -> Piece {
        let piece = lists[place.list].remove(at: place.index)
        if lists[place.list].isEmpty { lists.remove(at: place.list) }
        count(piece, -1)
        return piece
    }

    private mutating func count(_ piece: Piece, _ sign: Int) {
        count += sign
        cost += sign * piece.cost
        switch piece.content {
        case .bytes(let bytes): byteCount += sign * bytes.count
        case .missing: missingPieces += sign
        case .end: endPieces += sign
        }
    }
}
