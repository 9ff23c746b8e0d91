import TLSRecording
import Testing
import WireFormat

@testable import Transport

@Suite("TLS that is not decrypted says why")
struct TLSStatusTests {
    private static let tls12 = "1.2 ECDHE-ECDSA-AES128-GCM-SHA256"
    private static let tls13 = "1.3 TLS_AES_128_GCM_SHA256"

    private func random(_ wire: TLSWire) throws -> TLSClientRandom {
        // Record head, message head and version come before it.
        let hello = wire.stream(fromClient: true)
        let random = TLSClientRandom(hello.span.extracting(11..<43))
        return try #require(random)
    }

    @Test("no secret at all, said once with the client random", arguments: [tls12, tls13])
    func noSecrets(_ name: String) throws {
        let wire = try TLSRecorded.session(name)
        let player = try TLSPlayer(wire, keys: "")
        let random = try random(wire)
        #expect(player.reasons == [.noSecrets(random)])
        #expect(player.reasons.first?.description == "no secret for client random \(Hex.encode(random.bytes))")
        #expect(player.client == [] && player.server == [])
        // The bytes are all accounted for.
        #expect(player.taken == [wire.stream(fromClient: true).count, wire.stream(fromClient: false).count])
        // The hellos are still told.
        #expect(player.stream.session.serverName == "im.test")
    }

    @Test(
        "one secret is missing: what does not need it is decrypted",
        arguments: [
            ("CLIENT_TRAFFIC_SECRET_0", ["CLIENT_TRAFFIC_SECRET_0"], false, true),
            ("SERVER_TRAFFIC_SECRET_0", ["SERVER_TRAFFIC_SECRET_0"], true, false),
            ("CLIENT_HANDSHAKE_TRAFFIC_SECRET", [], true, true),
            ("SERVER_HANDSHAKE_TRAFFIC_SECRET", [], true, true),
        ]
    )
    func oneMissing(_ label: String, _ missing: [String], _ hasClient: Bool, _ hasServer: Bool) throws {
        let wire = try TLSRecorded.session(Self.tls13)
        let player = try TLSPlayer(wire, keys: wire.keys(without: label))
        let random = try random(wire)
        #expect(player.reasons == missing.map { .noSecret($0, random) })
        #expect(player.client == (hasClient ? wire.client : []))
        #expect(player.server == (hasServer ? wire.server : []))
    }

    @Test("both secrets of a direction are missing")
    func directionMissing() throws {
        let wire = try TLSRecorded.session(Self.tls13)
        let keys = wire.keys(without: "SERVER_HANDSHAKE_TRAFFIC_SECRET", "SERVER_TRAFFIC_SECRET_0")
        let player = try TLSPlayer(wire, keys: keys)
        #expect(player.reasons == [.noSecret("SERVER_HANDSHAKE_TRAFFIC_SECRET", try random(wire))])
        #expect(player.client == wire.client)
        #expect(player.server == [])
    }

    @Test("the secret of the early data is missing: the rest is decrypted")
    func earlySecretMissing() throws {
        let wire = try TLSRecorded.session("RFC 8448 early data")
        let player = try TLSPlayer(wire, keys: wire.keys(without: "CLIENT_EARLY_TRAFFIC_SECRET"))
        #expect(player.reasons == [.noSecret("CLIENT_EARLY_TRAFFIC_SECRET", try random(wire))])
        #expect(player.client == Array(wire.client.dropFirst(6)))
        #expect(player.server == wire.server)
    }

    @Test("a secret that comes later, before it is needed, is used")
    func lateSecrets() throws {
        let wire = try TLSRecorded.session(Self.tls12)
        let text = Array(wire.keys.utf8)
        let secrets = try TLSSecrets(keyLog: text.span)
        var stream = TLSStream()
        var plaintext = ByteWriter()
        for (index, flight) in wire.flights.enumerated() {
            var position = 0
            while let event = stream.next(
                flight.bytes.span,
                at: &position,
                from: flight.fromClient ? .client : .server,
                secrets: index < 2 ? TLSSecrets() : secrets,
                into: &plaintext
            ) {
                if case .undecrypted(let reason) = event { Issue.record("\(reason)") }
            }
            #expect(position == flight.bytes.count)
        }
        #expect(plaintext.count == wire.client.count + wire.server.count)
    }

