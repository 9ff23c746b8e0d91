/// The numbers of the first capture's events by the numbers of their partners in the second capture.
struct PartnerNumbers {
    private let pairs: [NumberPair]

    init(_ pairs: [NumberPair]) { self.pairs = pairs.sorted { $0.b < $1.b } }

    var isEmpty: Bool { pairs.isEmpty }

    /// Returns the number of the partner of the second capture's event.
    subscript(b: UInt32) -> UInt32? {
        var (low, high) = (0, pairs.count)
        while low < high {
            let middle = (low + high) / 2
            if pairs[middle].b < b { low = middle + 1 } else { high = middle }
        }
        return low < pairs.count && pairs[low].b == b ? pairs[low].a : nil
    }
}
