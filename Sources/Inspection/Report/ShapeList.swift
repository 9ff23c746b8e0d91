import WireFormat

/// Shapes of trees by number, from 1, as long as there is room.
struct ShapeList: Sendable {
    /// Bytes of shapes that are kept; events with other shapes bring their own.
    static let room = 4 << 20

    /// The shapes in the order of their numbers, one behind the other.
    private(set) var bytes: [UInt8] = []
    private var places: [Range<Int>] = []
    /// By hash: the latest shape, and for each shape an earlier one with the same hash; 0 for none.
    private var latest: [Int: Int] = [:]
    private var earlier: [Int] = []

    /// How many there are.
    var count: Int { places.count }

    /// The number of a shape, and whether it was not known before; 0 when there is no room for it.
    mutating func number(of shape: Span<UInt8>) -> (number: Int, isNew: Bool) {
        var hasher = Hasher()
        shape.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        let first = latest[hash] ?? 0
        var number = first
        while number > 0 {
            if bytes.span.extracting(places[number - 1]).equals(shape) { return (number, false) }
            number = earlier[number - 1]
        }
        guard bytes.count + shape.count <= Self.room else { return (0, true) }
        places.append(bytes.count..<bytes.count + shape.count)
        bytes.append(contentsOf: shape)
        earlier.append(first)
        latest[hash] = places.count
        return (places.count, true)
    }
}
