import WireFormat

extension Span<UInt8> {
    /// A number of 64 bits by which tables tell texts apart, so that they need not keep them.
    ///
    /// Eight bytes at a time are mixed in, and what is left one by one: each is added to the bits so far, which are then
    /// multiplied by the factor of FNV-1a; behind eight bytes, high bits are brought down, since a multiplication only moves
    /// them up. It is fast, but no secret and not proof against somebody who looks for two texts with the same number.
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
