import Inspection
import RongCloud
import TLSRecording
import Testing
import Transport
import WireFormat
import WireJSON

@Suite(
    "A capture of a real TLS library gives the events of the same session in the open",
    .enabled(if: TLSRecorder.isAvailable, "python3 with ssl and openssl are not installed: no sessions to record")
)
struct TLSLibraryCaptureTests {
    /// Sessions of a kind.
    struct Scene: Sendable, CustomTestStringConvertible {
        var name: String
        /// Sessions that come of it.
        var count: Int
        /// Bytes of the longest frame that is sent.
        var longest = 20_000
        /// Whether only the last session carries the conversation.
        var isLast = false

        var testDescription: String { name }

        /// The session in the open, and what the library made of it.
        func record() throws -> (talk: EncryptedTalk, sessions: [TLSWire]) {
            let talk = EncryptedTalk(longest: longest)
            let sessions = try TLSRecorder.record(name, conversation: talk.conversation).map { $0.played() }
            try #require(sessions.count == count)
            return (talk, isLast ? [sessions[count - 1]] : sessions)
        }
    }

    /// What is typed into openssl comes through pipes, and short lines come whole.
    static let scenes = [
        Scene(name: "suites12", count: 24),
        Scene(name: "unextended", count: 2),
        Scene(name: "suites13", count: 3),
        Scene(name: "resumed", count: 6),
        Scene(name: "retried", count: 1),
        Scene(name: "updates", count: 1, longest: 1500),
        Scene(name: "padded", count: 1, longest: 1500),
        Scene(name: "renegotiated", count: 1, longest: 1500),
        Scene(name: "early", count: 2, longest: 1500, isLast: true),
    ]

    @Test("with the secrets in a file, and in a block before or behind the packets", arguments: scenes)
    func decrypted(_ scene: Scene) async throws {
        let (talk, sessions) = try scene.record()
        let expected = try await Decoded(talk.plain)
        for session in sessions {
            let packets = EncryptedTalk.packets(session)
            let secrets = try TLSSecrets(keyLog: Array(session.keys.utf8).span)
            let fromFile = try await Decoded(packets) {
                $0.showsRaw = true
                $0.options.secrets = secrets
            }
            let before = try await Decoded(CaptureFile.write(packets, .pcapng, keyLogs: [(session.keys, 0)]))
            let plain = CaptureFile.write(packets, .pcapng)
            let behind = try await Decoded(plain + CaptureFile.divider + CaptureFile.secrets(session.keys))
            for found in [fromFile, before, behind] {
                #expect(found.outcome.capture.notices.lines == [], "\(session.name)")
                try expectSame(found, expected, session.name)
            }
        }
    }

    @Test("frames that lie in the stream itself are read, and found again behind a hole", arguments: 1...4)
    func streamOfFrames(_ seed: Int) async throws {
        let made = try TCPFormScript.make(seed: seed)
        let flights = made.frames.map { TLSWire.Flight(fromClient: $0.sender == .client, bytes: $0.bytes) }
        for session in try TLSRecorder.record("suites13", conversation: flights).map({ $0.played() }) {
            let secrets = try TLSSecrets(keyLog: Array(session.keys.utf8).span)
            func events(_ packets: [TestSegment]) async throws -> [TestEvent] {
                try await Decoded(packets) {
                    $0.showsRaw = true
                    $0.options.secrets = secrets
                    $0.options.obfuscationKey = made.key.bytes
                }.events()
            }
            let packets = EncryptedTalk.packets(session)
            let whole = try await events(packets)
            #expect(whole.map(\.hex) == made.frames.map { Hex.encode($0.bytes) }, "\(session.name)")
            // Behind the handshake, in the middle of the conversation.
            let carriers = packets.indices.filter { packets[$0].payload.first == 23 }
            for place in [carriers[carriers.count / 2], carriers[carriers.count * 3 / 4]] {
                var rest = packets
                rest.remove(at: place)
                let found = try await events(rest)
                #expect(found.allSatisfy { $0.transport == "tcp" }, "\(session.name), without packet \(place)")
                let frames = found.filter { !$0.isGap && $0.type != "UNDECODED" }.map(\.hex)
                #expect(frames.count >= whole.count - 3 && Set(frames).isSubset(of: Set(whole.map(\.hex))))
            }
        }
    }

    @Test("without secrets nothing is shown, and one line says why", arguments: scenes)
    func undecrypted(_ scene: Scene) async throws {
        for session in try scene.record().sessions {
            let found = try await Decoded(EncryptedTalk.packets(session))
            #expect(try found.events().isEmpty, "\(session.name)")
            let random = try #require(Self.clientRandom(session))
            let reason = "flow 1: TLS is not decrypted: no secret for client random \(random)"
            #expect(found.outcome.capture.notices.lines == [reason], "\(session.name)")
        }
    }

