/// Pseudo-random bytes that depend on a key and a value only.
///
/// The seed is a keyed hash of the value. What follows from the seed says nothing more about the value than the seed does,
/// so that a fast generator is enough.
struct KeyedBytes {
    private var state: UInt64
    private let step: UInt64

    /// - Parameter purpose: other bytes for each use of a value.
    init(_ value: [UInt8], key: PseudonymKey, purpose: UInt8) {
        self.init(value.span, key: key, purpose: purpose)
    }

    /// - Parameters:
    ///   - purpose: other bytes for each use of a value.
    ///   - attempt: other bytes for the same value, for a pseudonym that is taken.
    init(_ value: Span<UInt8>, key: PseudonymKey, purpose: UInt8, attempt: UInt8 = 0) {
        let seed = key.seed(value, purpose: purpose, attempt: attempt)
        state = seed.0
        step = seed.1 | 1
    }

    /// Eight bytes (the mixer of SplitMix64).
    @inline(__always)
    mutating func word() -> UInt64 {
        state = state &+ step
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func next() -> UInt8 { UInt8(truncatingIfNeeded: word() >> 32) }

    /// A number below `bound`, which is positive.
    @inline(__always)
    mutating func number(below bound: Int) -> Int {
        Int(word().multipliedFullWidth(by: UInt64(max(1, bound))).high)
    }
}
