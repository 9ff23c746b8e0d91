import WireFormat

/// The shapes of trees by number, from 1, up to a limit of memory.
struct ShapeList: Sendable {
    /// The maximum number of bytes of shapes; an event with a further shape contains the shape itself.
    static let room = 4 << 20

    /// The shapes in the order of their numbers, without gaps.
    private(set) var bytes: [UInt8] = []
    private var places: [Range<Int>] = []
    /// Chains by hash: the number of the latest shape with a hash, and of an earlier one for each shape; 0 for none.
    private var latest: [Int: Int] = [:]
    private var earlier: [Int] = []

    /// The number of shapes.
    var count: Int { places.count }

    /// Returns the number of a shape, and whether it is new; the number is 0 if there is no room for the shape.
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
