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
        let placesA = a.indices.filter { shared.contains(a[$0]) }
        let placesB = b.indices.filter { shared.contains(b[$0]) }
        let found = ShortestEdit(placesA.map { a[$0] }, placesB.map { b[$0] }, limit: limit).pairs
            .map { ShortestEdit.Pair(a: placesA[$0.a], b: placesB[$0.b]) }
        var gone = Self.single(a, Set(a.indices).subtracting(found.map(\.a)))
        var new = Self.single(b, Set(b.indices).subtracting(found.map(\.b)))
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
            gone = Self.single(a, Set(a.indices).subtracting(pairs.map(\.a)))
            new = Self.single(b, Set(b.indices).subtracting(pairs.map(\.b)))
        } else {
            pairs = found
        }
        moves = Dictionary(
            uniqueKeysWithValues: new.compactMap { meaning, place in gone[meaning].map { (place, $0) } }
        )
    }

    /// Returns the places of the meanings that occur only once.
    private static func single(_ meanings: [Int32], _ places: Set<Int>) -> [Int32: Int] {
        Dictionary(grouping: places) { meanings[$0] }.compactMapValues { $0.count == 1 ? $0.first : nil }
    }
}
