import Testing

@testable import Inspection

@Suite("Rings and queues")
struct RingTests {
    @Test("a ring has the latest values, and tells which one it gave up", arguments: [1, 2, 5, 64])
    func ring(_ limit: Int) {
        var ring = Ring<Int>(limit: limit)
        for round in 0..<2 {
            for number in 0..<200 {
                let old = ring.push(number)
                #expect(old == (number < limit ? nil : number - limit))
                #expect(Set(ring.elements) == Set(max(0, number - limit + 1)...number), "\(round)")
            }
            ring.removeAll()
            #expect(ring.elements.isEmpty)
        }
    }

    @Test("a ring without room has room for one")
    func narrow() {
        var ring = Ring<Int>(limit: 0)
        #expect(ring.push(1) == nil)
        #expect(ring.push(2) == 1)
    }

    @Test("a queue is like a list of which the first is taken, however long it grew", arguments: 0..<4)
    func queue(_ seed: Int) {
        var random = Seeded(seed)
        var queue = HeadedQueue<Int>()
        var list: [Int] = []
        for number in 0..<3000 {
            // It grows, shrinks to nothing, and grows again.
            if Int.random(in: 0..<10, using: &random) < (number / 500 % 2 == 0 ? 7 : 3) {
                queue.append(number)
                list.append(number)
            } else {
                let taken = queue.popFirst()
                #expect(taken == (list.isEmpty ? nil : list.removeFirst()))
            }
            #expect(queue.first == list.first)
            #expect(queue.count == list.count)
            #expect(queue.isEmpty == list.isEmpty)
        }
        #expect(Array(queue.waiting) == list)
        queue.removeAll()
        #expect(queue.isEmpty && queue.first == nil && queue.popFirst() == nil)
    }

    @Test("the latest values of a queue are changed back to the first one that stays")
    func changedQueue() {
        var queue = HeadedQueue<Int>()
        for number in 1...5 { queue.append(number) }
        queue.popFirst()
        queue.changeLatest { number in
            guard number > 3 else { return false }
            number = 0
            return true
        }
        #expect(Array(queue.waiting) == [2, 3, 0, 0])
        queue.changeLatest { number in
            number = 9
            return true
        }
        #expect(Array(queue.waiting) == [9, 9, 9, 9])
    }

    @Test("fingerprints tell texts apart that differ in a byte, wherever it is, or in their length")
    func fingerprints() {
        let text = Array("0123456789abcdefghi".utf8)
        var seen: Set<UInt64> = []
        for length in 0...text.count {
            #expect(seen.insert(Array(text[..<length]).span.fingerprint).inserted)
            for place in 0..<length {
                var other = Array(text[..<length])
                other[place] ^= 0x80
                #expect(seen.insert(other.span.fingerprint).inserted, "byte \(place) of \(length)")
            }
        }
    }
}
