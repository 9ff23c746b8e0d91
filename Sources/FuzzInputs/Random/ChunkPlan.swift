/// The chunking of an input that is delivered piece by piece.
///
/// The cuts depend on the bytes only, so that a run is repeatable.
package enum ChunkPlan: CaseIterable, Sendable {
    /// Byte by byte.
    case single
    /// Pieces of 1 to 16 bytes.
    case small
    /// Pieces of 1 to 1500 bytes.
    case large

    /// Returns the ends of the pieces; the last one is the end of the input.
    package func ends(of input: [UInt8]) -> [Int] {
        guard !input.isEmpty else { return [] }
        if self == .single { return Array(1...input.count) }
        var random = FuzzRandom(seed: ContentNumber.of(input))
        var ends: [Int] = []
        var end = 0
        while end < input.count {
            end = min(input.count, end + 1 + random.below(self == .small ? 16 : 1500))
            ends.append(end)
        }
        return ends
    }
}
