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

    @Test("a name in two parts is one, whoever counted it")
    func parts() {
        let kinds = ["", "a", "group", "private", "a longer kind"]
        let targets = ["", "b", "bob", "anna", "user1234", "a user with a long name"]
        var (one, other) = (NameCounter(), NameCounter())
        var expected: [String: Int] = [:]
        for (place, kind) in kinds.enumerated() {
            for (index, target) in targets.enumerated() {
                let (first, second) = (Array(kind.utf8), Array(target.utf8))
                let count = 1 + place + index
                for number in 0..<count {
                    if number % 2 == 0 { one.add(first.span, second.span, bytes: 2) }
                    if number % 2 == 1 { other.add(first.span, second.span, bytes: 2) }
                }
                expected["\(kind) \(target)"] = count
            }
        }
        one.merge(other)
        let ranked = one.ranked.map { (String(decoding: $0.name, as: UTF8.self), $0.count) }
        #expect(Dictionary(uniqueKeysWithValues: ranked) == expected)
        #expect(one.ranked.allSatisfy { $0.bytes == 2 * $0.count })
    }

    @Test("long names count together once the others take as many bytes as they may", arguments: [false, true])
    func byteLimit(_ hasParts: Bool) {
        let length = 1 << 16
        func name(_ number: Int) -> [UInt8] { Array("\(number)-".utf8) + [UInt8](repeating: 120, count: length) }
        let fitting = NameCounter.byteLimit / length - 1
        var (one, other) = (NameCounter(), NameCounter())
        let kind = Array("group".utf8)
        for number in 0..<fitting + 40 {
            let name = name(number)
            if hasParts { one.add(kind.span, name.span, bytes: 1) } else { one.add(name.span, bytes: 1) }
        }
        // A short name may still have room; a known one is counted by itself whatever its length.
        let (short, known) = (Array("short".utf8), name(0))
        one.add(short.span, bytes: 1)
        if hasParts { one.add(kind.span, known.span, bytes: 1) } else { one.add(known.span, bytes: 1) }
        #expect(one.byteCount <= NameCounter.byteLimit + 3)
        let ranked = one.ranked
        #expect(ranked.first?.name == Array("…".utf8))
        #expect((30...41).contains(ranked.first?.count ?? 0))
        #expect(ranked.dropFirst().first?.count == 2)
        #expect(ranked.contains { $0.name == short })
        #expect(ranked.reduce(0) { $0 + $1.count } == fitting + 42)
        // The merged counter has the same limit, and loses no count.
        for number in 1000..<1000 + fitting {
            let name = name(number)
            other.add(name.span, bytes: 1)
        }
        one.merge(other)
        #expect(one.byteCount <= NameCounter.byteLimit + 3)
        #expect(one.ranked.reduce(0) { $0 + $1.count } == fitting + 42 + fitting)
    }

    @Test("names that are shown alike because they are ill-formed are one; two spellings of a letter are not")
    func illFormed() {
        let alike: [[UInt8]] = [[0xFF, 0x78], [0xFE, 0x78], [0xFF, 0x78], Array("\u{FFFD}x".utf8)]
        let spellings = ["e\u{301}", "\u{E9}"].map { Array($0.utf8) }
        let kind = Array("group".utf8)
        var (one, other) = (NameCounter(), NameCounter())
        for name in alike + spellings {
            one.add(name.span, bytes: 2)
            one.add(kind.span, name.span, bytes: 2)
            other.add(name.span, kind.span, bytes: 2)
            other.add(name.span, bytes: 2)
        }
        one.merge(other)
        let ranked = one.ranked.map { "\(String(decoding: $0.name, as: UTF8.self)) \($0.count) \($0.bytes)" }
        #expect(
            ranked == [
                "\u{FFFD}x 8 16", "group \u{FFFD}x 4 8", "\u{FFFD}x group 4 8", "e\u{301} 2 4", "\u{E9} 2 4",
                "e\u{301} group 1 2", "group e\u{301} 1 2", "group \u{E9} 1 2", "\u{E9} group 1 2",
            ]
        )
    }

    @Test("names beyond the limit count together, also those in two parts")
    func limit() {
        var counter = NameCounter()
        let kind = Array("group".utf8)
        for number in 0..<NameCounter.limit + 5 {
            let name = Array("\(number)".utf8)
            if number % 2 == 0 { counter.add(name.span, bytes: 1) } else { counter.add(kind.span, name.span, bytes: 1) }
        }
        #expect(counter.distinct == NameCounter.limit + 1)
        #expect(counter.ranked(first: 1).first?.name == Array("…".utf8))
        #expect(counter.ranked(first: 1).first?.count == 5)
    }
}
