import RongCloud
import WireFormat

/// A message UID as a key of a table: its 80 bits, or a hash of what is no UID.
struct UIDKey: Hashable, Sendable, BitwiseCopyable {
    private let high: UInt32
    private let low: UInt64

    init(_ text: Span<UInt8>) {
        if let bits = Self.bits(text) {
            high = UInt32(bits.high)
            low = bits.low
        } else {
            // FNV-1a of 64 bits; the 80 bits of a UID never have this high part.
            high = .max
            low = text.fingerprint
        }
    }

    /// The 80 bits of four groups of four characters; `nil` when it is something else.
    private static func bits(_ text: Span<UInt8>) -> (high: UInt16, low: UInt64)? {
        guard text.count == 19 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<19 {
            let byte = text[index]
            if index % 5 == 4 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "V"): digit = byte &- UInt8(ascii: "A") &+ 10
            default: return nil
            }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(digit)
        }
        return (UInt16(truncatingIfNeeded: high), low)
    }
}

extension Span<UInt8> {
    /// FNV-1a of 64 bits, over eight bytes at a time where there are as many.
    var fingerprint: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = 0
        while index &+ 8 <= count {
            hash = (hash ^ uint64(at: index)) &* 0x100_0000_01B3
            hash ^= hash >> 29
            index &+= 8
        }
        while index < count {
            hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01B3
            index &+= 1
        }
        return hash
    }
}
