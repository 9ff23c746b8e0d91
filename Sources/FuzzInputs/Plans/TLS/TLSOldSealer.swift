import Crypto
import CryptoExtras

/// Encrypts the records of one direction of a TLS 1.2 connection.
///
/// Source: RFC 5246 sections 5, 6.2.3 and 6.3, RFC 5288, RFC 5289, RFC 7366, RFC 7905.
package struct TLSOldSealer: Sendable {
    /// A suite: number, name, length of its keys in bytes, protection of records, and hash of the PRF.
    package struct Suite: Sendable {
        enum Form: Sendable {
            case gcm
            case chaCha
            /// CBC with the MAC of a hash.
            case cbc(Hash)
        }

        var number: Int
        var name: String
        var keyCount: Int
        var form: Form
        var hash = Hash.sha256

        private init(_ number: Int, _ name: String, _ keyCount: Int, _ form: Form, _ hash: Hash = .sha256) {
            self.number = number
            self.name = "TLS_" + name
            self.keyCount = keyCount
            self.form = form
            self.hash = hash
        }

        /// The suites of every form, each with several key exchanges.
        package static let all = [
            Suite(0xC02F, "ECDHE_RSA_WITH_AES_128_GCM_SHA256", 16, .gcm),
            Suite(0xC030, "ECDHE_RSA_WITH_AES_256_GCM_SHA384", 32, .gcm, .sha384),
            Suite(0xC027, "ECDHE_RSA_WITH_AES_128_CBC_SHA256", 16, .cbc(.sha256)),
            Suite(0xC028, "ECDHE_RSA_WITH_AES_256_CBC_SHA384", 32, .cbc(.sha384), .sha384),
            Suite(0xC013, "ECDHE_RSA_WITH_AES_128_CBC_SHA", 16, .cbc(.sha1)),
            Suite(0xCCA8, "ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", 32, .chaCha),
            Suite(0xC014, "ECDHE_RSA_WITH_AES_256_CBC_SHA", 32, .cbc(.sha1)),
            Suite(0x003D, "RSA_WITH_AES_256_CBC_SHA256", 32, .cbc(.sha256)),
            Suite(0x009C, "RSA_WITH_AES_128_GCM_SHA256", 16, .gcm),
            Suite(0x009D, "RSA_WITH_AES_256_GCM_SHA384", 32, .gcm, .sha384),
            Suite(0x009E, "DHE_RSA_WITH_AES_128_GCM_SHA256", 16, .gcm),
            Suite(0xC02B, "ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", 16, .gcm),
            Suite(0xC02C, "ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", 32, .gcm, .sha384),
            Suite(0xCCA9, "ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", 32, .chaCha),
            Suite(0xCCAA, "DHE_RSA_WITH_CHACHA20_POLY1305_SHA256", 32, .chaCha),
            Suite(0x002F, "RSA_WITH_AES_128_CBC_SHA", 16, .cbc(.sha1)),
            Suite(0x0035, "RSA_WITH_AES_256_CBC_SHA", 32, .cbc(.sha1)),
            Suite(0x003C, "RSA_WITH_AES_128_CBC_SHA256", 16, .cbc(.sha256)),
            Suite(0x0033, "DHE_RSA_WITH_AES_128_CBC_SHA", 16, .cbc(.sha1)),
            Suite(0x006B, "DHE_RSA_WITH_AES_256_CBC_SHA256", 32, .cbc(.sha256)),
            Suite(0xC009, "ECDHE_ECDSA_WITH_AES_128_CBC_SHA", 16, .cbc(.sha1)),
            Suite(0xC024, "ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", 32, .cbc(.sha384), .sha384),
            Suite(0x00A8, "PSK_WITH_AES_128_GCM_SHA256", 16, .gcm),
            Suite(0x00AE, "PSK_WITH_AES_128_CBC_SHA256", 16, .cbc(.sha256)),
        ]

        /// The number and the name of suites whose records are not decrypted.
        package static let unread: [(number: Int, name: String)] = [
            (0x0005, "RSA_WITH_RC4_128_SHA"), (0x000A, "RSA_WITH_3DES_EDE_CBC_SHA"),
            (0xC011, "ECDHE_RSA_WITH_RC4_128_SHA"), (0xC012, "ECDHE_RSA_WITH_3DES_EDE_CBC_SHA"),
            (0xC09C, "RSA_WITH_AES_128_CCM"), (0xC0AC, "ECDHE_ECDSA_WITH_AES_128_CCM"),
            (0xC0AE, "ECDHE_ECDSA_WITH_AES_128_CCM_8"), (0x0041, "RSA_WITH_CAMELLIA_128_CBC_SHA"),
            (0x0096, "RSA_WITH_SEED_CBC_SHA"), (0x003B, "RSA_WITH_NULL_SHA256"), (0x0002, "RSA_WITH_NULL_SHA"),
            (0xC050, "RSA_WITH_ARIA_128_GCM_SHA256"), (0x1303, "CHACHA20_POLY1305_SHA256"),
            (0x00FF, "EMPTY_RENEGOTIATION_INFO_SCSV"), (0x0004, "RSA_WITH_RC4_128_MD5"),
        ]
    }

    enum Hash: Int, Sendable {
        case sha1 = 20
        case sha256 = 32
        case sha384 = 48

        func hmac(_ key: [UInt8], _ data: [UInt8]) -> [UInt8] {
            let key = SymmetricKey(data: key)
            switch self {
            case .sha1: return Array(HMAC<Insecure.SHA1>.authenticationCode(for: data, using: key))
            case .sha256: return Array(HMAC<SHA256>.authenticationCode(for: data, using: key))
            case .sha384: return Array(HMAC<SHA384>.authenticationCode(for: data, using: key))
            }
        }
    }

    private let suite: Suite
    private let encryptsThenMACs: Bool
    private let macKey: [UInt8]
    private let key: [UInt8]
    private let vector: [UInt8]
    private var sequence: UInt64 = 0

    /// Derives the keys of one direction.
    init(
        _ suite: Suite,
        master: [UInt8],
        randoms: (client: [UInt8], server: [UInt8]),
        side: Int,
        encryptsThenMACs: Bool
    ) {
        self.suite = suite
        self.encryptsThenMACs = encryptsThenMACs
        let counts: [Int]
        switch suite.form {
        case .gcm: counts = [0, suite.keyCount, 4]
        case .chaCha: counts = [0, suite.keyCount, 12]
        case .cbc(let hash): counts = [hash.rawValue, suite.keyCount, 0]
        }
        // P_hash (section 5); its output has the keys of both directions one after the other.
        let seed = Array("key expansion".utf8) + randoms.server + randoms.client
        var block: [UInt8] = []
        var round = seed
        while block.count < 2 * counts.reduce(0, +) {
            round = suite.hash.hmac(master, round)
            block += suite.hash.hmac(master, round + seed)
        }
        var parts: [[UInt8]] = []
        var place = 0
        for count in counts {
            parts.append(Array(block[place + side * count..<place + (side + 1) * count]))
            place += 2 * count
        }
        (macKey, key, vector) = (parts[0], parts[1], parts[2])
    }

    /// Returns the next record.
    mutating func seal(_ content: [UInt8], type: UInt8, padding: Int = 0) -> [UInt8] {
        defer { sequence += 1 }
        let number = Framing.bigEndian(sequence, 8)
        func head(_ count: Int) -> [UInt8] { [type, 3, 3] + Framing.bigEndian(UInt64(count), 2) }
        let authenticated = number + head(content.count)
        let body: [UInt8]
        switch suite.form {
        case .gcm:
            guard let nonce = try? AES.GCM.Nonce(data: vector + number),
                let box = try? AES.GCM.seal(
                    content,
                    using: SymmetricKey(data: key),
                    nonce: nonce,
                    authenticating: authenticated
                )
            else { return [] }
            body = number + Array(box.ciphertext) + Array(box.tag)
        case .chaCha:
            var place = vector
            for index in 0..<8 { place[4 + index] ^= number[index] }
            guard let nonce = try? ChaChaPoly.Nonce(data: place),
                let box = try? ChaChaPoly.seal(
                    content,
                    using: SymmetricKey(data: key),
                    nonce: nonce,
                    authenticating: authenticated
                )
            else { return [] }
            body = Array(box.ciphertext) + Array(box.tag)
        case .cbc(let hash):
            let iv = planBytes(Int(sequence) + 7, 16)
            let plain = encryptsThenMACs ? content : content + hash.hmac(macKey, authenticated + content)
            // Whole blocks of extra padding, at most 255 bytes in all (section 6.2.3.2).
            let fill = 15 - plain.count % 16 + 16 * (padding % 15)
            let padded = plain + [UInt8](repeating: UInt8(fill), count: fill + 1)
            guard let start = try? AES._CBC.IV(ivBytes: iv),
                let sealed = try? AES._CBC.encrypt(padded, using: SymmetricKey(data: key), iv: start, noPadding: true)
            else { return [] }
            let all = iv + Array(sealed)
            body = encryptsThenMACs ? all + hash.hmac(macKey, number + head(all.count) + all) : all
        }
        return head(body.count) + body
    }
}
