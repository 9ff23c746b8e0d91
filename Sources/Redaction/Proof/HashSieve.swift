/// A set of hashes that takes two bits for each: every inserted hash is found, but a few others are found as well.
///
/// The set fits into the processor's caches, and rules out most places of a search. Both bits of a hash are in one word,
/// so that a lookup reads memory once.
struct HashSieve: Sendable {
    private var words: [UInt64]
    /// The number of words, a power of 2, minus 1.
    private let mask: Int

    /// The maximum size, 1 MiB; lookups in more would be slow.
    private static let mostBits = 23
    private static let fewestBits = 13

    /// - Parameter count: the expected number of hashes.
    init(for count: Int) {
        var bits = Self.fewestBits
        while bits < Self.mostBits, 1 << bits < count * 16 { bits += 1 }
        words = [UInt64](repeating: 0, count: 1 << (bits - 6))
        mask = words.count - 1
    }

    /// Returns the index of the word for a value, and the bits in it.
    @inline(__always)
    private func place(_ value: UInt64) -> (word: Int, bits: UInt64) {
        // The bits of the product above the 32nd, of which no two of these three share one.
        let mixed = value &* 0x9E37_79B9_7F4A_7C15
        let bits: UInt64 = 1 &<< (mixed &>> 58) | 1 &<< (mixed &>> 52 & 63)
        return (Int(truncatingIfNeeded: mixed &>> 32) & mask, bits)
    }

    mutating func insert(_ value: UInt64) {
        let place = place(value)
        words[place.word] |= place.bits
    }

    /// Returns whether a value may be one of the inserted ones.
    @inline(__always)
    func mayHold(_ value: UInt64) -> Bool {
        let place = place(value)
        // The mask leaves only as many bits as there are words.
        return words.span[unchecked: place.word] & place.bits == place.bits
    }

    /// Merges another sieve of the same size.
    mutating func formUnion(_ other: HashSieve) {
        precondition(mask == other.mask)
        for index in words.indices { words[index] |= other.words[index] }
    }
}
