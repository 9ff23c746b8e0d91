/// The record protection and key derivation of a suite.
struct TLSProtection: Hashable, Sendable {
    /// The cipher for records.
    enum Bulk: Hashable, Sendable {
        case aead(TLSAEAD)
        case cbc(keyCount: Int, mac: TLSHash)
    }

    var bulk: Bulk
    /// The hash of the key schedule.
    var hash: TLSHash
    /// Whether the suite is one of TLS 1.3.
    var isTLS13: Bool
}

/// A hash function of the key schedule or of a record's MAC.
enum TLSHash: Hashable, Sendable {
    case sha1
    case sha256
    case sha384

    /// The length of its output, in bytes.
    var count: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        }
    }
}

/// A cipher that encrypts and authenticates in one step.
enum TLSAEAD: Hashable, Sendable {
    case aesGCM(keyCount: Int)
    case chaCha20Poly1305

    /// The length of its key, in bytes.
    var keyCount: Int {
        switch self {
        case .aesGCM(let count): count
        case .chaCha20Poly1305: 32
        }
    }
}
