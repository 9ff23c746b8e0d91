import Testing

@testable import Redaction

@Suite("A queue of waiting bytes")
struct ByteQueueTests {
    @Test(
        "frees the memory of a long unit once the unit is removed, whether or not other bytes wait",
        arguments: [0, 1, 100]
    )
    func longUnit(_ rest: Int) {
        var queue = ByteQueue()
        let unit = [UInt8](repeating: 7, count: 60_000)
        queue.append(unit.span)
        let next = (0..<rest).map { UInt8($0) }
        if rest > 0 { queue.append(next.span) }
        #expect(queue.capacity >= 60_000)
        queue.removeFirst(60_000)
        #expect(queue.array == next)
        #expect(queue.capacity <= 2 * ByteQueue.spare)
    }

    @Test("has the bytes that were not removed, in their order")
    func order() {
        var queue = ByteQueue()
        var expected: [UInt8] = []
        for round in 0..<400 {
            let more = (0..<(round * 37) % 101).map { UInt8(truncatingIfNeeded: $0 + round) }
            if !more.isEmpty { queue.append(more.span) }
            expected += more
            let gone = min(expected.count, (round * 53) % 97)
            queue.removeFirst(gone)
            expected.removeFirst(gone)
            #expect(queue.array == expected)
            #expect(queue.count == expected.count)
        }
    }
}
