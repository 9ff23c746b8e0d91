/// A keyed permutation of the whole numbers below a bound.
///
/// The permutation is a Feistel network whose rounds are keyed hashes, over as few bits as the bound needs. A result
/// that is not below the bound is mapped again until it is (Black and Rogaway, Ciphers with Arbitrary Finite Domains,
/// 2002).
struct KeyedPermutation {
    private let key: PseudonymKey
    private let bound: UInt64
    /// A number that selects another permutation for each kind of numbers.
    private let tweak: UInt64
    private let highBits: UInt64
    private let lowBits: UInt64

    private static let rounds: UInt8 = 4

    /// - Parameter bound: 2 to 2^62.
    init(below bound: UInt64, tweak: UInt64, key: PseudonymKey) {
        self.key = key
        self.bound = bound
        self.tweak = tweak
        let bits = UInt64(max(2, UInt64.bitWidth - (bound - 1).leadingZeroBitCount))
        highBits = bits / 2
        lowBits = bits - highBits
    }

    /// Returns the number that a number below the bound is mapped to.
    func callAsFunction(_ number: UInt64) -> UInt64 {
        var result = number
        repeat { result = step(result) } while result >= bound
        return result
    }

    /// Returns the number below the bound that is mapped to a number.
    func inverse(_ number: UInt64) -> UInt64 {
        var result = number
        repeat { result = stepBack(result) } while result >= bound
        return result
    }

    private func step(_ number: UInt64) -> UInt64 {
        var high = number >> lowBits
        var low = number & (1 << lowBits - 1)
        for round in 0..<Self.rounds { mix(round, &high, &low) }
        return high << lowBits | low
    }

    private func stepBack(_ number: UInt64) -> UInt64 {
        var high = number >> lowBits
        var low = number & (1 << lowBits - 1)
        for round in (0..<Self.rounds).reversed() { mix(round, &high, &low) }
        return high << lowBits | low
    }

    /// Mixes one half with a hash of the other one, which undoes itself.
    @inline(__always)
    private func mix(_ round: UInt8, _ high: inout UInt64, _ low: inout UInt64) {
        if round % 2 == 0 {
            high ^= hash(low, round) & (1 << highBits - 1)
        } else {
            low ^= hash(high, round) & (1 << lowBits - 1)
        }
    }

    private func hash(_ half: UInt64, _ round: UInt8) -> UInt64 {
        key.word(tweak, half, purpose: 0xE0, attempt: round)
    }
}
