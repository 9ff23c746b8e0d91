/// Finds alignments in which more of the pairs are alike.
///
/// Elements of one meaning may have different traits: other fields, or other requests that they answer. Where one of
/// many such elements is missing, only the traits tell which.
struct AlikePairs {
    /// Other alignments than a longest one.
    struct Alternatives {
        /// One that pairs as many elements, and more that are alike; `nil` if there is none.
        let asMany: [ShortestEdit.Pair]?
        /// One with the fewest differences together with those of the paired elements, which may be fewer.
        let fewest: [ShortestEdit.Pair]
    }

    /// The elements as numbers: equal for alike elements, and not for others of the same meaning; an element that has
    /// none like it in the other sequence keeps its meaning.
    let a: [Int32]
    let b: [Int32]
    private let meanings: (a: [Int32], b: [Int32])
    private let traits: (a: [UInt32], b: [UInt32])

    init(_ a: [Int32], _ b: [Int32], traits: (a: [UInt32], b: [UInt32])) {
        meanings = (a, b)
        self.traits = traits
        let own = Self.keys(a, traits.a)
        let others = Self.keys(b, traits.b)
        let shared = Self.shared(own.sorted(), others.sorted())
        self.a = Self.numbers(own, shared, a)
        self.b = Self.numbers(others, shared, b)
    }

    private static func keys(_ meanings: [Int32], _ traits: [UInt32]) -> [UInt64] {
        zip(meanings, traits).map { UInt64(UInt32(bitPattern: $0)) << 32 | UInt64($1) }
    }

    /// Returns the keys that both sorted lists have, each once.
    private static func shared(_ own: [UInt64], _ others: [UInt64]) -> [UInt64] {
        var shared: [UInt64] = []
        var (left, right) = (0, 0)
        while left < own.count, right < others.count {
            let (one, other) = (own[left], others[right])
            if one == other, shared.last != one { shared.append(one) }
            if one <= other { left += 1 }
            if other <= one { right += 1 }
        }
        return shared
    }

    /// Returns a negative number for each shared key, and the meanings of the other elements.
    private static func numbers(_ keys: [UInt64], _ shared: [UInt64], _ meanings: [Int32]) -> [Int32] {
        keys.indices.map { index in
            var (low, high) = (0, shared.count)
            while low < high {
                let middle = (low + high) / 2
                if shared[middle] < keys[index] { low = middle + 1 } else { high = middle }
            }
            let isShared = low < shared.count && shared[low] == keys[index]
            return isShared ? -1 - Int32(truncatingIfNeeded: low) : meanings[index]
        }
    }

    /// Returns the alternatives to an alignment.
    ///
    /// - Parameters:
    ///   - found: the pairs of a longest alignment.
    ///   - longest: returns the pairs of a longest alignment of other numbers of the same elements.
    func alternatives(
        to found: [ShortestEdit.Pair],
        longest: ([Int32], [Int32]) -> [ShortestEdit.Pair]
    ) -> Alternatives {
        let count = alike(found[...])
        if count == found.count { return Alternatives(asMany: nil, fewest: found) }
        let most = filled(longest(a, b))
        let asMany = merged(found, most) { ($0.count, alike($0), 0) }
        return Alternatives(
            asMany: alike(asMany[...]) > count ? asMany : nil,
            fewest: merged(asMany, most) { (gain($0), $0.count, alike($0)) }
        )
    }

    /// Returns the number of pairs that are alike.
    private func alike(_ pairs: ArraySlice<ShortestEdit.Pair>) -> Int {
        pairs.reduce(0) { $0 + (a[$1.a] == b[$1.b] ? 1 : 0) }
    }

    /// Returns the number of pairs that differ in their fields.
    func unlike(_ pairs: ArraySlice<ShortestEdit.Pair>) -> Int {
        pairs.reduce(0) { $0 + (EventLikeness.areFieldsUnlike(traits.a[$1.a], traits.b[$1.b]) ? 1 : 0) }
    }

    /// Returns how many differences less there are than without these pairs: two for each pair, or one if it differs.
    private func gain(_ pairs: ArraySlice<ShortestEdit.Pair>) -> Int { 2 * pairs.count - unlike(pairs) }

    /// Adds the pairs of the same meaning between alike ones.
    private func filled(_ pairs: [ShortestEdit.Pair]) -> [ShortestEdit.Pair] {
        var filled: [ShortestEdit.Pair] = []
        filled.reserveCapacity(pairs.count)
        var (left, right) = (0, 0)
        for index in 0...pairs.count {
            let next = index < pairs.count ? pairs[index] : ShortestEdit.Pair(a: a.count, b: b.count)
            if left < next.a, right < next.b {
                let (own, others) = (Array(meanings.a[left..<next.a]), Array(meanings.b[right..<next.b]))
                for pair in ShortestEdit(own, others, limit: ShortestEdit.limit, fewestSteps: 0).pairs {
                    filled.append(ShortestEdit.Pair(a: left + pair.a, b: right + pair.b))
                }
            }
            if index < pairs.count { filled.append(next) }
            (left, right) = (next.a + 1, next.b + 1)
        }
        return filled
    }

    /// Takes, between any two places where both alignments can be cut, the part with the higher worth.
    private func merged(
        _ found: [ShortestEdit.Pair],
        _ alike: [ShortestEdit.Pair],
        by worth: (ArraySlice<ShortestEdit.Pair>) -> (Int, Int, Int)
    ) -> [ShortestEdit.Pair] {
        var merged: [ShortestEdit.Pair] = []
        merged.reserveCapacity(found.count)
        // The gaps of both, and the pairs before them that are merged.
        var (one, other) = (0, 0)
        var (left, right) = (0, 0)
        while one <= found.count, other <= alike.count {
            let (gap, otherGap) = (self.gap(one, found), self.gap(other, alike))
            if gap.a.overlaps(otherGap.a), gap.b.overlaps(otherGap.b) {
                let (part, otherPart) = (found[left..<one], alike[right..<other])
                merged += worth(otherPart) > worth(part) ? otherPart : part
                (left, right) = (one, other)
            }
            let (end, otherEnd) = (gap.a.upperBound, otherGap.a.upperBound)
            if end <= otherEnd { one += 1 }
            if otherEnd <= end { other += 1 }
        }
        return merged
    }

    /// Returns where both sequences can be cut between a pair and the pair before.
    private func gap(_ index: Int, _ pairs: [ShortestEdit.Pair]) -> (a: ClosedRange<Int>, b: ClosedRange<Int>) {
        let end = index < pairs.count ? pairs[index] : ShortestEdit.Pair(a: a.count, b: b.count)
        guard index > 0 else { return (0...end.a, 0...end.b) }
        return (pairs[index - 1].a + 1...end.a, pairs[index - 1].b + 1...end.b)
    }
}
