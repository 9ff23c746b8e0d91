import Crypto

/// Encrypts the records of one direction of a TLS 1.3 connection.
///
/// Source: RFC 8446 sections 5.2 to 5.4, 7.1 to 7.3.
struct TLSNewSealer: Sendable {
    /// A suite: number, name, length of its keys in bytes, whether its hash is SHA-384, whether it is ChaCha20.
    struct Suite: Sendable {
        var number: Int
        var name: String
        var keyCount: Int
        var isLong: Bool
        var isChaCha: Bool

        /// The length of a secret in bytes.
        var secretCount: Int { isLong ? 48 : 32 }

        static let all = [
            Suite(number: 0x1301, name: "TLS_AES_128_GCM_SHA256", keyCount: 16, isLong: false, isChaCha: false),
            Suite(number: 0x1302, name: "TLS_AES_256_GCM_SHA384", keyCount: 32, isLong: true, isChaCha: false),
            Suite(number: 0x1303, name: "TLS_CHACHA20_POLY1305_SHA256", keyCount: 32, isLong: false, isChaCha: true),
        ]
    }

    private let suite: Suite
    private var secret: [UInt8]
    private var key: [UInt8] = []
    private var vector: [UInt8] = []
    private var sequence: UInt64 = 0

    /// Creates the keys of a traffic secret.
    init(_ suite: Suite, _ secret: [UInt8]) {
        self.suite = suite
        self.secret = secret
        derive()
    }

    /// The secret that follows after a KeyUpdate (section 7.2).
    var nextSecret: [UInt8] { expand("traffic upd", suite.secretCount) }

    /// Switches to the keys of the next secret, as after a KeyUpdate.
    mutating func update() {
        secret = nextSecret
        derive()
    }

    private mutating func derive() {
        key = expand("key", suite.keyCount)
        vector = expand("iv", 12)
        sequence = 0
    }

    private func expand(_ label: String, _ count: Int) -> [UInt8] {
        let name = Array("tls13 \(label)".utf8)
        let info = Framing.bigEndian(UInt64(count), 2) + [UInt8(name.count)] + name + [0]
        let key = SymmetricKey(data: secret)
        let derived =
            suite.isLong
            ? HKDF<SHA384>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
            : HKDF<SHA256>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
        return derived.withUnsafeBytes { Array($0) }
    }

    /// Returns the next record, with a content of a type, then zeros that hide its length.
    mutating func seal(_ content: [UInt8], type: UInt8, padding: Int = 0) -> [UInt8] {
        let inner = content + [type] + [UInt8](repeating: 0, count: padding)
        let head: [UInt8] = [23, 3, 3] + Framing.bigEndian(UInt64(inner.count + 16), 2)
        var nonce = vector
        for (index, byte) in Framing.bigEndian(sequence, 8).enumerated() { nonce[4 + index] ^= byte }
        sequence += 1
        if suite.isChaCha {
            guard let place = try? ChaChaPoly.Nonce(data: nonce),
                let box = try? ChaChaPoly.seal(
                    inner,
                    using: SymmetricKey(data: key),
                    nonce: place,
                    authenticating: head
                )
            else { return [] }
            return head + Array(box.ciphertext) + Array(box.tag)
        }
        guard let place = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(inner, using: SymmetricKey(data: key), nonce: place, authenticating: head)
        else { return [] }
        return head + Array(box.ciphertext) + Array(box.tag)
    }
}
