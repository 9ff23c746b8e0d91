/// Which events of two captures are the same ones, by their meanings.
struct EventAlignment {
    /// Places of equal meanings that come in the same order.
    let pairs: [ShortestEdit.Pair]
    /// Of other places in the second capture: where in the first one the same event stands.
    ///
    /// A meaning that is there several times without a partner is not known to have moved.
    let moves: [Int: Int]

    /// Aligns two sequences.
    ///
    /// - Parameters:
    ///   - slides: whether of alignments that pair as many, one is chosen in which what is missing and what is new stand in
    ///     the same place; else any.
    ///   - types: of both sequences, what an element is: with them it slides to where they are the same.
    ///   - limit: how many differences are searched at a time.
    init(
        _ a: [Int32],
        _ b: [Int32],
        slides: Bool = false,
        types: (a: [Int32], b: [Int32])? = nil,
        limit: Int = ShortestEdit.limit
    ) {
        // What only one of them has needs no search.
        let shared = Set(a).intersection(b)
        let placesA = a.indices.filter { shared.contains(a[$0]) }
        let placesB = b.indices.filter { shared.contains(b[$0]) }
        let found = ShortestEdit(placesA.map { a[$0] }, placesB.map { b[$0] }, limit: limit).pairs
            .map { ShortestEdit.Pair(a: placesA[$0.a], b: placesB[$0.b]) }
        var gone = Self.single(a, Set(a.indices).subtracting(found.map(\.a)))
        var new = Self.single(b, Set(b.indices).subtracting(found.map(\.b)))
        if slides || types != nil {
            // What has moved replaces nothing.
            let moved = Set(gone.keys).intersection(new.keys)
            var gaps = AlignedGaps(
                found,
                AlignedGaps.Side(meanings: a, types: types?.a, moved: moved),
                AlignedGaps.Side(meanings: b, types: types?.b, moved: moved)
            )
            gaps.join()
            pairs = gaps.pairs
            gone = Self.single(a, Set(a.indices).subtracting(pairs.map(\.a)))
            new = Self.single(b, Set(b.indices).subtracting(pairs.map(\.b)))
        } else {
            pairs = found
        }
        moves = Dictionary(
            uniqueKeysWithValues: new.compactMap { meaning, place in gone[meaning].map { (place, $0) } }
        )
    }

    /// The places of the meanings that are at one place only.
    private static func single(_ meanings: [Int32], _ places: Set<Int>) -> [Int32: Int] {
        Dictionary(grouping: places) { meanings[$0] }.compactMapValues { $0.count == 1 ? $0.first : nil }
    }
}
