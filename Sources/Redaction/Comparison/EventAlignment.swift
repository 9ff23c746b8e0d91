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
    ///   - limit: the number of differences that are searched at a time.
    init(
        _ a: [Int32],
        _ b: [Int32],
        slides: Bool = false,
        types: (a: [Int32], b: [Int32])? = nil,
        limit: Int = ShortestEdit.limit
    ) {
        // Elements of only one sequence need no search.
        let shared = Set(a).intersection(b)
        let isWhole = a.allSatisfy(shared.contains) && b.allSatisfy(shared.contains)
        let found = isWhole ? ShortestEdit(a, b, limit: limit).pairs : Self.pairs(a, b, shared, limit)
        var gone = Self.single(a, found, \.a)
        var new = Self.single(b, found, \.b)
        if slides || types != nil {
            // A moved element replaces nothing.
            let moved = Set(gone.keys).intersection(new.keys)
            var gaps = AlignedGaps(
                found,
                AlignedGaps.Side(meanings: a, types: types?.a, moved: moved),
                AlignedGaps.Side(meanings: b, types: types?.b, moved: moved)
            )
            gaps.join()
            pairs = gaps.pairs
            gone = Self.single(a, pairs, \.a)
            new = Self.single(b, pairs, \.b)
        } else {
            pairs = found
        }
        moves = Dictionary(
            uniqueKeysWithValues: new.compactMap { meaning, place in gone[meaning].map { (place, $0) } }
        )
    }

    /// Pairs the elements that both sequences have.
    private static func pairs(_ a: [Int32], _ b: [Int32], _ shared: Set<Int32>, _ limit: Int) -> [ShortestEdit.Pair] {
        let placesA = places(a, shared)
        let placesB = places(b, shared)
        var pairs = ShortestEdit(placesA.map { a[Int($0)] }, placesB.map { b[Int($0)] }, limit: limit).pairs
        for index in pairs.indices {
            pairs[index] = ShortestEdit.Pair(a: Int(placesA[pairs[index].a]), b: Int(placesB[pairs[index].b]))
        }
        return pairs
    }

    /// Returns the places of the meanings that both sequences have.
    private static func places(_ meanings: [Int32], _ shared: Set<Int32>) -> [Int32] {
        meanings.indices.lazy.filter { shared.contains(meanings[$0]) }.map { Int32(truncatingIfNeeded: $0) }
    }

    /// Returns the places of the meanings that occur only once among the elements without a partner.
    private static func single(
        _ meanings: [Int32],
        _ pairs: [ShortestEdit.Pair],
        _ key: KeyPath<ShortestEdit.Pair, Int>
    ) -> [Int32: Int] {
        // The place of each meaning; -1 if it occurs several times.
        var places: [Int32: Int] = [:]
        var next = 0
        for index in 0...pairs.count {
            let end = index < pairs.count ? pairs[index][keyPath: key] : meanings.count
            for place in next..<end { places[meanings[place]] = places[meanings[place]] == nil ? place : -1 }
            next = end + 1
        }
        return places.filter { $0.value >= 0 }
    }
}
