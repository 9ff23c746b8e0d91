import RongCloud
import WireFormat

/// A message UID as a key of a table: its 80 bits, or a fingerprint of what is no UID.
struct UIDKey: Hashable, Sendable, BitwiseCopyable {
    private let high: UInt32
    private let low: UInt64

    init(_ text: Span<UInt8>) {
        if let bits = try? MessageUID.bits(of: text) {
            high = UInt32(truncatingIfNeeded: bits.high)
            low = bits.low
        } else {
            // The first 16 bits of a UID never are this.
            high = .max
            low = text.fingerprint
        }
    }
}
