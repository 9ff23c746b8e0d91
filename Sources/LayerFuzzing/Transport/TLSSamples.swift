import Crypto
package import FuzzInputs
package import Transport
import WireFormat

/// A TLS 1.3 connection with known secrets: they seal the records, without any key exchange.
///
/// Source: RFC 8446 sections 4.1, 5.2, 5.3 and 7.3.
package struct TLSSamples: Sendable {
    /// The client's random.
    package static let random = [UInt8](0..<32)
    /// Returns a fixed traffic secret for a label.
    private static func secret(_ label: TLSSecretLabel) -> [UInt8] {
        Array(repeating: 0xA0 + label.rawValue, count: 32)
    }

    /// The secrets, as from a key log.
    package static let secrets: TLSSecrets = {
        var secrets = TLSSecrets()
        guard let client = TLSClientRandom(random.span) else { return secrets }
        for label in TLSSecretLabel.allCases {
            secrets.insert(
                label == .master ? secret(label) + secret(label).prefix(16) : secret(label),
                label,
                for: client
            )
        }
        return secrets
    }()

    /// A ClientHello record, with the suites AES-128-GCM of both versions.
    package static let clientHello: [UInt8] = hello(
        1,
        [0, 4, 0x13, 1, 0xC0, 0x2F, 1, 0],
        [[0, 0x2B, 0, 5, 4, 3, 4, 3, 3]]
    )

    /// A ServerHello record of TLS 1.3.
    package static let serverHello: [UInt8] = hello(2, [0x13, 1, 0], [[0, 0x2B, 0, 2, 3, 4]])

    /// A ServerHello record of TLS 1.2.
    package static let oldServerHello: [UInt8] = hello(2, [0xC0, 0x2F, 0], [])

    private static func hello(_ type: UInt8, _ middle: [UInt8], _ extensions: [[UInt8]]) -> [UInt8] {
        let list = extensions.flatMap { $0 }
        var body: [UInt8] = [3, 3] + (type == 1 ? random : random.reversed()) + [0] + middle
        body += Framing.bigEndian(UInt64(list.count), 2) + list
        let message = [type] + Framing.bigEndian(UInt64(body.count), 3) + body
        return [22, 3, 3] + Framing.bigEndian(UInt64(message.count), 2) + message
    }

    /// The key state of one direction.
    package struct Sealer {
        private var secret: SymmetricKey
        private var key: SymmetricKey
        private var vector: [UInt8]
        private var sequence: UInt64 = 0

        /// Derives the keys of a traffic secret.
        init(_ label: TLSSecretLabel) {
            secret = SymmetricKey(data: TLSSamples.secret(label))
            key = SymmetricKey(data: Self.expand(secret, "key", 16))
            vector = Self.expand(secret, "iv", 12)
        }

        /// Derives the keys of the next secret, as after a KeyUpdate (RFC 8446 section 7.2).
        mutating func update() {
            secret = SymmetricKey(data: Self.expand(secret, "traffic upd", 32))
            key = SymmetricKey(data: Self.expand(secret, "key", 16))
            vector = Self.expand(secret, "iv", 12)
            sequence = 0
        }

        private static func expand(_ secret: SymmetricKey, _ label: String, _ count: Int) -> [UInt8] {
            let name = Array("tls13 \(label)".utf8)
            let info = Framing.bigEndian(UInt64(count), 2) + [UInt8(name.count)] + name + [0]
            let derived = HKDF<SHA256>.expand(pseudoRandomKey: secret, info: info, outputByteCount: count)
            return derived.withUnsafeBytes { Array($0) }
        }

        /// Returns the next record, with a typed content and padding that hides its length (RFC 8446 section 5.4).
        mutating func seal(_ content: [UInt8], type: UInt8, padding: [UInt8] = []) -> [UInt8] {
            let inner = content + [type] + padding
            let head: [UInt8] = [23, 3, 3] + Framing.bigEndian(UInt64(inner.count + 16), 2)
            var nonce = vector
            for (index, byte) in Framing.bigEndian(sequence, 8).enumerated() { nonce[4 + index] ^= byte }
            sequence += 1
            guard let place = try? AES.GCM.Nonce(data: nonce),
                let box = try? AES.GCM.seal(inner, using: key, nonce: place, authenticating: head)
            else { return [] }
            return head + Array(box.ciphertext) + Array(box.tag)
        }
    }

    /// Returns a conversation over WebSocket over TLS.
    package static func session() -> SampleSession {
        var session = SampleSession(port: 50004, serverPort: 443)
        session.send(fromClient: true, clientHello)
        session.send(fromClient: false, serverHello)
        var handshake = Sealer(.serverHandshakeTraffic)
        session.send(fromClient: false, handshake.seal([8, 0, 0, 2, 0, 0], type: 22))
        var client = Sealer(.clientTraffic)
        var server = Sealer(.serverTraffic)
        for packet in SampleSession.chat().packets where !packet.payload.isEmpty {
            let fromClient = packet.ends[0..<4].elementsEqual([10, 0, 0, 1])
            session.send(
                fromClient: fromClient,
                fromClient ? client.seal(packet.payload, type: 23) : server.seal(packet.payload, type: 23)
            )
        }
        session.close()
        return session
    }
}
