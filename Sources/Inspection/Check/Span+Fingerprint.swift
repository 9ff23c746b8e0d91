import WireFormat

extension Span<UInt8> {
    /// A 64-bit hash by which tables compare texts without keeping them.
    ///
    /// The bytes are combined with the hash by XOR, eight at a time and the remaining ones one by one, and each time
    /// the hash is multiplied by the factor of FNV-1a. After eight bytes, high bits are shifted down, because a
    /// multiplication only moves them up. The hash is fast, but it is not secret and does not resist somebody who looks
    /// for two texts with the same hash.
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

extension String {
    /// The ``Swift/Span/fingerprint`` of its UTF-8.
    var fingerprint: UInt64 { utf8Span.span.fingerprint }
}
