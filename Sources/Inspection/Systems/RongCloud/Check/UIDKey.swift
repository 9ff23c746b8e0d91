import RongCloud

/// A message UID as a dictionary key: its 80 bits, or a fingerprint if the text is no UID.
struct UIDKey: Hashable, Sendable, BitwiseCopyable {
    private let high: UInt32
    private let low: UInt64

    init(_ text: Span<UInt8>) {
        if let bits = try? MessageUID.bits(of: text) {
            high = UInt32(truncatingIfNeeded: bits.high)
            low = bits.low
        } else {
            // A UID has only 16 high bits, so `high` of a UID is never this.
            high = .max
            low = text.fingerprint
        }
    }
}
