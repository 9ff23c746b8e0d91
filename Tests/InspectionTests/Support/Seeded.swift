import TestSupport

/// Random numbers that are the same from the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(_ seed: Int) {
        numbers = SplitMix64(seed: UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    }

    mutating func next() -> UInt64 { numbers.next() }

    /// A number from 0 up to, not including, `bound`.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Whether something happens that happens once in `count` times.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
