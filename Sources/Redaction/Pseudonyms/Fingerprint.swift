import WireFormat

/// A 64-bit hash of bytes, good enough to distinguish values within one run.
///
/// The seed is random, so that nobody can create values that collide.
struct Fingerprint: Sendable {
    private let seed: UInt64

    init() { seed = UInt64.random(in: .min ... .max) | 1 }

    /// The instance that all parts of this run share.
    static let shared = Fingerprint()

    func of(_ bytes: Span<UInt8>) -> UInt64 {
        var hash = seed
        let count = bytes.count
        var index = 0
        if count >= 32 {
            // Two lanes in turn, since each step waits for the step before.
            var other = ~seed
            while count &- index >= 16 {
                hash = Self.fold(hash ^ bytes.loadUnaligned(at: index, as: UInt64.self))
                other = Self.fold(other ^ bytes.loadUnaligned(at: index &+ 8, as: UInt64.self))
                index &+= 16
            }
            hash = Self.fold(hash ^ other.byteSwapped)
        }
        while count &- index >= 8 {
            hash = Self.fold(hash ^ bytes.loadUnaligned(at: index, as: UInt64.self))
            index &+= 8
        }
        var word: UInt64 = 0
        if count >= 8 {
            // The last eight bytes, some of which were hashed before.
            if index < count { word = bytes.loadUnaligned(at: count &- 8, as: UInt64.self) }
        } else if count >= 4 {
            word = UInt64(bytes.loadUnaligned(at: 0, as: UInt32.self)) << 32
            word |= UInt64(bytes.loadUnaligned(at: count &- 4, as: UInt32.self))
        } else {
            while index < count {
                word = word << 8 | UInt64(bytes[index])
                index &+= 1
            }
        }
        return Self.fold(Self.fold(hash ^ word) ^ UInt64(count))
    }

    func of(_ bytes: [UInt8]) -> UInt64 { of(bytes.span) }

    func of(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 { of(bytes.extracting(range)) }

    /// Returns a hash of a hash and the next value.
    func joined(_ hash: UInt64, _ next: UInt64) -> UInt64 { Self.fold(Self.fold(hash ^ seed) ^ next) }

    /// Returns a hash of a hash and the next value; faster than ``joined(_:_:)``, for many small steps.
    @inline(__always)
    func step(_ hash: UInt64, _ next: UInt64) -> UInt64 { Self.fold((hash ^ next) &+ seed) }

    @inline(__always)
    private static func fold(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return (product.high ^ product.low) &+ 0xD1B5_4A32_D192_ED03
    }
}
