/// Aligns the events of two captures by their meanings.
struct EventAlignment {
    /// The places of equal meanings in the same order.
    let pairs: [ShortestEdit.Pair]
    /// The place in the first capture of each event in the second capture that has moved.
    ///
    /// A meaning that occurs several times without a partner is not counted as moved.
    let moves: [Int: Int]

    /// Aligns two sequences.
    ///
    /// - Parameters:
    ///   - slides: whether, among equally long alignments, one is chosen in which missing and new elements stand in the
    ///     same place; otherwise any is chosen.
    ///   - types: the types of the elements of both sequences; gaps slide to where the types are the same.
    ///   - traits: what else elements of one meaning may have in common, as ``EventLikeness`` returns it: among alignments
    ///     with equally many differences, one is chosen in which more of the paired elements have the same traits; pairs
    ///     whose fields are unlike are differences, too.
    ///   - limit: the number of differences that are searched at a time.
    init(
        _ a: [Int32],
        _ b: [Int32],
        slides: Bool = false,
        types: (a: [Int32], b: [Int32])? = nil,
        traits: (a: [UInt32], b: [UInt32])? = nil,
        limit: Int = ShortestEdit.limit
    ) {
        // Elements of only one sequence need no search.
        let shared = Set(a).intersection(b)
        let isWhole = a.allSatisfy(shared.contains) && b.allSatisfy(shared.contains)
        let places = isWhole ? nil : (a: Self.places(a, shared), b: Self.places(b, shared))
        func longest(_ one: [Int32], _ other: [Int32]) -> [ShortestEdit.Pair] {
            guard let places else { return ShortestEdit(one, other, limit: limit).pairs }
            return Self.pairs(one, other, places, limit)
        }
        let found = longest(a, b)
        var best = Self.gaps(found, a, b, types)
        // The numbers by which elements are the same.
        var (own, others) = (a, b)
        if slides || types != nil { best.join() }
        if let traits {
            let alike = AlikePairs(a, b, traits: traits)
            let alternatives = alike.alternatives(to: found, longest: longest)
            if let asMany = alternatives.asMany {
                let gaps = Self.joined(asMany, a, b, types)
                if gaps.differences <= best.differences { best = gaps }
            }
            let unlike = alike.unlike(best.pairs[...])
            if unlike > 0 {
                // Elements slide only past those that are alike, so that the pairs stay alike.
                let gaps = Self.joined(alternatives.fewest, alike.a, alike.b, types)
                if gaps.differences + alike.unlike(gaps.pairs[...]) < best.differences + unlike {
                    (best, own, others) = (gaps, alike.a, alike.b)
                }
            }
        }
        pairs = best.pairs
        let gone = Self.single(own, pairs, isA: true)
        let new = Self.single(others, pairs, isA: false)
        moves = Dictionary(
            uniqueKeysWithValues: new.compactMap { number, place in gone[number].map { (place, $0) } }
        )
    }

    /// Returns the gaps of an alignment.
    private static func gaps(
        _ pairs: [ShortestEdit.Pair],
        _ a: [Int32],
        _ b: [Int32],
        _ types: (a: [Int32], b: [Int32])?
    ) -> AlignedGaps {
        // A moved element replaces nothing.
        let gone = single(a, pairs, isA: true)
        let moved = Set(gone.keys).intersection(single(b, pairs, isA: false).keys)
        return AlignedGaps(
            pairs,
            AlignedGaps.Side(meanings: a, types: types?.a, moved: moved),
            AlignedGaps.Side(meanings: b, types: types?.b, moved: moved)
        )
    }

    /// Returns the gaps of an alignment of alike elements, joined so that there are the fewest differences.
    private static func joined(
        _ pairs: [ShortestEdit.Pair],
        _ a: [Int32],
        _ b: [Int32],
        _ types: (a: [Int32], b: [Int32])?
    ) -> AlignedGaps {
        // Whole gaps that slide take alike elements apart, so it is best if sharing is enough.
        var (joined, sharing) = (gaps(pairs, a, b, types), gaps(pairs, a, b, types))
        joined.join()
        sharing.share()
        return sharing.differences <= joined.differences ? sharing : joined
    }

    /// Pairs the elements at these places.
    private static func pairs(
        _ a: [Int32],
        _ b: [Int32],
        _ places: (a: [Int32], b: [Int32]),
        _ limit: Int
    ) -> [ShortestEdit.Pair] {
        let edit = ShortestEdit(places.a.map { a[Int($0)] }, places.b.map { b[Int($0)] }, limit: limit)
        return edit.pairs.map { ShortestEdit.Pair(a: Int(places.a[$0.a]), b: Int(places.b[$0.b])) }
    }

    /// Returns the places of the meanings that both sequences have.
    private static func places(_ meanings: [Int32], _ shared: Set<Int32>) -> [Int32] {
        meanings.indices.lazy.filter { shared.contains(meanings[$0]) }.map { Int32(truncatingIfNeeded: $0) }
    }

    /// Returns the places of the meanings that occur only once among the elements without a partner.
    private static func single(
        _ meanings: [Int32],
        _ pairs: [ShortestEdit.Pair],
        isA: Bool
    ) -> [Int32: Int] {
        // The place of each meaning; -1 if it occurs several times.
        var places: [Int32: Int] = [:]
        var next = 0
        for index in 0...pairs.count {
            let end = index < pairs.count ? pairs[index][ofA: isA] : meanings.count
            for place in next..<end { places[meanings[place]] = places[meanings[place]] == nil ? place : -1 }
            next = end + 1
        }
        return places.filter { $0.value >= 0 }
    }
}
