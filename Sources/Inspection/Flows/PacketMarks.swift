/// Which packets brought which bytes of a stream, or of a part of it such as a body.
struct PacketMarks: Sendable {
    /// Where a packet's bytes begin.
    private struct Mark: Sendable {
        var offset: Int
        var packet: Int
        var time: Int64
        /// Further packets that carried the same bytes: of a TLS record.
        var more: [Int] = []
    }

    private var marks: [Mark] = []

    /// Memory for them, in bytes.
    var cost: Int { marks.count * MemoryLayout<Mark>.stride }

    /// Notes that from an offset on, beyond those noted before, a packet brought the bytes.
    mutating func append(_ offset: Int, packet: Int, time: Int64, packets: [Int] = []) {
        marks.append(Mark(offset: offset, packet: packet, time: time, more: packets))
    }

    /// Notes at an offset what another list has of a range.
    mutating func append(_ offset: Int, _ range: Range<Int>, of other: PacketMarks) {
        for index in other.indices(of: range) {
            var mark = other.marks[index]
            mark.offset = offset + max(0, mark.offset - range.lowerBound)
            marks.append(mark)
        }
    }

    /// Forgets those of bytes before an offset.
    mutating func removeAll(before offset: Int) {
        var passed = 0
        while passed + 1 < marks.count, marks[passed + 1].offset <= offset { passed += 1 }
        marks.removeFirst(passed)
    }

    /// Forgets all.
    mutating func removeAll(keepingCapacity: Bool) { marks.removeAll(keepingCapacity: keepingCapacity) }

    /// Adds the packets that brought a range to a list, and answers the time of the last one.
    func packets(of range: Range<Int>, into list: inout [Int]) -> Int64 {
        var time: Int64 = 0
        for index in indices(of: range) {
            let mark = marks[index]
            for packet in mark.more where packet > (list.last ?? 0) { list.append(packet) }
            if list.last != mark.packet, !mark.more.contains(mark.packet) { list.append(mark.packet) }
            time = max(time, mark.time)
        }
        return time
    }

    /// The parts of a range that packets brought, one after the other.
    func pieces(of range: Range<Int>) -> [(range: Range<Int>, packet: Int, time: Int64, more: [Int])] {
        guard !range.isEmpty else { return [] }
        let found = indices(of: range)
        return found.map { index in
            let start = max(range.lowerBound, marks[index].offset)
            let end = index + 1 < found.upperBound ? marks[index + 1].offset : range.upperBound
            return (start..<max(start, end), marks[index].packet, marks[index].time, marks[index].more)
        }
    }

    /// The marks whose bytes reach into a range; there may be many before it.
    private func indices(of range: Range<Int>) -> Range<Int> {
        guard !marks.isEmpty else { return 0..<0 }
        // The last mark that does not begin behind the range's first byte.
        var low = 0
        var high = marks.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if marks[middle].offset <= range.lowerBound { low = middle } else { high = middle }
        }
        var end = low
        while end < marks.count, marks[end].offset < range.upperBound { end += 1 }
        return low..<end
    }
}
