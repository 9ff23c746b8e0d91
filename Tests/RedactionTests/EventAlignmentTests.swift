import FuzzInputs
import Testing

@testable import Redaction

@Suite("Events are aligned with the fewest differences, in bounded time")
struct EventAlignmentTests {
    private static func random(_ count: Int, _ kinds: Int32, _ generator: inout FuzzRandom) -> [Int32] {
        (0..<count).map { _ in Int32.random(in: 0..<kinds, using: &generator) }
    }

    /// How many elements two sequences have in common in the same order.
    private static func common(_ a: [Int32], _ b: [Int32]) -> Int {
        var best = [Int](repeating: 0, count: b.count + 1)
        for one in a {
            var corner = 0
            for (place, other) in b.enumerated() {
                let above = best[place + 1]
                best[place + 1] = one == other ? corner + 1 : max(above, best[place])
                corner = above
            }
        }
        return best[b.count]
    }

    private static func expectOrdered(_ alignment: EventAlignment, _ a: [Int32], _ b: [Int32]) {
        let pairs = alignment.pairs
        #expect(pairs.allSatisfy { a[$0.a] == b[$0.b] })
        #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.a < $1.a && $0.b < $1.b })
        #expect(alignment.moves.allSatisfy { a[$0.value] == b[$0.key] })
    }

    @Test("As many are paired as there can be", arguments: 1...40)
    func fewest(_ seed: Int) {
        var generator = FuzzRandom(seed: UInt64(seed))
        let a = Self.random(Int.random(in: 0...60, using: &generator), 5, &generator)
        let b = Self.random(Int.random(in: 0...60, using: &generator), 7, &generator)
        let alignment = EventAlignment(a, b)
        Self.expectOrdered(alignment, a, b)
        #expect(alignment.pairs.count == Self.common(a, b))
    }

    @Test("With a limit of differences all of both is gone through", arguments: [1, 2, 3, 10])
    func limited(_ limit: Int) {
        var generator = FuzzRandom(seed: UInt64(limit))
        for kinds in [1, 2, 5] as [Int32] {
            let a = Self.random(300, kinds, &generator)
            let b = Self.random(40 * limit, kinds, &generator)
            let alignment = EventAlignment(a, b, limit: limit)
            Self.expectOrdered(alignment, a, b)
            #expect(alignment.pairs.count >= 10)
        }
    }

    @Test("Of equal elements the last one is missing")
    func last() {
        let alignment = EventAlignment([1, 2, 2, 2, 3, 4], [1, 2, 2, 3, 4])
        #expect(alignment.pairs.map(\.a) == [0, 1, 2, 4, 5])
    }

