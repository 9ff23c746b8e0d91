/// A set of hashes that takes one bit for each: it knows every one of its own, and may take others for its own.
///
/// It is small enough to stay near the processor, and tells most places at which there is nothing to be found.
struct HashSieve: Sendable {
    private var words: [UInt64]
    private let shift: UInt64

    /// 1 MiB; more would be slow to ask.
    private static let mostBits = 23
    private static let fewestBits = 13

    /// - Parameter count: how many hashes it is for.
    init(for count: Int) {
        var bits = Self.fewestBits
        while bits < Self.mostBits, 1 << bits < count * 16 { bits += 1 }
        shift = UInt64(64 - bits)
        words = [UInt64](repeating: 0, count: 1 << (bits - 6))
    }

    @inline(__always)
    private func place(_ value: UInt64) -> UInt64 { (value &* 0x9E37_79B9_7F4A_7C15) &>> shift }

    mutating func insert(_ value: UInt64) {
        let place = place(value)
        words[Int(truncatingIfNeeded: place >> 6)] |= 1 << (place & 63)
    }

    /// Whether a value may be one of those that were inserted.
    @inline(__always)
    func mayHold(_ value: UInt64) -> Bool {
        let place = place(value)
        // There are as many words as the shift leaves places.
        return words.span[unchecked: Int(truncatingIfNeeded: place &>> 6)] &>> (place & 63) & 1 == 1
    }

    /// Takes in what another one of the same size has.
    mutating func formUnion(_ other: HashSieve) {
        precondition(shift == other.shift)
        for index in words.indices { words[index] |= other.words[index] }
    }
}
