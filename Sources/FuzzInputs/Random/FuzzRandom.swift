/// Random numbers that are the same for a seed on every machine.
///
/// SplitMix64: a counter and a mixing function, so that any two seeds give unrelated sequences.
package struct FuzzRandom: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    /// Begins a sequence.
    package init(seed: UInt64) { state = seed }

    /// The sequence of one run of many: the same whatever ran before.
    package init(seed: UInt64, run: Int) {
        var outer = FuzzRandom(seed: seed)
        state = outer.next() ^ UInt64(truncatingIfNeeded: run) &* 0xD1B5_4A32_D192_ED03
        _ = next()
    }

    /// The next 64 bits.
    @inlinable
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number from 0 up to, and without, `bound`; 0 when there is no such number.
    @inlinable
    package mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Whether an event of probability 1 in `count` happens.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// A byte.
    @inlinable
    package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 56) }

    /// So many bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

    /// An element; `nil` of an empty collection.
    @inlinable
    package mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }

    /// A length that is mostly small: each doubling is half as likely.
    package mutating func length(upTo limit: Int) -> Int {
        var bound = 2
        while bound < limit, !oneIn(2) { bound *= 2 }
        return min(limit, below(bound) + 1)
    }

    /// A number at or beside the edges of what fields can hold, or any.
    package mutating func interesting() -> UInt64 {
        switch below(4) {
        case 0: return next() >> UInt64(below(64))
        case 1: return 1 &<< UInt64(below(64))
        case 2: return (1 &<< UInt64(below(64))) &- 1
        default: return 0 &- (1 &<< UInt64(below(64)))
        }
    }
}
