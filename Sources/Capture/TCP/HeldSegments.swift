/// Parts of a stream that wait for their turn, in order and without overlaps.
///
/// They lie in lists of limited length, so that taking one in or out costs the same however many there are.
struct HeldSegments: Sendable {
    /// A part of a stream that waits.
    struct Piece: Sendable {
        var sequence: UInt32
        /// What the sender had received, when it said so.
        var acknowledgment: UInt32?
        var packet: Int
        /// Nanoseconds since 1970.
        var time: Int64
        /// When it came.
        var since: Moment
        var content: Content

        /// Sequence numbers that it takes.
        var length: Int {
            switch content {
            case .bytes(let bytes): bytes.count
            case .missing(let count): count
            case .end: 1
            }
        }

        /// Memory that it takes, in bytes, about.
        var cost: Int {
            if case .bytes(let bytes) = content { 128 + bytes.count } else { 96 }
        }
    }

    /// What a part holds.
    enum Content: Sendable {
        /// Bytes.
        case bytes([UInt8])
        /// Bytes that the capture cut off; a repetition may bring them.
        case missing(Int)
        /// The end of the stream.
        case end
    }

    /// Where a piece is.
    private struct Place {
        var list: Int
        var index: Int
    }

    private static let longestList = 64

    private var lists: [[Piece]] = []
    /// Pieces held.
    private(set) var count = 0
    /// Bytes held.
    private(set) var byteCount = 0
    /// Memory that the pieces take, in bytes, about.
    private(set) var cost = 0
    private var missingPieces = 0

    var isEmpty: Bool { lists.isEmpty }
    /// The piece that comes first in the stream.
    var first: Piece? { lists.first?.first }
    /// The piece behind the first one.
    var second: Piece? {
        guard let list = lists.first else { return nil }
        return list.count > 1 ? list[1] : lists.count > 1 ? lists[1].first : nil
    }
    /// The piece that comes last in the stream.
    var last: Piece? { lists.last?.last }

    /// Takes the first piece out.
    mutating func removeFirst() -> Piece? {
        guard !lists.isEmpty else { return nil }
        return remove(Place(list: 0, index: 0))
    }

    /// Takes the last piece out.
    mutating func removeLast() -> Piece? {
        guard let list = lists.indices.last else { return nil }
        return remove(Place(list: list, index: lists[list].count - 1))
    }

    /// The first piece acknowledges nothing any more.
    mutating func forgetFirstAcknowledgment() {
        if !lists.isEmpty { lists[0][0].acknowledgment = nil }
    }

    /// Lets go of everything, and answers how many bytes there were.
    mutating func removeAll() -> Int {
        let bytes = byteCount
        self = HeldSegments()
        return bytes
    }

    /// Takes in what of a piece has not come before.
    ///
    /// - Parameters:
    ///   - base: a sequence number that no piece is further from than 2^31.
    ///   - steps: grows by the work that it was.
    mutating func insert(_ piece: Piece, base: UInt32, steps: inout Int) {
        if case .bytes = piece.content, missingPieces > 0 { clearMissing(under: piece, base: base, steps: &steps) }
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
                // The same bytes with an older acknowledgment: they were sent then.
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

    /// Lets bytes take the place of stretches that the capture had cut off.
    private mutating func clearMissing(under piece: Piece, base: UInt32, steps: inout Int) {
        let start = TCPSequence.distance(piece.sequence, from: base)
        let end = start + piece.length
        var place = firstPlace(endingAfter: start, base, &steps)
        while let old = self.piece(at: place) {
            steps += 1
            let oldStart = TCPSequence.distance(old.sequence, from: base)
            guard oldStart < end else { return }
            guard case .missing(let length) = old.content else {
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

    /// A part of a piece.
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

    /// The first piece that reaches beyond a place in the stream.
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

    /// Inserts a piece before the one at a place; then the place is that of the same piece as before.
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
        case .end: break
        }
    }
}