    @Test(
        "without the secret of one direction that one is missing, and one line says which secret",
        arguments: scenes.filter { $0.name == "suites13" || $0.name == "retried" },
        [("CLIENT_TRAFFIC_SECRET_0", "server"), ("SERVER_TRAFFIC_SECRET_0", "client")]
    )
    func oneDirection(_ scene: Scene, _ missing: (label: String, left: String)) async throws {
        let (talk, sessions) = try scene.record()
        let expected = try await Decoded(talk.plain).events().filter { $0.sender == missing.left && $0.hex != nil }
        for session in sessions {
            let found = try await decode(session, without: missing.label)
            let random = try #require(Self.clientRandom(session))
            let reason = "flow 1: TLS is not decrypted: no \(missing.label) for client random \(random)"
            #expect(found.outcome.capture.notices.lines == [reason], "\(session.name)")
            let events = try found.events()
            #expect(events.compactMap(\.hex) == expected.compactMap(\.hex), "\(session.name)")
            #expect(Set(events.map(\.sender)) == [missing.left], "\(session.name)")
        }
    }

    @Test(
        "without the secrets of the handshake all data are decrypted",
        arguments: scenes.filter { $0.name == "suites13" || $0.name == "retried" },
        ["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET"]
    )
    func withoutHandshake(_ scene: Scene, _ label: String) async throws {
        let (talk, sessions) = try scene.record()
        let expected = try await Decoded(talk.plain)
        for session in sessions {
            let found = try await decode(session, without: label)
            #expect(found.outcome.capture.notices.lines == [], "\(session.name)")
            try expectSame(found, expected, session.name)
        }
    }

    @Test("without the secret of early data only these are missing, and one line says so")
    func withoutEarlySecret() async throws {
        let scene = try #require(Self.scenes.last)
        let (talk, sessions) = try scene.record()
        let session = try #require(sessions.last)
        let found = try await decode(session, without: "CLIENT_EARLY_TRAFFIC_SECRET")
        let random = try #require(Self.clientRandom(session))
        let reason = "flow 1: TLS is not decrypted: no CLIENT_EARLY_TRAFFIC_SECRET for client random \(random)"
        #expect(found.outcome.capture.notices.lines == [reason])
        // The early data is the request of the upgrade, which is no frame.
        let expected = try await Decoded(talk.plain).events()
        #expect(try found.events().compactMap(\.hex) == expected.compactMap(\.hex))
    }

    @Test("the extended master secret is there, unless it was switched off")
    func extendedMasterSecret() throws {
        let extensionHead: [UInt8] = [0, 23, 0, 0]
        for (scene, isExtended) in [("suites12", true), ("unextended", false)] {
            for session in try TLSRecorder.record(scene).map({ $0.played() }) {
                let hello = try #require(session.flights.first { !$0.fromClient }).bytes.prefix(160)
                let places = hello.indices.dropLast(3).filter { Array(hello[$0..<$0 + 4]) == extensionHead }
                #expect(!places.isEmpty == isExtended, "\(session.name)")
            }
        }
    }

    private func decode(_ session: TLSWire, without label: String) async throws -> Decoded {
        let secrets = try TLSSecrets(keyLog: Array(session.keys(without: label).utf8).span)
        return try await Decoded(EncryptedTalk.packets(session)) {
            $0.showsRaw = true
            $0.options.secrets = secrets
        }
    }

    /// The events in their order, but for what the packets and TLS itself add.
    private func expectSame(_ found: Decoded, _ expected: Decoded, _ name: String) throws {
        let events = try found.events()
        let others = try expected.events()
        // The upgrade and nine frames.
        #expect(others.count == 10)
        #expect(events.allSatisfy { $0.json["tls"] != nil }, "\(name)")
        #expect(events.map(\.sender) == others.map(\.sender), "\(name)")
        #expect(events.map(\.hex) == others.map(\.hex), "\(name)")
        let open = events.map { event in
            var event = event
            event.json["tls"] = nil
            return event
        }
        #expect(difference(open.streams(), others.streams()) == nil, "\(name)")
    }

    /// The client random of a session in hex: of its ClientHello, which is the first record.
    private static func clientRandom(_ session: TLSWire) -> String? {
        guard let hello = session.flights.first?.bytes, hello.count >= 43 else { return nil }
        return Hex.encode(Array(hello[11..<43]))
    }
}
