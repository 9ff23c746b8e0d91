import Crypto

/// The key of all pseudonyms, taken in by the hash once.
struct PseudonymKey: Sendable {
    private let start: HMAC<SHA256>

    init(_ key: SymmetricKey) { start = HMAC(key: key) }

    /// Two words that depend on the key and what is given only: HMAC-SHA-256 (RFC 2104) of it all.
    func seed(_ value: [UInt8], purpose: UInt8, attempt: UInt8) -> (UInt64, UInt64) {
        var hash = start
        hash.update(data: [purpose, attempt])
        hash.update(data: value)
        return hash.finalize().withUnsafeBytes { bytes in
            (
                UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
