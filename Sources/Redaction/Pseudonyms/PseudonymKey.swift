import Crypto

/// The key of all pseudonyms.
struct PseudonymKey: Sendable {
    /// The state of the hash after the key.
    private let hash: SipHash

    init(_ key: SymmetricKey) {
        let derived = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, outputByteCount: 16)
        hash = derived.withUnsafeBytes { bytes in
            SipHash(
                key: (
                    UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            )
        }
    }

    /// Returns two words that depend only on the key and the arguments.
    func seed(_ value: Span<UInt8>, purpose: UInt8, attempt: UInt8) -> (UInt64, UInt64) {
        var hash = hash
        hash.update(UInt64(purpose) | UInt64(attempt) << 8)
        return hash.finalize(value, after: 1)
    }

    /// Returns a word that depends only on the key and the arguments.
    @inline(__always)
    func word(_ first: UInt64, _ second: UInt64, purpose: UInt8, attempt: UInt8) -> UInt64 {
        var hash = hash
        hash.update(UInt64(purpose) | UInt64(attempt) << 8)
        hash.update(first)
        hash.update(second)
        return hash.finalize(Span(), after: 3).0
    }
}