    @Test("Of alignments that pair as many, one has what is missing and what is new of one type in the same place")
    func joined() {
        // 1 became 2 before others that are 2 as well, and the last of them is said to be new.
        let alike: [Int32] = [0, 0, 0, 0]
        #expect(EventAlignment([1, 2, 2, 3], [2, 2, 2, 3], types: (alike, alike)).pairs.map(\.b) == [1, 2, 3])
        #expect(EventAlignment([2, 2, 2, 3], [1, 2, 2, 3], types: (alike, alike)).pairs.map(\.a) == [1, 2, 3])
        #expect(EventAlignment([3, 2, 2, 1], [3, 2, 2, 2], types: (alike, alike)).pairs.map(\.b) == [0, 1, 2])
        // What is of another type replaces nothing.
        #expect(
            EventAlignment([1, 2, 2, 3], [2, 2, 2, 3], types: ([9, 0, 0, 0], alike)).pairs.map(\.b) == [0, 1, 3]
        )
    }

    @Test(
        "Several changed elements among equal ones are each one difference",
        arguments: [
            ([2, 2, 2, 2, 2, 2, 2, 2], [2, 5, 2, 6, 2, 2, 7], [1, 3, 6]),
            ([2, 2, 2, 2, 2, 2, 2, 2], [5, 2, 2, 6, 7, 2, 2, 2], [0, 3, 4]),
            ([1, 2, 2, 2, 2, 2, 2, 1], [1, 5, 2, 6, 2, 1], [1, 3]),
        ] as [([Int32], [Int32], [Int])]
    )
    func changedAmongEqual(_ a: [Int32], _ b: [Int32], _ changed: [Int]) {
        let forward = EventAlignment(a, b, types: (a.map { _ in 0 }, b.map { _ in 0 }))
        Self.expectOrdered(forward, a, b)
        #expect(Self.replaced(forward.pairs.map { ($0.b, $0.a) }, b.count, a.count) == changed)
        let backward = EventAlignment(b, a, types: (b.map { _ in 0 }, a.map { _ in 0 }))
        Self.expectOrdered(backward, b, a)
        #expect(Self.replaced(backward.pairs.map { ($0.a, $0.b) }, b.count, a.count) == changed)
    }

    /// The elements without a partner of one sequence, as far as the other one has as many in the same place.
    private static func replaced(_ pairs: [(one: Int, other: Int)], _ count: Int, _ otherCount: Int) -> [Int] {
        var (one, other) = (0, 0)
        var found: [Int] = []
        for pair in pairs + [(count, otherCount)] {
            found += (one..<pair.one).prefix(pair.other - other)
            (one, other) = (pair.one + 1, pair.other + 1)
        }
        return found
    }

    @Test("Many changed elements before many new ones take no more time for each element", .timeLimit(.minutes(2)))
    func manySpare() {
        let count: Int32 = 60_000
        let a = (0..<count).flatMap { [$0 + count, $0] }
        let b = (0..<count) + (0..<count).map { $0 + 2 * count }
        let alignment = EventAlignment(a, b, types: (a.map { _ in 0 }, b.map { _ in 0 }))
        #expect(alignment.pairs.map(\.b) == Array(0..<Int(count)))
        let backward = EventAlignment(b, a, types: (b.map { _ in 0 }, a.map { _ in 0 }))
        #expect(backward.pairs.map(\.a) == Array(0..<Int(count)))
    }

    @Test("As many are paired with types as without", arguments: 1...40)
    func joinedPairsAsMany(_ seed: Int) {
        var generator = FuzzRandom(seed: UInt64(seed))
        let a = Self.random(Int.random(in: 0...60, using: &generator), 4, &generator)
        let b = Self.random(Int.random(in: 0...60, using: &generator), 4, &generator)
        let alignment = EventAlignment(a, b, types: (a.map { $0 % 2 }, b.map { $0 % 2 }))
        Self.expectOrdered(alignment, a, b)
        #expect(alignment.pairs.count == Self.common(a, b))
    }

    /// The place of each partner of elements of one type.
    private static func partners(_ a: [Int32], _ b: [Int32], _ traits: (a: [UInt32], b: [UInt32])) -> [Int?] {
        let types = (a.map { _ in Int32(0) }, b.map { _ in Int32(0) })
        let pairs = EventAlignment(a, b, types: types, traits: traits).pairs
        return a.indices.map { place in pairs.first { $0.a == place }?.b }
    }

    /// The traits of answers to requests with these numbers.
    private static func answers(_ requests: [UInt32]) -> [UInt32] { requests.map { $0 | 1 << 31 } }

    @Test("Of alignments with equally many differences, one pairs elements with the same traits")
    func alike() {
        let partners = Self.partners
        // The second of equal elements is missing.
        #expect(partners([1, 1, 1, 1], [1, 1, 1], ([1, 2, 3, 4], [1, 3, 4])) == [0, nil, 1, 2])
        // An element whose trait changed as well keeps its partner.
        #expect(partners([1, 1, 1, 1, 1], [1, 1, 1, 1], ([1, 2, 3, 4, 5], [1, 3, 9, 5])) == [0, nil, 1, 2, 3])
        // One more element that changed its meaning does not move the missing one.
        #expect(partners([1, 1, 1, 1, 1], [1, 1, 2, 1], ([1, 2, 3, 4, 5], [1, 3, 4, 5])) == [0, nil, 1, nil, 3])
        // The requests of answers never cost a difference.
        let requests = (a: Self.answers([1, 2, 3]), b: Self.answers([9, 1, 2]))
        #expect(partners([1, 1, 1], [1, 1, 1], requests) == [0, 1, 2])
        #expect(partners([1, 1, 1], [2, 1, 1], requests) == [nil, 1, 2])
    }

    @Test("Elements are paired though their fields differ, unless there are fewer differences if two have no partner")
    func unlikePairs() {
        #expect(Self.partners([1, 1], [1, 1], ([1, 2], [3, 1])) == [0, 1])
        #expect(Self.partners([1, 1, 1], [1, 1, 1], ([1, 2, 3], [1, 3, 2])) == [0, 1, 2])
        #expect(Self.partners([1, 1, 1], [1, 1, 1], ([1, 2, 3], [9, 1, 2])) == [1, 2, nil])
        // A changed element and two unlike pairs are three differences, a new and a missing element only two.
        #expect(Self.partners([1, 1, 1], [2, 1, 1], ([1, 2, 3], [9, 1, 2])) == [1, 2, nil])
        // Each sequence lacks another element.
        let traits: (a: [UInt32], b: [UInt32]) = ([1, 3, 1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 2, 3, 1, 3])
        let equal = [Int32](repeating: 1, count: 8)
        #expect(Self.partners(equal, equal, traits) == [0, 2, 3, 4, 5, 6, nil, 7])
        #expect(Self.partners(equal, equal, (traits.b, traits.a)) == [0, nil, 1, 2, 3, 4, 5, 7])
    }

    @Test("With fields as traits there are never more differences than without", arguments: 1...40)
    func fewestWithFields(_ seed: Int) {
        var generator = FuzzRandom(seed: UInt64(seed))
        let a = Self.random(40, 2, &generator)
        let fields = Self.random(40, 3, &generator)
        var (b, others) = (a, fields)
        for _ in 0..<3 {
            let (from, to) = (Int.random(in: 0..<40, using: &generator), Int.random(in: 0..<40, using: &generator))
            b.insert(b.remove(at: from), at: to)
            others.insert(others.remove(at: from), at: to)
        }
        let traits = (a: fields.map { UInt32($0) }, b: others.map { UInt32($0) })
        let types = (a.map { _ in Int32(0) }, b.map { _ in Int32(0) })
        /// The elements without a partner, those that replace each other once, and the pairs that are unlike.
        func differences(_ alignment: EventAlignment) -> Int {
            Self.expectOrdered(alignment, a, b)
            var count = alignment.pairs.count { traits.a[$0.a] != traits.b[$0.b] }
            var (left, right) = (0, 0)
            for pair in alignment.pairs + [ShortestEdit.Pair(a: a.count, b: b.count)] {
                count += max(pair.a - left, pair.b - right)
                (left, right) = (pair.a + 1, pair.b + 1)
            }
            return count
        }
        let without = differences(EventAlignment(a, b, types: types))
        #expect(differences(EventAlignment(a, b, types: types, traits: traits)) <= without)
    }

    @Test("As many answers are paired with their requests as without", arguments: 1...40)
    func alikePairsAsMany(_ seed: Int) {
        var generator = FuzzRandom(seed: UInt64(seed))
        let a = Self.random(Int.random(in: 0...60, using: &generator), 4, &generator)
        let b = Self.random(Int.random(in: 0...60, using: &generator), 4, &generator)
        let traits = (
            a: Self.answers(Self.random(a.count, 4, &generator).map { UInt32($0) }),
            b: Self.answers(Self.random(b.count, 4, &generator).map { UInt32($0) })
        )
        let types = (a.map { $0 % 2 }, b.map { $0 % 2 })
        let alignment = EventAlignment(a, b, types: types, traits: traits)
        Self.expectOrdered(alignment, a, b)
        #expect(alignment.pairs.count == Self.common(a, b))
    }

    @Test("An element that is there once and stands elsewhere has moved")
    func moved() {
        let alignment = EventAlignment([1, 2, 3, 4, 5], [1, 3, 4, 2, 5])
        #expect(alignment.pairs.map(\.a) == [0, 2, 3, 4])
        #expect(alignment.moves == [3: 1])
    }

    @Test("Sequences in opposite order take no more time for each element when they are longer")
    func opposite() {
        let a = Array(0..<50_000 as Range<Int32>)
        let alignment = EventAlignment(a, a.reversed(), limit: 16)
        Self.expectOrdered(alignment, a, a.reversed())
        #expect(alignment.pairs.count + alignment.moves.count == a.count)
    }

    @Test("When the steps are used up, the rest of both is gone through all the same")
    func withoutSteps() {
        var generator = FuzzRandom(seed: 1)
        let (a, b) = (Self.random(20_000, 3, &generator), Self.random(20_000, 3, &generator))
        let edit = ShortestEdit(a, b, limit: ShortestEdit.limit, fewestSteps: 0)
        #expect(edit.pairs.allSatisfy { a[$0.a] == b[$0.b] })
        #expect(zip(edit.pairs, edit.pairs.dropFirst()).allSatisfy { $0.a < $1.a && $0.b < $1.b })
        #expect(edit.pairs.count > 12_000)
    }

    @Test("Long sequences with differences everywhere are aligned in time", .timeLimit(.minutes(15)))
    func everywhere() {
        var generator = FuzzRandom(seed: 2)
        let (a, b) = (Self.random(300_000, 3, &generator), Self.random(300_000, 3, &generator))
        let traits = (Array(0..<300_000 as Range<UInt32>), Array((0..<300_000 as Range<UInt32>).reversed()))
        let alignment = EventAlignment(a, b, types: (a, b), traits: traits, limit: 64)
        Self.expectOrdered(alignment, a, b)
        #expect(alignment.pairs.count > 180_000)
    }
}