    @Test("a wrong secret: the first record that it does not fit is named, and it is said once")
    func wrongSecret() throws {
        let wire = try TLSRecorded.session(Self.tls12)
        let wrong = wire.keys.split(separator: " ").dropLast().joined(separator: " ")
        let player = try TLSPlayer(wire, keys: wrong + " " + String(repeating: "00", count: 48))
        #expect(
            player.reasons == [
                .notAuthenticated(record: 4, from: .client), .notAuthenticated(record: 7, from: .server),
            ]
        )
        #expect(
            player.reasons.first?.description
                == "record 4 of the client could not be authenticated with the secret given"
        )
    }

    @Test("a record that was changed ends its direction only", arguments: [tls12, tls13])
    func changedRecord(_ name: String) throws {
        let wire = try TLSRecorded.session(name)
        let record = try #require(wire.records(fromClient: true).dropLast().last)
        var player = try TLSPlayer(keys: wire.keys)
        var bytes = wire.stream(fromClient: true)
        bytes[record.upperBound - 1] ^= 1
        player.add(bytes, fromClient: true)
        player.add(wire.stream(fromClient: false), fromClient: false)
        player.finish()
        let number = wire.records(fromClient: true).count - 1
        #expect(player.reasons == [.notAuthenticated(record: number, from: .client)])
        #expect(player.client == Array(wire.client.prefix(1)))
        #expect(player.server == wire.server)
        #expect(player.taken[0] == bytes.count)
    }

    @Test("a connection that is joined in the middle", arguments: TLSRecorded.all)
    func joined(_ wire: TLSWire) throws {
        for fromClient in [true, false] {
            var player = try TLSPlayer(keys: wire.keys)
            for record in wire.records(fromClient: fromClient).dropFirst(wire.name.contains("Retry") ? 5 : 3) {
                player.add(Array(wire.stream(fromClient: fromClient)[record]), fromClient: fromClient)
            }
            player.finish()
            #expect(player.reasons == [.handshakeNotCaptured])
            #expect(player.client == [] && player.server == [])
            #expect(player.stream.status(from: fromClient ? .server : .client) == .handshakeNotCaptured)
        }
    }

    @Test("one direction alone cannot be decrypted", arguments: [tls12, tls13], [true, false])
    func oneSided(_ name: String, _ fromClient: Bool) throws {
        let wire = try TLSRecorded.session(name)
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.stream(fromClient: fromClient), fromClient: fromClient)
        #expect(player.stream.isWaitingForPeer(from: fromClient ? .client : .server))
        #expect(player.reasons == [])
        player.finish()
        #expect(player.reasons == [.handshakeNotCaptured])
        #expect(player.pendingCount(fromClient: fromClient) == 0)
    }

    @Test("what waits for the other direction is bounded")
    func boundedWait() throws {
        let wire = try TLSRecorded.session(Self.tls13)
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.flights[0].bytes, fromClient: true)
        let record = [0x17, 0x03, 0x03, 0x40, 0x00] + [UInt8](repeating: 0, count: 0x4000)
        for _ in 0..<20 { player.add(record, fromClient: true) }
        #expect(player.reasons == [.handshakeNotCaptured])
        #expect(player.pendingCount(fromClient: true) == 0)
    }

    /// A ServerHello of TLS 1.2 or earlier without extensions.
    private func serverHello(version: UInt16, suite: UInt16, compression: UInt8) -> [UInt8] {
        var body: [UInt8] = [UInt8(version >> 8), UInt8(version & 0xFF)] + [UInt8](repeating: 9, count: 32) + [0]
        body += [UInt8(suite >> 8), UInt8(suite & 0xFF), compression]
        return [22, 3, 1, 0, UInt8(body.count + 4), 2, 0, 0, UInt8(body.count)] + body
    }

    @Test(
        "versions, suites and compression that are not supported are named",
        arguments: [
            (0x0300, 0x002F, 0, "SSL 3.0 is not supported", "tls-version"),
            (0x0301, 0x002F, 0, "TLS 1.0 is not supported", "tls-version"),
            (0x0302, 0x002F, 0, "TLS 1.1 is not supported", "tls-version"),
            (0x0303, 0x0005, 0, "cipher suite TLS_RSA_WITH_RC4_128_SHA (0x0005) is not supported", "tls-cipher"),
            (0x0303, 0x1301, 0, "cipher suite TLS_AES_128_GCM_SHA256 (0x1301) is not supported", "tls-cipher"),
            (0x0303, 0x002F, 1, "compression (method 1) is not supported", "tls-compression"),
        ] as [(UInt16, UInt16, UInt8, String, String)]
    )
    func unsupported(_ version: UInt16, _ suite: UInt16, _ compression: UInt8, _ text: String, _ code: String) throws {
        let wire = try TLSRecorded.session(Self.tls12)
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.flights[0].bytes, fromClient: true)
        player.add(serverHello(version: version, suite: suite, compression: compression), fromClient: false)
        player.finish()
        #expect(player.reasons.map(\.description) == [text])
        #expect(player.reasons.map(\.code) == [code])
    }

    @Test("a fatal alert in the open is told with its name")
    func alert() throws {
        let wire = try TLSRecorded.session(Self.tls12)
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.flights[0].bytes, fromClient: true)
        player.add([21, 3, 3, 0, 2, 2, 40], fromClient: false)
        player.finish()
        #expect(player.alerts == [TLSAlert(isFatal: true, code: 40)])
        #expect(player.alerts.first?.description == "handshake_failure")
        #expect(player.reasons == [])
    }

    @Test(
        "what is no record after the hellos is told with its place",
        arguments: [
            ([25, 3, 3, 0, 1, 0], .value, ["TLS", "type"]),
            ([22, 2, 3, 0, 1, 0], .value, ["TLS", "version"]),
            ([22, 3, 3, 0x48, 1, 0], .length, ["TLS", "length"]),
        ] as [([UInt8], WireError.Code, [String])]
    )
    func malformed(_ bytes: [UInt8], _ code: WireError.Code, _ path: [String]) throws {
        let wire = try TLSRecorded.session(Self.tls12)
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.flights[0].bytes, fromClient: true)
        player.add(bytes, fromClient: true)
        guard case .malformed(let error) = player.reasons.first else {
            Issue.record("\(player.reasons)")
            return
        }
        #expect(error.code == code)
        #expect(error.path == path)
    }

    @Test("a hello longer than allowed is not kept")
    func longHello() throws {
        var player = try TLSPlayer(keys: "")
        player.add([22, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF], fromClient: true)
        guard case .malformed(let error) = player.reasons.first else {
            Issue.record("\(player.reasons)")
            return
        }
        #expect(error.code == .limit)
        #expect(error.needed == 0xFFFFFF)
    }
}
