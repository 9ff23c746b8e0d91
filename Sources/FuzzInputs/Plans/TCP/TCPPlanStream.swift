/// What one end of a planned connection sends, and what a listener can know of it.
package struct TCPPlanStream: Sendable {
    /// One place of the stream.
    package struct Place: Sendable {
        /// The byte that came first; `nil` where none came.
        package var byte: UInt8?
        /// Whether it is known that there is one, which the capture cut off.
        var isCut = false
        /// The packet that counts.
        package var packet = 0
        /// The packet that first brought a byte for the place, whether it counts or came too late.
        var owner = 0
        /// That byte.
        var owned: UInt8 = 0
        /// How much of the other end's stream who sent it had, at least.
        package var acknowledged = Int.max
    }

    /// Bytes that differ from those that came first.
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
    /// Places from the first one on that are known.
    private(set) var out = 0
    /// Whether the end finished its stream.
    package internal(set) var hasEnd = false
    /// The end of what the other end says it has.
    var promised = 0
    /// How far the other end can have seen it; `nil` for all that came.
    var seen: Int?
    /// Bytes that came after their places had been given up.
    package private(set) var late: [(offset: Int, length: Int)] = []
    /// Bytes that differ from those that came first.
    package private(set) var conflicts: [Conflict] = []
    /// Stretches of segments that brought new bytes: of too many, those furthest back are not compared.
    package private(set) var records = 0
    /// Bytes behind the furthest one.
    private var end = 0
    /// The last stretch that was given up.
    private var lost = 0..<0

    init(start: UInt32) { self.start = start }

    /// Takes in a keep-alive, which repeats the last place.
    mutating func repeatLast(packet: Int) {
        guard places.count - 1 < out else { return }
        tellLate(places.count - 1..<places.count)
    }

    /// Takes in a segment.
    mutating func receive(_ bytes: [UInt8], missing: Int, at first: Int, packet: Int, isFirst: Bool) {
        let length = bytes.count + missing
        // An acknowledgment alone stands where the stream has come to.
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

    /// A segment said that its sender had so much of the other end's stream.
    mutating func acknowledge(_ range: Range<Int>, _ count: Int) {
        for place in range { places[place].acknowledged = min(places[place].acknowledged, count) }
    }

    /// What has no hole before it comes up; what the capture cut off is given up then.
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

    // MARK: Bytes that come again

    private mutating func compare(_ bytes: [UInt8], _ length: Int, at first: Int, packet: Int, isFirst: Bool) {
        defer { end = max(end, first + length) }
        // The place of the last byte may be a keep-alive's, which brings any byte.
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
            // Of several earlier segments that differ, the first in the stream is told.
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

    /// Whether a segment brought both places and all between them.
    private func isSameStretch(_ first: Int, _ last: Int) -> Bool {
        places[first...last].allSatisfy { $0.owner == places[first].owner }
    }
}
