import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The server's certificate, signed by itself with Ed25519 (RFC 5280, RFC 8410).
///
/// BoringSSL's signatures are the same each time; those of Apple's CryptoKit are not, so there the handshakes of two runs
/// differ in their bytes.
struct TLSCertificate {
    private let key: Curve25519.Signing.PrivateKey
    /// The certificate in DER.
    let encoded: [UInt8]

    init(seed: [UInt8]) throws {
        key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        let algorithm = Self.sequence(Self.value(0x06, [0x2B, 0x65, 0x70]))
        let commonName = Self.value(0x06, [0x55, 0x04, 0x03]) + Self.value(0x0C, Array(ChatServer.host.utf8))
        let name = Self.sequence(Self.value(0x31, Self.sequence(commonName)))
        let validity = Self.sequence(Self.time("170101000000Z") + Self.time("370101000000Z"))
        let publicKey = Self.value(0x03, [0] + Array(key.publicKey.rawRepresentation))
        // subjectAltName with one dNSName
        let names = Self.sequence(Self.value(0x82, Array(ChatServer.host.utf8)))
        let alternative = Self.sequence(Self.value(0x06, [0x55, 0x1D, 0x11]) + Self.value(0x04, names))
        let body = Self.sequence(
            Self.value(0xA0, Self.value(0x02, [2]))
                + Self.value(0x02, [1])
                + algorithm + name + validity + name
                + Self.sequence(algorithm + publicKey)
                + Self.value(0xA3, Self.sequence(alternative))
        )
        let signature = Array(try key.signature(for: body))
        encoded = Self.sequence(body + algorithm + Self.value(0x03, [0] + signature))
    }

    /// The signature of some bytes.
    func sign(_ bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes)) }

    private static func sequence(_ content: [UInt8]) -> [UInt8] { value(0x30, content) }

    private static func time(_ text: String) -> [UInt8] { value(0x17, Array(text.utf8)) }

    /// Tag, length and content; the parts of this certificate are shorter than 64 KiB.
    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<128: [tag, UInt8(content.count)] + content
        case ..<256: [tag, 0x81, UInt8(content.count)] + content
        default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
    }
}
