import Testing

@testable import Inspection

@Suite("Names and how often they came")
struct NameCounterTests {
    // With more than 8 times as many names as are asked for, a few are picked; with up to so many, all are sorted.
    @Test("the first ones are the most frequent, equal ones by name", arguments: [0, 1, 9, 10, 11, 87, 88, 500])
    func ranks(_ names: Int) {
        var counter = NameCounter()
        var all: [(name: [UInt8], count: Int)] = []
        for number in 0..<names {
            // Names in no order, and few different counts.
            let name = Array("\(number * 7919 % 1009) name".utf8)
            let count = 1 + number * 31 % 5
            for _ in 0..<count { counter.add(name.span, bytes: 3) }
            all.append((name, count))
        }
        let sorted = all.sorted { one, other in
            one.count != other.count ? one.count > other.count : one.name.lexicographicallyPrecedes(other.name)
        }
        for limit in [0, 1, 10, 1000] {
            let ranked = counter.ranked(first: limit)
            #expect(ranked.map(\.name) == sorted.prefix(limit).map(\.name))
            #expect(ranked.map(\.count) == sorted.prefix(limit).map(\.count))
            #expect(ranked.allSatisfy { $0.bytes == 3 * $0.count })
        }
        #expect(counter.distinct == names)
    }
}
