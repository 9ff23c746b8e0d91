/// Random numbers that depend on the seed only, on every machine.
///
/// SplitMix64: a counter and a mixing function, so that any two seeds give unrelated sequences.
package struct FuzzRandom: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    /// Creates the sequence of a seed.
    package init(seed: UInt64) { state = seed }

    /// Creates the sequence of one run; it does not depend on earlier runs.
    package init(seed: UInt64, run: Int) {
        var outer = FuzzRandom(seed: seed)
        state = outer.next() ^ UInt64(truncatingIfNeeded: run) &* 0xD1B5_4A32_D192_ED03
        _ = next()
    }

    /// Returns the next 64 bits.
    @inlinable
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns a number from 0 to `bound` - 1; 0 if `bound` is below 1.
    @inlinable
    package mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns `true` with a probability of 1 in `count`.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// Returns a byte.
    @inlinable
    package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 56) }

    /// Returns `count` bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

    /// Returns an element; `nil` for an empty collection.
    @inlinable
    package mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }

    /// Returns a length that is mostly small: each doubling is half as likely.
    package mutating func length(upTo limit: Int) -> Int {
        var bound = 2
        while bound < limit, !oneIn(2) { bound *= 2 }
        return min(limit, below(bound) + 1)
    }

    /// Returns a number at or next to the limits of fields, or any number.
    package mutating func interesting() -> UInt64 {
        switch below(4) {
        case 0: return next() >> UInt64(below(64))
        case 1: return 1 &<< UInt64(below(64))
        case 2: return (1 &<< UInt64(below(64))) &- 1
        default: return 0 &- (1 &<< UInt64(below(64)))
        }
    }
}
