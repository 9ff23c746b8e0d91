import WireFormat

/// How a text that is not ASCII begins in UTF-16: its first three units, and by which search it is looked for.
///
/// That is all that is kept of its UTF-16: what follows a find is put into UTF-8, in which the text is known.
struct WideStart: BitwiseCopyable, Sendable {
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    /// - Parameters:
    ///   - text: UTF-8; of other bytes what comes out is the beginning of nothing.
    ///   - hash: its fingerprint.
    /// - Returns: `nil` for a text of fewer units.
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
        // Of a pair that begins with the third unit only the first half counts.
        if count > 3 { units >>= 16 }
        bits = units << 16 | UInt64(OriginalsFile.share(of: hash))
    }

    /// The units, the first one in the highest place.
    var units: UInt64 { bits >> 16 }
    /// What tells by which search the text is looked for.
    var share: Int { Int(bits & 0xFFFF) }
}
