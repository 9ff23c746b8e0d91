/// A cipher suite by its number in the registry of IANA.
public struct TLSCipherSuite: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The number, as in the two bytes of the hellos.
    public let rawValue: UInt16
    /// Makes a suite from its number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The name in the registry; `nil` for an unassigned number.
    public var name: String? { TLSCipherSuiteNames.byNumber[rawValue] }

    /// Whether records of this suite can be decrypted.
    public var isSupported: Bool { protection != nil }
}

extension TLSCipherSuite: CustomStringConvertible {
    /// The name and the number: `TLS_AES_128_GCM_SHA256 (0x1301)`.
    public var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        let number = "0x" + String(repeating: "0", count: 4 - digits.count) + digits
        return name.map { "\($0) (\(number))" } ?? number
    }
}

extension TLSCipherSuite {
    /// The protection, according to the end of the name; the key exchange does not matter when the secrets are known.
    var protection: TLSProtection? {
        guard let name else { return nil }
        let isTLS13 = rawValue >> 8 == 0x13
        guard let cipher = isTLS13 ? name.dropFirst(4) : name.range(after: "_WITH_") else { return nil }
        let aead: TLSAEAD
        let hash: TLSHash
        switch cipher {
        case "AES_128_GCM_SHA256": (aead, hash) = (.aesGCM(keyCount: 16), .sha256)
        case "AES_256_GCM_SHA384": (aead, hash) = (.aesGCM(keyCount: 32), .sha384)
        case "CHACHA20_POLY1305_SHA256": (aead, hash) = (.chaCha20Poly1305, .sha256)
        case "AES_128_CBC_SHA": return .cbc(16, .sha1, .sha256)
        case "AES_256_CBC_SHA": return .cbc(32, .sha1, .sha256)
        case "AES_128_CBC_SHA256": return .cbc(16, .sha256, .sha256)
        case "AES_256_CBC_SHA256": return .cbc(32, .sha256, .sha256)
        case "AES_256_CBC_SHA384": return .cbc(32, .sha384, .sha384)
        default: return nil
        }
        return TLSProtection(bulk: .aead(aead), hash: hash, isTLS13: isTLS13)
    }
}

extension TLSProtection {
    fileprivate static func cbc(_ keyCount: Int, _ mac: TLSHash, _ hash: TLSHash) -> TLSProtection {
        TLSProtection(bulk: .cbc(keyCount: keyCount, mac: mac), hash: hash, isTLS13: false)
    }
}

extension String {
    /// Returns the text after the first occurrence of another text.
    fileprivate func range(after text: String) -> Substring? {
        var rest = Substring(self)
        while !rest.isEmpty {
            if rest.hasPrefix(text) { return rest.dropFirst(text.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
