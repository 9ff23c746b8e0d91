/// The beginning in UTF-16 of a text that is not ASCII: its first three units, with the share of the search.
///
/// No more of the UTF-16 is kept: after a hit, the bytes are converted to UTF-8 and looked up as a value.
struct WideStart: BitwiseCopyable, Sendable {
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    /// - Parameters:
    ///   - text: the text in UTF-8; other bytes give a beginning that never matches.
    ///   - hash: the fingerprint of the text.
    /// - Returns: `nil` for a text of fewer than three units.
    init?(_ text: Span<UInt8>, _ hash: UInt64) {
        var units: UInt64 = 0
        var count = 0
        var index = 0
        while count < 3 {
            guard index < text.count else { return nil }
            let scalar = UInt64(TextShape.scalar(text, at: &index).value)
            if scalar < 0x10000 {
                units = units << 16 | scalar
                count += 1
            } else {
                let rest = scalar - 0x10000
                units = units << 32 | 0xD800_DC00 | (rest & 0xFFC00) << 6 | rest & 0x3FF
                count += 2
            }
        }
        // Of a surrogate pair that begins with the third unit, only the first half is used.
        if count > 3 { units >>= 16 }
        bits = units << 16 | UInt64(OriginalsFile.share(of: hash))
    }

    /// The units; the first one is the most significant.
    var units: UInt64 { bits >> 16 }
    /// The number that assigns the text to one of several searches.
    var share: Int { Int(bits & 0xFFFF) }
}
