/// Numbers that are the same for the same seed, and what tests make of them.
public struct SeededRandom: Sendable {
    private var numbers: SplitMix64

    /// Begins a sequence; seeds that follow each other give sequences that have nothing to do with each other.
    public init(_ seed: UInt64) {
        numbers = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678)
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 { numbers.next() }

    /// A number from 0 up to, not including, `bound`.
    public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// The same items in another order.
    public mutating func shuffled<Item>(_ items: [Item]) -> [Item] {
        let keys = items.indices.map { ($0, next()) }.sorted { $0.1 < $1.1 }
        return keys.map { items[$0.0] }
    }

    /// So many bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
