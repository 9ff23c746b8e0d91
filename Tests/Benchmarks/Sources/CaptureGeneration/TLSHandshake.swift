import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A full handshake of TLS 1.3 as two ends have it that agree at once (RFC 8446 section 2).
///
/// X25519, a certificate of Ed25519, TLS_AES_128_GCM_SHA256, the ChangeCipherSpec of middleboxes, and one ticket that is
/// never used.
struct TLSHandshake {
    /// What goes over the wire, in order.
    private(set) var flights: [TLSLayer.Flight] = []
    /// The secrets, a line each, as browsers log them.
    private(set) var keyLog = ""
    /// What protects application data: the client's, the server's.
    private(set) var applicationKeys: [2 of TLSRecordKeys]

    private static let changeCipherSpec: [UInt8] = [20, 3, 3, 0, 1, 1]
    private static let suite: [UInt8] = [0x13, 0x01]

    init(_ certificate: TLSCertificate, _ random: inout RandomNumbers) throws {
        let clientShare = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: random.bytes(32))
        let serverShare = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: random.bytes(32))
        let clientRandom = random.bytes(32)
        let session = random.bytes(32)
        let clientHello = Self.clientHello(clientRandom, session, Array(clientShare.publicKey.rawRepresentation))
        let share = Array(serverShare.publicKey.rawRepresentation)
        let serverHello = Self.serverHello(random.bytes(32), session, share)
        let secrets = TLSSecrets(agreed: try clientShare.sharedSecretFromKeyAgreement(with: serverShare.publicKey))

        var messages = clientHello + serverHello
        let clientSecret = secrets.handshakeTraffic(fromClient: true, after: messages)
        let serverSecret = secrets.handshakeTraffic(fromClient: false, after: messages)
        let answer = try Self.serverMessages(certificate, serverSecret, &messages)
        let clientTraffic = secrets.applicationTraffic(fromClient: true, after: messages)
        let serverTraffic = secrets.applicationTraffic(fromClient: false, after: messages)
        let finished = Self.message(20, TLSSecrets.finished(clientSecret, after: messages))

        var clientKeys = TLSRecordKeys(secret: clientSecret)
        var serverKeys = TLSRecordKeys(secret: serverSecret)
        applicationKeys = [TLSRecordKeys(secret: clientTraffic), TLSRecordKeys(secret: serverTraffic)]
        let hello = Self.record(serverHello, version: 3) + Self.changeCipherSpec
        let protected = try serverKeys.records(answer, type: TLSRecordKeys.handshake)
        let confirmation = try clientKeys.records(finished, type: TLSRecordKeys.handshake)
        let ticket = try applicationKeys[1].records(Self.ticket(&random), type: TLSRecordKeys.handshake)
        flights = [
            TLSLayer.Flight(isFromClient: true, bytes: Self.record(clientHello, version: 1)),
            TLSLayer.Flight(isFromClient: false, bytes: hello + protected),
            TLSLayer.Flight(isFromClient: true, bytes: Self.changeCipherSpec + confirmation),
            TLSLayer.Flight(isFromClient: false, bytes: ticket),
        ]
        for (label, secret) in [
            ("CLIENT_HANDSHAKE_TRAFFIC_SECRET", clientSecret), ("SERVER_HANDSHAKE_TRAFFIC_SECRET", serverSecret),
            ("CLIENT_TRAFFIC_SECRET_0", clientTraffic), ("SERVER_TRAFFIC_SECRET_0", serverTraffic),
        ] {
            keyLog += "\(label) \(Self.hex(clientRandom)) \(Self.hex(secret.bytes))\n"
        }
    }

    // MARK: - Messages

    private static func clientHello(_ random: [UInt8], _ session: [UInt8], _ share: [UInt8]) -> [UInt8] {
        var name: [UInt8] = [0]
        name.append(prefixed: ChatServer.host)
        let extensions =
            list(0, name)  // server_name
            + list(10, [0x00, 0x1D])  // supported_groups: x25519
            + list(13, [0x08, 0x07, 0x04, 0x03])  // signature_algorithms: ed25519, ecdsa_secp256r1_sha256
            + list(16, [8] + Array("http/1.1".utf8))  // application_layer_protocol_negotiation
            + extensionBlock(43, [2, 3, 4])  // supported_versions: TLS 1.3
            + extensionBlock(45, [1, 1])  // psk_key_exchange_modes: with a key share
            + list(51, keyShare(share))
        return message(1, [3, 3] + random + [32] + session + [0, 2] + suite + [1, 0] + prefixed(extensions))
    }

    private static func serverHello(_ random: [UInt8], _ session: [UInt8], _ share: [UInt8]) -> [UInt8] {
        let extensions = extensionBlock(43, [3, 4]) + extensionBlock(51, keyShare(share))
        return message(2, [3, 3] + random + [32] + session + suite + [0] + prefixed(extensions))
    }

    /// From EncryptedExtensions to Finished; they are added to `messages`.
    private static func serverMessages(
        _ certificate: TLSCertificate,
        _ secret: SymmetricKey,
        _ messages: inout [UInt8]
    ) throws -> [UInt8] {
        let start = messages.count
        messages += message(8, prefixed(list(16, [8] + Array("http/1.1".utf8))))
        let entry = count24(certificate.encoded) + certificate.encoded + [0, 0]
        messages += message(11, [0] + count24(entry) + entry)
        // Section 4.4.3: 64 spaces, the purpose, a zero, the hash.
        let purpose = Array("TLS 1.3, server CertificateVerify".utf8)
        let signed = [UInt8](repeating: 32, count: 64) + purpose + [0] + TLSSecrets.hash(messages)
        messages += message(15, [0x08, 0x07] + prefixed(try certificate.sign(signed)))
        messages += message(20, TLSSecrets.finished(secret, after: messages))
        return Array(messages[start...])
    }

    /// NewSessionTicket: two hours, an age offset, a nonce, the ticket, no extensions.
    private static func ticket(_ random: inout RandomNumbers) -> [UInt8] {
        message(4, [0, 0, 0x1C, 0x20] + random.bytes(4) + [1, 0] + prefixed(random.bytes(160)) + [0, 0])
    }

    // MARK: - Layout

    private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + count24(body) + body }

    /// A record that is not protected.
    private static func record(_ message: [UInt8], version: UInt8) -> [UInt8] {
        [TLSRecordKeys.handshake, 3, version] + prefixed(message)
    }

    private static func keyShare(_ share: [UInt8]) -> [UInt8] { [0x00, 0x1D] + prefixed(share) }

    private static func extensionBlock(_ type: UInt8, _ content: [UInt8]) -> [UInt8] { [0, type] + prefixed(content) }

    /// An extension that holds one list.
    private static func list(_ type: UInt8, _ content: [UInt8]) -> [UInt8] { extensionBlock(type, prefixed(content)) }

    private static func prefixed(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    private static func count24(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 16), UInt8(bytes.count >> 8 & 0xFF), UInt8(bytes.count & 0xFF)]
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
