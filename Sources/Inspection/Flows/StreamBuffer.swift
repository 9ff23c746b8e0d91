import WireFormat

/// What has come of one direction's stream and is not taken yet, and which packets brought it.
struct StreamBuffer: Sendable {
    /// Where a packet's bytes begin in the stream.
    struct Mark: Sendable {
        var offset: Int
        var packet: Int
        var time: Int64
        /// Further packets that carried the same bytes: of a TLS record.
        var more: [Int] = []
    }

    /// The bytes, without those before ``start``.
    private(set) var bytes: [UInt8] = []
    /// Offset in the stream of the first byte in `bytes`.
    private(set) var start = 0
    private var marks: [Mark] = []

    var isEmpty: Bool { bytes.isEmpty }
    /// Offset in the stream of the next byte to come.
    var end: Int { start + bytes.count }

    /// Adds what a packet brought.
    mutating func append(_ more: Span<UInt8>, packet: Int, time: Int64, packets: [Int] = []) {
        marks.append(Mark(offset: end, packet: packet, time: time, more: packets))
        bytes.append(contentsOf: Array(copying: more))
    }

    /// Takes `count` bytes off the front.
    mutating func consume(_ count: Int) {
        guard count > 0 else { return }
        start += count
        if count == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
            marks.removeAll(keepingCapacity: true)
            return
        }
        bytes.removeFirst(count)
        var passed = 0
        while passed + 1 < marks.count, marks[passed + 1].offset <= start { passed += 1 }
        marks.removeFirst(passed)
    }

    /// Gives the room back when nothing waits.
    mutating func trim() {
        guard bytes.isEmpty else { return }
        bytes = []
        marks = []
    }

    /// Counts bytes that went by without being kept.
    mutating func pass(_ count: Int) {
        start += count
    }

    /// Takes the bytes out, to be looked at while the buffer changes; ``restore(_:)`` puts them back.
    mutating func takeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    /// Puts bytes back that ``takeBytes()`` took.
    mutating func restore(_ taken: consuming [UInt8]) {
        bytes = taken
    }

    /// Adds the packets that brought a part of the stream to a list, and answers the time of the last one.
    func packets(of range: Range<Int>, into list: inout [Int]) -> Int64 {
        var time: Int64 = 0
        // The last mark that does not begin behind the range's first byte; there may be many before it.
        var low = 0
        var high = marks.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if marks[middle].offset <= range.lowerBound { low = middle } else { high = middle }
        }
        for mark in marks[low...] {
            guard mark.offset < range.upperBound else { break }
            for packet in mark.more where packet > (list.last ?? 0) { list.append(packet) }
            if list.last != mark.packet, !mark.more.contains(mark.packet) { list.append(mark.packet) }
            time = max(time, mark.time)
        }
        return time
    }
}
