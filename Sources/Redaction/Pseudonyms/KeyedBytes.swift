/// Pseudo-random bytes that depend only on a key and a value.
///
/// The seed is a keyed hash of the value. The bytes reveal no more about the value than the seed does, so a fast
/// generator is enough.
struct KeyedBytes {
    private var state: UInt64
    private let step: UInt64

    /// - Parameter purpose: a number that gives different bytes for each use of a value.
    init(_ value: [UInt8], key: PseudonymKey, purpose: UInt8) {
        self.init(value.span, key: key, purpose: purpose)
    }

    /// - Parameters:
    ///   - purpose: a number that gives different bytes for each use of a value.
    ///   - attempt: a number that gives different bytes for the same value, after a pseudonym was rejected.
    init(_ value: Span<UInt8>, key: PseudonymKey, purpose: UInt8, attempt: UInt8 = 0) {
        let seed = key.seed(value, purpose: purpose, attempt: attempt)
        state = seed.0
        step = seed.1 | 1
    }

    /// Returns the next eight bytes (the mixer of SplitMix64).
    @inline(__always)
    mutating func word() -> UInt64 {
        state = state &+ step
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func next() -> UInt8 { UInt8(truncatingIfNeeded: word() >> 32) }

    /// Returns a number from 0 up to but not including `bound`, which must be positive.
    @inline(__always)
    mutating func number(below bound: Int) -> Int {
        Int(word().multipliedFullWidth(by: UInt64(max(1, bound))).high)
    }
}
