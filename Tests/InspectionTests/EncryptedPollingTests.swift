import Inspection
import TLSRecording
import Testing
import Transport
import WireFormat
import WireJSON

@Suite(
    "A long-polling session within TLS",
    .enabled(if: TLSRecorder.isAvailable, "python3 with ssl and openssl are not installed: no sessions to record")
)
struct EncryptedPollingTests {
    /// A session on three connections, one after the other: it begins, a message is sent, and answers are waited for.
    private static let plain: [TestSegment] = {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(
            PollingTests.send,
            #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#,
            on: 50002
        )
        talk.answer("", on: 50002)
        talk.request(PollingTests.poll, on: 50003)
        let message = PollingTests.quoted(PollingTests.message(content: #""{\"content\":\"yo\"}""#))
        talk.answer("[\(PollingTests.ack),\(PollingTests.push(1, message))]", on: 50003)
        return talk.segments
    }()

    /// The same as a TLS library puts it on the wire, each connection with a session of its own, and the secrets.
    private static let encrypted = Result<(packets: [TestSegment], keys: String), any Error> {
        var packets: [TestSegment] = []
        var keys = ""
        for port in [50001, 50002, 50003] as [UInt16] {
            let said = plain.filter { !$0.payload.isEmpty && ($0.source.port == port || $0.destination.port == port) }
            let flights = said.map { TLSWire.Flight(fromClient: $0.source.port == port, bytes: $0.payload) }
            let session = try #require(try TLSRecorder.record("retried", conversation: flights).first).played()
            var talk = Talk(port: port, sdkVersion: nil)
            if let last = packets.last { talk = talk.moved(to: last.time + 1_000_000) }
            for flight in session.flights { talk.send(flight.fromClient ? .client : .server, flight.bytes) }
            talk.end()
            packets += talk.segments
            keys += session.keys + "\n"
        }
        return (packets, keys)
    }

    @Test("on several connections is paired across them, the same for any number of workers", arguments: 1...5)
    func severalConnections(_ workers: Int) async throws {
        let (packets, keys) = try Self.encrypted.get()
        let secrets = try TLSSecrets(keyLog: Array(keys.utf8).span)
        let found = try await Decoded(packets) {
            $0.options.secrets = secrets
            $0.options.workers = workers
        }.events()
        let expected = try await Decoded(Self.plain).events()
        #expect(found.map(\.type) == ["CONNECT", "CONNACK", "PUBLISH", "POLL", "PUBACK", "PUBLISH"])
        try #require(found.count == expected.count && found.count == 6)
        for (found, expected) in zip(found, expected) {
            #expect(found.frame == expected.frame)
            #expect(found.messages == expected.messages)
            #expect(found.reply?["n"] == expected.reply?["n"])
        }
        #expect(found[4].reply?["n"] == 3)
        // Who the own user is was learnt on the first connection.
        #expect(found[2].messages.first?["sender"] == "ann")
    }
}
