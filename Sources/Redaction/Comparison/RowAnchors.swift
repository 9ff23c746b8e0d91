/// The events that are the same ones in both captures, by the second one's order.
struct RowAnchors {
    /// Numbers in the second capture, and the highest number in the first one up to there.
    private var places: [(b: Int, a: Int)] = []
    private var first: Int?

    init(_ pairs: [(a: Int, b: Int)]) {
        var highest = 0
        for pair in pairs.sorted(by: { $0.b < $1.b }) {
            // What has moved ahead takes nothing with it.
            highest = max(highest, pair.a)
            places.append((pair.b, highest))
        }
        first = pairs.map(\.a).min()
    }

    /// Behind which event of the first capture an event of the second one stands, or before which; `nil` where there is none.
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
