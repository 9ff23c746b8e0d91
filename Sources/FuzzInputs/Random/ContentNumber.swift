/// Short numbers of what is to be told apart quickly.
package enum ContentNumber {
    /// A 64-bit number of bytes (FNV-1a), going on from another.
    @inlinable
    package static func of(_ bytes: some Sequence<UInt8>, from start: UInt64 = seed) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// Where an FNV-1a number starts.
    package static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
}
