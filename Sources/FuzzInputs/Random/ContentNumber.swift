/// Short hashes that tell inputs apart.
package enum ContentNumber {
    /// Returns the 64-bit FNV-1a hash of bytes, continued from another hash.
    @inlinable
    package static func of(_ bytes: some Sequence<UInt8>, from start: UInt64 = seed) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// The offset basis of FNV-1a.
    package static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
}
