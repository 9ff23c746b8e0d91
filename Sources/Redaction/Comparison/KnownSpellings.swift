/// What was found before for values as they are spelt, by fingerprints of the spellings.
///
/// Most values of a capture occur many times; only new ones have to be decoded and looked up as texts.
struct KnownSpellings: Sendable {
    /// The numbers of texts, paths and kinds; -1 for a member that is not compared.
    private var numbers = HashMap64<Int32>()

    /// The number of spellings that are kept before all are forgotten.
    static let most = 1 << 16

    /// Returns the number of a spelling that was found before.
    @inline(__always)
    subscript(hash: UInt64) -> Int32? { numbers[hash] }

    /// Keeps the number of a spelling, and returns it.
    mutating func keep(_ number: Int32, _ hash: UInt64) -> Int32 {
        if numbers.count >= Self.most { numbers.removeAll() }
        numbers.set(hash, number)
        return number
    }
}
