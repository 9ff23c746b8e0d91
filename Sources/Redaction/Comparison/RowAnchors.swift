/// The events that both captures have, in the order of the second capture.
struct RowAnchors {
    /// The numbers in the second capture, each with the highest number of the first capture up to there.
    private var places: [(b: Int, a: Int)] = []
    private var first: Int?

    init(_ pairs: [(a: Int, b: Int)]) {
        var highest = 0
        for pair in pairs.sorted(by: { $0.b < $1.b }) {
            // An event that moved ahead takes no other events with it.
            highest = max(highest, pair.a)
            places.append((pair.b, highest))
        }
        first = pairs.map(\.a).min()
    }

    /// Returns an event of the first capture, and the side of it on which an event of the second capture is placed: 1
    /// after it, -1 before it; `nil` if the captures have no event in common.
    func around(_ b: Int) -> (a: Int, side: Int)? {
        guard let first else { return nil }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].b < b { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? (places[low - 1].a, 1) : (first, -1)
    }
}
