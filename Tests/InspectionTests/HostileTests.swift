import Capture
import Inspection
import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON

/// Streams and frames that are damaged behind headers of packets which are whole; ``DamageTests`` damages files.
@Suite("Hostile input")
struct HostileTests {
    /// Variants of each seed: a few always, more with `IMWIRE_DAMAGE`.
    private static let variants = max(1, DamageTests.count / 10)

    @Test("damaged streams in whole packets", arguments: Delivered.allCases, 1...15)
    func damagedStreams(_ source: Delivered, seed: Int) async throws {
        let segments = try source.segments()
        var random = Seeded(seed)
        for _ in 0..<Self.variants {
            var damaged = segments
            for _ in 0..<(1 + random.below(3)) {
                let index = random.below(damaged.count)
                Damage.apply(to: &damaged[index].payload, &random)
                if damaged[index].payload.count > 60000 { damaged[index].payload.removeLast(10000) }
                switch random.below(6) {
                case 0: damaged[index].flags = UInt8(random.below(64))
                case 1: damaged[index].sequence &+= UInt32(random.below(2000)) &- 1000
                case 2: damaged[index].acknowledgment = UInt32(truncatingIfNeeded: random.next())
                case 3: damaged.swapAt(index, random.below(damaged.count))
                default: break
                }
            }
            try check(try await Decoded(damaged))
        }
    }

    @Test("damaged frames in whole WebSocket messages", arguments: Bundled.allCases, 1...10)
    func damagedFrames(_ capture: Bundled, seed: Int) async throws {
        let frames = try capture.frames()
        var random = Seeded(seed)
        for _ in 0..<Self.variants {
            var talk = Talk()
            for frame in frames {
                var bytes = try frame.bytes()
                if random.oneIn(3) { Damage.apply(to: &bytes, &random) }
                if bytes.count < 60000 { talk.frame(frame.sender, bytes) }
            }
            let decoded = try await Decoded(talk.segments)
            try check(decoded)
            let count = try decoded.events().filter { $0.transport == "websocket" }.count
            #expect(count == frames.count)
        }
    }

    @Test(
        "WebSocket lengths from nowhere",
        arguments: [
            [0x82, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x82, 0x7F, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x82, 0x7F, 0, 0, 0, 0, 0x10, 0, 0, 0],
            [0x82, 0x7E, 0, 0], [0x82, 0], [0x80, 0], [0x89, 0x7E, 0, 200], [0xF2, 1, 0], [0x8B, 0],
            [2, 0, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func lengths(_ bytes: [UInt8]) async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.send(.server, bytes)
        talk.frame(.server, Bytes.pubAck(id: 1))
        talk.frame(.client, Bytes.pingRequest)
        let decoded = try await Decoded(talk.segments)
        try check(decoded)
        #expect(try decoded.events().contains { $0.type == "PINGREQ" })
    }

    @Test("a message beyond the limit is one event, and the next one is whole", arguments: [1, 60, 1000, 5100, 60000])
    func tooLong(size: Int) async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, Bytes.pingRequest)
        talk.send(.server, Bytes.webSocket(Array(repeating: 0x82, count: 5000)))
        talk.frame(.server, Bytes.pubAck(id: 1))
        talk.frame(.server, Bytes.pingResponse)
        let decoded = try await Decoded(Resegmenting.cut(talk.segments) { size }) {
            $0.options.limits.transport.frameBytes = 1000
        }
        let events = try decoded.events().filter { $0.transport == "websocket" }
        #expect(events.map(\.codes) == [[], [], ["websocket-limit"], ["stream-rest"], []])
        #expect(events.map(\.type) == ["CONNACK", "PINGREQ", "UNDECODED", "PUBACK", "PINGRESP"])
        #expect(decoded.outcome.capture.summary.undecodedBytes >= 5000)
        // The head may have come in several packets; it is shown with all of them.
        let head = try #require(events.dropFirst(2).first)
        #expect(head.json["undecoded"]?.string == "827e1388")
        #expect(head.json["packets"]?.elements?.count == (size == 1 ? 4 : 1))
    }

    private func check(_ decoded: Decoded) throws {
        let events = try decoded.events()
        #expect(events.map(\.number) == Array(1..<Int64(events.count + 1)))
        #expect(decoded.outcome.capture.summary.events == events.count)
        for event in events {
            if let request = event.reply?["n"]?.int64 { #expect((1..<event.number).contains(request)) }
        }
    }
}
