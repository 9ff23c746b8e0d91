import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The key schedule without a key shared before (RFC 8446 section 7.1).
struct TLSSecrets {
    private let handshake: SymmetricKey
    private let master: SymmetricKey

    /// From what both ends agreed upon.
    init(agreed: SharedSecret) {
        let nothing = [UInt8](repeating: 0, count: 32)
        let early = Self.extract(SymmetricKey(data: nothing), salt: nothing)
        let agreed = agreed.withUnsafeBytes { SymmetricKey(data: Array($0)) }
        handshake = Self.extract(agreed, salt: Self.derive(early, "derived", []).bytes)
        master = Self.extract(SymmetricKey(data: nothing), salt: Self.derive(handshake, "derived", []).bytes)
    }

    /// The secret of one end up to Finished; the messages are those up to ServerHello.
    func handshakeTraffic(fromClient: Bool, after messages: [UInt8]) -> SymmetricKey {
        Self.derive(handshake, fromClient ? "c hs traffic" : "s hs traffic", messages)
    }

    /// The secret of one end after Finished; the messages are those up to the server's Finished.
    func applicationTraffic(fromClient: Bool, after messages: [UInt8]) -> SymmetricKey {
        Self.derive(master, fromClient ? "c ap traffic" : "s ap traffic", messages)
    }

    /// The content of Finished (section 4.4.4).
    static func finished(_ secret: SymmetricKey, after messages: [UInt8]) -> [UInt8] {
        let key = expand(secret, "finished", count: 32)
        return Array(HMAC<SHA256>.authenticationCode(for: hash(messages), using: key))
    }

    /// HKDF-Expand-Label.
    static func expand(_ secret: SymmetricKey, _ label: String, _ context: [UInt8] = [], count: Int) -> SymmetricKey {
        var info: [UInt8] = []
        info.append(bigEndian: UInt16(count))
        info.append(UInt8(6 + label.utf8.count))
        info += Array("tls13 \(label)".utf8)
        info.append(UInt8(context.count))
        info += context
        return HKDF<SHA256>.expand(pseudoRandomKey: secret, info: info, outputByteCount: count)
    }

    /// The hash of the messages so far.
    static func hash(_ messages: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: messages)) }

    private static func derive(_ secret: SymmetricKey, _ label: String, _ messages: [UInt8]) -> SymmetricKey {
        expand(secret, label, hash(messages), count: 32)
    }

    private static func extract(_ key: SymmetricKey, salt: [UInt8]) -> SymmetricKey {
        SymmetricKey(data: Array(HKDF<SHA256>.extract(inputKeyMaterial: key, salt: salt)))
    }
}
