import Crypto
import CryptoExtras
import WireFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A key in the form of the crypto library.
struct TLSKey: Sendable {
    fileprivate let key: SymmetricKey

    init(_ bytes: some Sequence<UInt8>) {
        key = SymmetricKey(data: Array(bytes))
    }
}

/// The cryptographic primitives, from swift-crypto.
///
/// No other file of this module uses the types of swift-crypto or of Foundation.
enum TLSPrimitives {
    /// Decrypts and verifies AEAD data, and appends the content to `plaintext`.
    ///
    /// - Parameter sealed: the ciphertext followed by the tag of 16 bytes.
    /// - Returns: whether the data is authentic. If not, nothing is appended.
    static func open(
        _ sealed: Span<UInt8>,
        _ aead: TLSAEAD,
        _ key: TLSKey,
        nonce: [UInt8],
        authenticating header: [UInt8],
        into plaintext: inout ByteWriter
    ) -> Bool {
        guard sealed.count >= 16, nonce.count == 12 else { return false }
        var combined = Data(capacity: 12 + sealed.count)
        combined.append(contentsOf: nonce)
        sealed.withUnsafeBufferPointer { combined.append($0) }
        let opened: Data?
        switch aead {
        case .aesGCM:
            let box = try? AES.GCM.SealedBox(combined: combined)
            opened = box.flatMap { try? AES.GCM.open($0, using: key.key, authenticating: header) }
        case .chaCha20Poly1305:
            let box = try? ChaChaPoly.SealedBox(combined: combined)
            opened = box.flatMap { try? ChaChaPoly.open($0, using: key.key, authenticating: header) }
        }
        guard let opened else { return false }
        append(opened, to: &plaintext)
        return true
    }

    /// Decrypts whole blocks of AES-CBC and appends them to `plaintext`, padding included.
    ///
    /// - Returns: whether the lengths are valid. If not, nothing is appended.
    static func decryptCBC(
        _ ciphertext: Span<UInt8>,
        _ key: TLSKey,
        iv: Span<UInt8>,
        into plaintext: inout ByteWriter
    ) -> Bool {
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: 16), iv.count == 16,
            let vector = try? AES._CBC.IV(ivBytes: Array(copying: iv)),
            let opened = try? AES._CBC.decrypt(
                ciphertext.withUnsafeBufferPointer { Data($0) },
                using: key.key,
                iv: vector,
                noPadding: true
            )
        else { return false }
        append(opened, to: &plaintext)
        return true
    }

    private static func append(_ data: Data, to plaintext: inout ByteWriter) {
        plaintext.append(data.span)
    }

    /// Returns the HMAC of two pieces of data, one after the other (RFC 2104).
    static func hmac(_ hash: TLSHash, _ key: TLSKey, _ head: [UInt8], _ data: Span<UInt8> = Span()) -> [UInt8] {
        switch hash {
        case .sha1: hmac(Insecure.SHA1.self, key, head, data)
        case .sha256: hmac(SHA256.self, key, head, data)
        case .sha384: hmac(SHA384.self, key, head, data)
        }
    }

    private static func hmac<Hash: HashFunction>(
        _ hash: Hash.Type,
        _ key: TLSKey,
        _ head: [UInt8],
        _ data: Span<UInt8>
    ) -> [UInt8] {
        var mac = HMAC<Hash>(key: key.key)
        mac.update(data: head)
        data.withUnsafeBytes { mac.update(data: UnsafeRawBufferPointer($0)) }
        return Array(mac.finalize())
    }

    /// HKDF-Expand (RFC 5869 section 2.3).
    static func expand(_ hash: TLSHash, _ secret: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        let key = SymmetricKey(data: secret)
        let output =
            switch hash {
            case .sha1: HKDF<Insecure.SHA1>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
            case .sha256: HKDF<SHA256>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
            case .sha384: HKDF<SHA384>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
            }
        return output.withUnsafeBytes { Array($0) }
    }
}
