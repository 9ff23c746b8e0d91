import TLSRecording
import TestSupport
import Testing
import WireFormat

@testable import Transport

@Suite("TLS sessions that were recorded")
struct TLSRecordedSessionTests {
    @Test("both directions give what the applications sent", arguments: TLSRecorded.all)
    func decrypted(_ wire: TLSWire) throws {
        let player = try TLSPlayer(wire)
        #expect(player.reasons == [])
        #expect(Hex.encode(player.client) == Hex.encode(wire.client))
        #expect(Hex.encode(player.server) == Hex.encode(wire.server))
        #expect(player.taken == [wire.stream(fromClient: true).count, wire.stream(fromClient: false).count])
    }

    @Test(
        "the hellos tell version, cipher suite and server name",
        arguments: [
            ("RFC 8448 simple handshake", "TLS 1.3", "TLS_AES_128_GCM_SHA256 (0x1301)", "server"),
            ("1.3 TLS_CHACHA20_POLY1305_SHA256", "TLS 1.3", "TLS_CHACHA20_POLY1305_SHA256 (0x1303)", "im.test"),
            (
                "1.2 ECDHE-ECDSA-AES256-SHA MAC then encrypt", "TLS 1.2",
                "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA (0xC00A)", "im.test"
            ),
        ]
    )
    func hellos(_ name: String, _ version: String, _ suite: String, _ serverName: String) throws {
        let player = try TLSPlayer(try TLSRecorded.session(name))
        let session = player.stream.session
        #expect(session.version?.description == version)
        #expect(session.cipherSuite?.description == suite)
        #expect(session.serverName == serverName)
    }

    @Test(
        "the application protocol is known in both versions",
        arguments: [
            ("1.2 ECDHE-ECDSA-AES128-GCM-SHA256", ["h2", "http/1.1"], "h2"),
            ("1.3 TLS_AES_128_GCM_SHA256", ["http/1.1"], "http/1.1"),
        ]
    )
    func applicationProtocol(_ name: String, _ offered: [String], _ chosen: String) throws {
        let player = try TLSPlayer(try TLSRecorded.session(name))
        #expect(player.stream.session.offeredProtocols == offered)
        #expect(player.stream.session.applicationProtocol == chosen)
    }

    @Test("early data waits for the server's word, and then comes before the rest")
    func earlyData() throws {
        let wire = try TLSRecorded.session("RFC 8448 early data")
        var player = try TLSPlayer(keys: wire.keys)
        for flight in wire.flights.prefix(2) { player.add(flight.bytes, fromClient: flight.fromClient) }
        #expect(player.stream.isWaitingForPeer(from: .client))
        #expect(player.client == [])
        player.add(wire.flights[2].bytes, fromClient: false)
        #expect(player.client == [], "the ServerHello does not say whether it is taken")
        player.add(wire.flights[3].bytes, fromClient: false)
        #expect(player.client == Array("ABCDEF".utf8))
        #expect(player.stream.session.acceptsEarlyData == true)
        #expect(!player.stream.isWaitingForPeer(from: .client))
    }

    @Test("early data between the ServerHello and the server's word on it waits for that word")
    func earlyDataAfterHello() throws {
        let wire = try TLSRecorded.session("RFC 8448 early data")
        var player = try TLSPlayer(keys: wire.keys)
        for place in [0, 2, 1] { player.add(wire.flights[place].bytes, fromClient: wire.flights[place].fromClient) }
        #expect(player.stream.isWaitingForPeer(from: .client))
        #expect(player.client == [])
        player.add(wire.flights[3].bytes, fromClient: false)
        #expect(player.client == Array("ABCDEF".utf8))
        #expect(!player.stream.isWaitingForPeer(from: .client))
    }

    @Test("early data that the server refused is passed over")
    func refusedEarlyData() throws {
        let player = try TLSPlayer(try TLSRecorded.session("1.3 refused early data"))
        #expect(player.stream.session.offersEarlyData)
        #expect(player.stream.session.acceptsEarlyData == false)
        #expect(player.skipped[0] > 0)
        #expect(player.skipped[1] == 0)
        #expect(String(decoding: player.client, as: UTF8.self) == "later\n")
    }

    @Test("key updates give the secrets that the library logs")
    func keyUpdates() throws {
        let wire = try TLSRecorded.session("1.3 key updates")
        let log = wire.keys.split(separator: "\n").map { $0.split(separator: " ") }
        for end in ["CLIENT", "SERVER"] {
            let first = try #require(log.first { $0[0] == "\(end)_TRAFFIC_SECRET_0" })
            // This library writes the letter N for the number of every later secret.
            let later = log.filter { $0[0] == "\(end)_TRAFFIC_SECRET_N" }.map { String($0[2]) }
            #expect(later.count == 3)
            var secret = try Hex.decode(first[2])
            for expected in later {
                secret = TLSKeySchedule.updated(.sha384, secret)
                #expect(Hex.encode(secret) == expected)
            }
        }
    }

    @Test("a secret after a key update is taken from the key log when it is there")
    func loggedUpdate() throws {
        let wire = try TLSRecorded.session("1.3 key updates")
        let wrong = wire.keys.split(separator: "\n").first { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") }
        let line = try #require(wrong).replacing("SECRET_0", with: "SECRET_1", maxReplacements: 1)
        let player = try TLSPlayer(wire, keys: wire.keys + "\n" + line)
        // Hellos, CCS, Finished, "one", KeyUpdate, and then the first record under the new keys.
        #expect(player.reasons == [.notAuthenticated(record: 6, from: .client)])
        #expect(String(decoding: player.client, as: UTF8.self) == "one\n")
    }

    @Test("both ends of a session close it")
    func ends() throws {
        let player = try TLSPlayer(try TLSRecorded.session("RFC 8448 simple handshake"))
        #expect(player.ends == ["client", "server"])
    }

    // Renegotiation is left out: which pair of hellos a change of keys belongs to is told by the order of both directions.
    @Test(
        "a whole direction may come before the other begins",
        arguments: TLSRecorded.all.filter { !$0.name.contains("renegotiation") }
    )
    func oneAfterTheOther(_ wire: TLSWire) throws {
        for clientFirst in [true, false] {
            var player = try TLSPlayer(keys: wire.keys)
            player.add(wire.stream(fromClient: clientFirst), fromClient: clientFirst)
            player.add(wire.stream(fromClient: !clientFirst), fromClient: !clientFirst)
            player.finish()
            #expect(player.reasons == [])
            #expect(Hex.encode(player.client) == Hex.encode(wire.client))
            #expect(Hex.encode(player.server) == Hex.encode(wire.server))
        }
    }

    @Test("any pieces give the same plaintext", arguments: TLSRecorded.all)
    func pieces(_ wire: TLSWire) throws {
        var random = SeededRandom(1)
        for round in 0..<20 {
            var player = try TLSPlayer(keys: wire.keys)
            for flight in wire.flights {
                var offset = 0
                while offset < flight.bytes.count {
                    // The first round goes byte by byte.
                    let count = min(round == 0 ? 1 : 1 + random.below(1 + 40 * round), flight.bytes.count - offset)
                    player.add(Array(flight.bytes[offset..<offset + count]), fromClient: flight.fromClient)
                    offset += count
                }
            }
            player.finish()
            #expect(player.reasons == [])
            #expect(Hex.encode(player.client) == Hex.encode(wire.client))
            #expect(Hex.encode(player.server) == Hex.encode(wire.server))
        }
    }
}
