/// Which events of two captures are the same ones, by their meanings.
struct EventAlignment {
    /// Places of equal meanings that come in the same order.
    let pairs: [ShortestEdit.Pair]
    /// Of other places in the second capture: where in the first one the same event stands.
    ///
    /// A meaning that is there several times without a partner is not known to have moved.
    let moves: [Int: Int]

    init(_ a: [Int32], _ b: [Int32], limit: Int = ShortestEdit.limit) {
        // What only one of them has needs no search.
        let shared = Set(a).intersection(b)
        let placesA = a.indices.filter { shared.contains(a[$0]) }
        let placesB = b.indices.filter { shared.contains(b[$0]) }
        pairs = ShortestEdit(placesA.map { a[$0] }, placesB.map { b[$0] }, limit: limit).pairs
            .map { ShortestEdit.Pair(a: placesA[$0.a], b: placesB[$0.b]) }
        let gone = Self.single(a, Set(placesA).subtracting(pairs.map(\.a)))
        let new = Self.single(b, Set(placesB).subtracting(pairs.map(\.b)))
        moves = Dictionary(uniqueKeysWithValues: new.compactMap { meaning, place in gone[meaning].map { (place, $0) } })
    }

    /// The places of the meanings that are at one place only.
    private static func single(_ meanings: [Int32], _ places: Set<Int>) -> [Int32: Int] {
        Dictionary(grouping: places) { meanings[$0] }.compactMapValues { $0.count == 1 ? $0.first : nil }
    }
}
