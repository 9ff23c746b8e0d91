/// The bytes that one end of a planned connection sends, and the reader's knowledge of them.
package struct TCPPlanStream: Sendable {
    /// One position of the stream.
    package struct Place: Sendable {
        /// The first byte that was captured; `nil` if there is none.
        package var byte: UInt8?
        /// Whether the capture cut the byte off.
        var isCut = false
        /// The packet whose byte counts.
        package var packet = 0
        /// The packet that first brought a byte for the position, whether the byte counts or came too late.
        var owner = 0
        /// The byte of `owner`.
        var owned: UInt8 = 0
        /// The smallest number of bytes of the other stream that a sender of this position had acknowledged.
        package var acknowledged = Int.max
    }

    /// Bytes that differ from the first ones at the same positions.
    package struct Conflict: Hashable, Sendable {
        /// The later packet.
        var packet: Int
        var sequence: UInt32
        var length: Int
        var earlier: [UInt8]
        var later: [UInt8]

        package init(packet: Int, sequence: UInt32, length: Int, earlier: [UInt8], later: [UInt8]) {
            self.packet = packet
            self.sequence = sequence
            self.length = length
            self.earlier = earlier
            self.later = later
        }
    }

    /// The sequence number of the first byte.
    let start: UInt32
    package private(set) var places: [Place] = []
    /// The number of delivered positions.
    private(set) var out = 0
    /// Whether the stream has ended.
    package internal(set) var hasEnd = false
    /// The number of bytes that the other end has acknowledged.
    var promised = 0
    /// The number of bytes that the other end can have received; `nil` for all bytes so far.
    var seen: Int?
    /// The bytes that arrived after their positions were given up.
    package private(set) var late: [(offset: Int, length: Int)] = []
    package private(set) var conflicts: [Conflict] = []
    /// The number of ranges that brought new bytes; if they are too many, the decoder does not compare the oldest ones.
    package private(set) var records = 0
    /// The position after the furthest byte.
    private var end = 0
    /// The range that was given up last.
    private var lost = 0..<0

    init(start: UInt32) { self.start = start }

    /// Receives a keep-alive, which repeats the last position.
    mutating func repeatLast() {
        guard places.count - 1 < out else { return }
        tellLate(places.count - 1..<places.count)
    }

    /// Receives a segment.
    mutating func receive(_ bytes: [UInt8], missing: Int, at first: Int, packet: Int, isFirst: Bool) {
        let length = bytes.count + missing
        // An acknowledgment without data has the position of the stream's end.
        if places.count < first + length {
            places += [Place](repeating: Place(), count: first + length - places.count)
        }
        guard length > 0 else { return }
        compare(bytes, length, at: first, packet: packet, isFirst: isFirst)
        if first + length <= out {
            tellLate(first..<first + bytes.count)
            return
        }
        tellLate(first..<max(first, min(first + length, out)))
        for place in max(first, out)..<first + length where places[place].byte == nil {
            let isCut = place - first >= bytes.count
            guard !isCut || !places[place].isCut else { continue }
            if !isCut { places[place].byte = bytes[place - first] }
            places[place].isCut = isCut
            places[place].packet = packet
        }
        advance()
    }

    /// Notes that the sender of a range had acknowledged `count` bytes of the other stream.
    mutating func acknowledge(_ range: Range<Int>, _ count: Int) {
        for place in range { places[place].acknowledged = min(places[place].acknowledged, count) }
    }

    /// Delivers the bytes without a hole before them, and gives up the bytes that the capture cut off.
    private mutating func advance() {
        while out < places.count, places[out].byte != nil || places[out].isCut {
            guard places[out].byte == nil else {
                out += 1
                continue
            }
            let begin = out
            let packet = places[out].packet
            while out < places.count, places[out].isCut, places[out].packet == packet { out += 1 }
            lost = begin..<out
        }
    }

    private mutating func tellLate(_ range: Range<Int>) {
        let part = range.clamped(to: lost)
        if !part.isEmpty { late.append((part.lowerBound, part.count)) }
    }

    // MARK: Repeated bytes

    private mutating func compare(_ bytes: [UInt8], _ length: Int, at first: Int, packet: Int, isFirst: Bool) {
        defer { end = max(end, first + length) }
        // A single byte at the last position may be a keep-alive's, which may have any value.
        if !isFirst, length == 1, first + 1 == end { return }
        var difference: (first: Int, last: Int)?
        var wasNew = false
        for (index, byte) in bytes.enumerated() {
            let place = first + index
            if places[place].owner == 0 {
                places[place].owner = packet
                places[place].owned = byte
                if !wasNew { records += 1 }
                wasNew = true
                continue
            }
            wasNew = false
            guard places[place].owned != byte else { continue }
            // If several earlier segments differ, the first one in the stream is reported.
            if let known = difference {
                if isSameStretch(known.first, place) { difference = (known.first, place) }
            } else {
                difference = (place, place)
            }
        }
        guard let difference else { return }
        let shown = difference.first...min(difference.last, difference.first + 7)
        conflicts.append(
            Conflict(
                packet: packet,
                sequence: start &+ UInt32(difference.first),
                length: difference.last - difference.first + 1,
                earlier: shown.map { places[$0].owned },
                later: shown.map { bytes[$0 - first] }
            )
        )
    }

    /// Returns whether one segment brought both positions and all between them.
    private func isSameStretch(_ first: Int, _ last: Int) -> Bool {
        places[first...last].allSatisfy { $0.owner == places[first].owner }
    }
}
