import TLSRecording
import Testing
import Transport
import WireFormat

@Suite(
    "TLS of a real library is decrypted",
    .enabled(if: TLSRecorder.isAvailable, "python3 with ssl and openssl are not installed: no sessions to record")
)
struct TLSLibraryTests {
    @Test("every cipher suite of TLS 1.2, with both orders of MAC and encryption")
    func suites12() throws {
        let sessions = try TLSRecorder.record("suites12")
        #expect(sessions.count == 24)
        for session in sessions { try expectDecrypted(session) }
    }

    @Test("every cipher suite of TLS 1.3")
    func suites13() throws {
        let sessions = try TLSRecorder.record("suites13")
        #expect(
            sessions.map(\.cipher) == [
                "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
            ]
        )
        for session in sessions { try expectDecrypted(session) }
    }

    @Test("resumption by ticket, by session id and by pre-shared key")
    func resumption() throws {
        let sessions = try TLSRecorder.record("resumed")
        #expect(sessions.count == 6)
        for session in sessions { try expectDecrypted(session) }
    }

    @Test("a HelloRetryRequest")
    func retry() throws {
        for session in try TLSRecorder.record("retried") {
            let player = try expectDecrypted(session)
            #expect(player.stream.session.isRetried)
        }
    }

    @Test("key updates of both directions, and openssl logs the secrets that are derived")
    func keyUpdates() throws {
        for session in try TLSRecorder.record("updates") { try expectDecrypted(session, closes: false) }
    }

    @Test("record padding, messages and data in small fragments")
    func padding() throws {
        for session in try TLSRecorder.record("padded") { try expectDecrypted(session, closes: false) }
    }

    @Test("a hole of hundreds of records is bridged", arguments: ["suites13", "unextended"])
    func longHole(_ scene: String) throws {
        let said = (0..<320).map { TLSWire.Flight(fromClient: true, bytes: Array("message \($0)\n".utf8)) }
        for session in try TLSRecorder.record(scene, conversation: said) {
            let wire = session.played()
            let bytes = wire.stream(fromClient: true)
            // The last record closes the direction.
            let data = Array(wire.records(fromClient: true).dropLast().suffix(said.count))
            for count in [62, 63, 64, 65, 300] {
                var player = try TLSPlayer(keys: wire.keys)
                player.add(wire.flights[0].bytes, fromClient: true)
                player.add(wire.stream(fromClient: false), fromClient: false)
                player.add(Array(bytes[wire.flights[0].bytes.count..<data[10].lowerBound]), fromClient: true)
                player.gap(length: data[10 + count].lowerBound - data[10].lowerBound, fromClient: true)
                player.add(Array(bytes[data[10 + count].lowerBound...]), fromClient: true)
                player.finish()
                #expect(player.reasons == [], "\(session.name) \(count)")
                let rest = (said[..<10] + said[(10 + count)...]).flatMap(\.bytes)
                #expect(Hex.encode(player.client) == Hex.encode(rest), "\(session.name) \(count)")
            }
        }
    }

    @Test("renegotiation in TLS 1.2")
    func renegotiation() throws {
        for session in try TLSRecorder.record("renegotiated") { try expectDecrypted(session, closes: false) }
    }

    @Test("early data that the server takes")
    func earlyData() throws {
        let session = try #require(try TLSRecorder.record("early").last)
        let player = try expectDecrypted(session, closes: false)
        #expect(player.stream.session.acceptsEarlyData == true)
        #expect(player.client.starts(with: Array("sent with the first flight\n".utf8)))
    }

    @Test("early data that the server refuses is passed over")
    func refusedEarlyData() throws {
        let session = try #require(try TLSRecorder.record("refused").last)
        let player = try TLSPlayer(session.played())
        #expect(player.stream.session.offersEarlyData)
        #expect(player.stream.session.acceptsEarlyData == false)
        #expect(String(decoding: player.client, as: UTF8.self) == "later\n")
        #expect(String(decoding: player.server, as: UTF8.self) == "reply\n")
        #expect(player.skipped[0] > 0)
        #expect(player.reasons.isEmpty)
    }

    @Test("what is not supported is named")
    func unsupported() throws {
        let reasons = try TLSRecorder.record("unsupported").map { session in
            try TLSPlayer(session.played()).reasons.map(\.description)
        }
        #expect(
            reasons == [
                ["cipher suite TLS_ECDHE_ECDSA_WITH_AES_128_CCM (0xC0AC) is not supported"],
                ["cipher suite TLS_RSA_WITH_CAMELLIA_128_CBC_SHA (0x0041) is not supported"],
                ["TLS 1.1 is not supported"],
                ["TLS 1.0 is not supported"],
            ]
        )
    }

    @Test("openssl gives every cipher suite the same name")
    func names() throws {
        let suites = try TLSRecorder.cipherSuites()
        #expect(suites.count > 100)
        for suite in suites { #expect(TLSCipherSuite(rawValue: suite.number).name == suite.name) }
    }

    /// The plaintext of both directions is what the applications sent, whatever the pieces.
    @discardableResult
    private func expectDecrypted(_ session: TLSRecorder.Session, closes: Bool = true) throws -> TLSPlayer {
        let wire = session.played()
        let player = try TLSPlayer(wire)
        #expect(player.reasons == [], "\(session.name)")
        // Compared outside of the macro, which would print tens of thousands of bytes.
        let isSame = [player.client == wire.client, player.server == wire.server]
        #expect(isSame == [true, true], "\(session.name)")
        #expect(player.skipped == [0, 0], "\(session.name)")
        #expect(player.stream.session.serverName == "im.test", "\(session.name)")
        if closes { #expect(Set(player.ends) == ["client", "server"], "\(session.name)") }
        if let version = session.version {
            #expect(player.stream.session.version?.description == "TLS " + version.dropFirst(4), "\(session.name)")
            #expect(player.stream.session.applicationProtocol == session.alpn, "\(session.name)")
        }
        return player
    }
}
