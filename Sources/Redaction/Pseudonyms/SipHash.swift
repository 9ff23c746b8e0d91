import WireFormat

/// SipHash-2-4 with a 128-bit result: a keyed hash for short inputs (Aumasson and Bernstein, SipHash: a fast
/// short-input PRF, 2012).
///
/// A capture has several hundred thousand short texts. HMAC with SHA-256, which works on blocks of 64 bytes, took a
/// fifth of a redaction's time.
struct SipHash: Sendable {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    /// - Parameter key: the two halves of the key, each read as a little-endian number.
    init(key: (UInt64, UInt64)) {
        v0 = key.0 ^ 0x736F_6D65_7073_6575
        v1 = key.1 ^ 0x646F_7261_6E64_6F6D ^ 0xEE
        v2 = key.0 ^ 0x6C79_6765_6E65_7261
        v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    /// Adds eight bytes, read as a little-endian number.
    @inline(__always)
    mutating func update(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    /// Returns the hash of all words so far and of the bytes after them, as two little-endian numbers.
    ///
    /// - Parameter words: the number of words so far.
    @inline(__always)
    func finalize(_ bytes: Span<UInt8>, after words: Int) -> (UInt64, UInt64) {
        var hash = self
        var index = 0
        while bytes.count &- index >= 8 {
            hash.update(UInt64(littleEndian: bytes.loadUnaligned(at: index, as: UInt64.self)))
            index &+= 8
        }
        var last = UInt64(truncatingIfNeeded: bytes.count &+ 8 &* words) << 56
        var shift: UInt64 = 0
        while index < bytes.count {
            last |= UInt64(bytes[index]) &<< shift
            shift &+= 8
            index &+= 1
        }
        hash.update(last)
        return hash.end()
    }

    @inline(__always)
    private mutating func end() -> (UInt64, UInt64) {
        v2 ^= 0xEE
        for _ in 0..<4 { round() }
        let low = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xDD
        for _ in 0..<4 { round() }
        return (low, v0 ^ v1 ^ v2 ^ v3)
    }

    @inline(__always)
    private mutating func round() {
        v0 = v0 &+ v1
        v1 = v1 &<< 13 | v1 &>> 51
        v1 ^= v0
        v0 = v0 &<< 32 | v0 &>> 32
        v2 = v2 &+ v3
        v3 = v3 &<< 16 | v3 &>> 48
        v3 ^= v2
        v0 = v0 &+ v3
        v3 = v3 &<< 21 | v3 &>> 43
        v3 ^= v0
        v2 = v2 &+ v1
        v1 = v1 &<< 17 | v1 &>> 47
        v1 ^= v2
        v2 = v2 &<< 32 | v2 &>> 32
    }
}
