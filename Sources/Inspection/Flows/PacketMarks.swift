/// The packets that carried the bytes of a stream, or of a part of it such as a body.
struct PacketMarks: Sendable {
    /// The packet of the bytes from an offset on.
    private struct Mark: Sendable {
        var offset: Int
        var packet: Int
        var time: Int64
        /// The packets of the TLS record with these bytes; empty without TLS.
        var more: [Int] = []
    }

    /// The number of marks for which memory stays reserved, whatever the number of earlier marks.
    static let keptMarks = 32

    private var marks: [Mark] = []
    /// The number of packets in the lists of all marks.
    private var listed = 0

    /// The number of marks for which memory is reserved.
    var capacity: Int { marks.capacity }

    /// The memory for the marks, in bytes.
    var cost: Int { marks.count * MemoryLayout<Mark>.stride + listed * MemoryLayout<Int>.stride }

    /// Records that a packet carried the bytes from an offset on; offsets must increase.
    mutating func append(_ offset: Int, packet: Int, time: Int64, packets: [Int] = []) {
        listed += packets.count
        marks.append(Mark(offset: offset, packet: packet, time: time, more: packets))
    }

    /// Copies the marks of a range of another list, moved to an offset.
    mutating func append(_ offset: Int, _ range: Range<Int>, of other: PacketMarks) {
        for index in other.indices(of: range) {
            var mark = other.marks[index]
            mark.offset = offset + max(0, mark.offset - range.lowerBound)
            listed += mark.more.count
            marks.append(mark)
        }
    }

    /// Removes the marks of bytes before an offset.
    mutating func removeAll(before offset: Int) {
        var passed = 0
        while passed + 1 < marks.count, marks[passed + 1].offset <= offset {
            listed -= marks[passed].more.count
            passed += 1
        }
        if marks.capacity > Self.keptMarks, marks.count - passed < marks.capacity / 4 {
            marks = Array(marks[passed...])
        } else {
            marks.removeFirst(passed)
        }
    }

    /// Removes all marks; the memory of many marks is freed.
    mutating func removeAll() {
        marks.removeAll(keepingCapacity: marks.capacity <= Self.keptMarks)
        listed = 0
    }

    /// Appends the packets that carried a range to a list, and returns the time of the last packet.
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

    /// Returns the pieces of a range, one per packet or TLS record, in their order.
    func pieces(of range: Range<Int>) -> [(range: Range<Int>, packet: Int, time: Int64, more: [Int])] {
        guard !range.isEmpty else { return [] }
        let found = indices(of: range)
        return found.map { index in
            let start = max(range.lowerBound, marks[index].offset)
            let end = index + 1 < found.upperBound ? marks[index + 1].offset : range.upperBound
            return (start..<max(start, end), marks[index].packet, marks[index].time, marks[index].more)
        }
    }

    /// Returns the indices of the marks that overlap a range; binary search, because there may be many marks before the
    /// range.
    private func indices(of range: Range<Int>) -> Range<Int> {
        guard !marks.isEmpty else { return 0..<0 }
        // Find the last mark at or before the range's first byte.
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
