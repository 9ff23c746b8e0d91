/// The numbers of an event that both captures have.
struct NumberPair: BitwiseCopyable, Comparable, Sendable {
    let a: UInt32
    let b: UInt32

    static func < (one: Self, other: Self) -> Bool { (one.a, one.b) < (other.a, other.b) }
}

/// The events that both captures have, in the order of the second capture.
struct RowAnchors {
    /// The numbers in the second capture, each with the highest number of the first capture up to there.
    private var places: [NumberPair]
    private let first: UInt32?

    init(_ pairs: some Sequence<NumberPair>) {
        places = pairs.sorted { $0.b < $1.b }
        first = places.lazy.map(\.a).min()
        var highest: UInt32 = 0
        for index in places.indices {
            // An event that moved ahead takes no other events with it.
            highest = max(highest, places[index].a)
            places[index] = NumberPair(a: highest, b: places[index].b)
        }
    }

    /// Returns an event of the first capture, and the side of it on which an event of the second capture is placed: 1
    /// after it, -1 before it; `nil` if the captures have no event in common.
    func around(_ b: UInt32) -> (a: UInt32, side: Int8)? {
        guard let first else { return nil }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].b < b { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? (places[low - 1].a, 1) : (first, -1)
    }
}
