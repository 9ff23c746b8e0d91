import Inspection
import RongCloud
import TLSRecording
import Testing
import Transport
import WireFormat

@Suite("Connections whose first bytes do not tell what they speak")
struct DetectionLimitTests {
    /// Bytes in which frames of four thousand bytes seem to begin again and again, and none does.
    private static func riddle(_ count: Int) -> [UInt8] {
        Array((0...count / 5).flatMap { _ -> [UInt8] in [0x82, 0x7E, 0x0F, 0xFF, 0x32] }.prefix(count))
    }

    private static func talk(port: UInt16, server bytes: [UInt8], inPieces size: Int = 1000) -> [TestSegment] {
        var talk = Talk(port: port, sdkVersion: nil)
        talk.segmentSize = size
        talk.send(.server, bytes)
        // Joined after its beginning, which would tell.
        return Array(talk.segments.dropFirst(3))
    }

    private func decode(
        _ segments: [TestSegment],
        _ settings: (inout CaptureDecoder) -> Void = { _ in }
    ) async throws -> Decoded {
        try await Decoded(segments) {
            $0.showsRaw = true
            $0.options.explainsDetection = true
            $0.options.workers = 1
            settings(&$0)
        }
    }

    @Test("bytes that may always turn out to be a frame are given up after a while", arguments: [1000, 7, 60_000])
    func riddle(_ size: Int) async throws {
        let count = size < 100 ? 140_000 : 400_000
        let found = try await decode(Self.talk(port: 50001, server: Self.riddle(count), inPieces: size))
        #expect(try found.events().isEmpty)
        #expect(found.outcome.capture.summary.otherBytes == count)
        let line = try #require(found.outcome.capture.explanations.lines.first)
        let seen = try #require(Int(line.split(separator: " ").dropLast().last ?? ""))
        #expect(line == "flow 1: unknown: no HTTP, TLS or frame of a known system in its first \(seen) bytes")
        #expect((65_536...131_072 + size).contains(seen))
    }

    @Test("a few bytes of something else are named when the connection ends")
    func short() async throws {
        let found = try await decode(Self.talk(port: 50001, server: Array("hello".utf8)))
        #expect(
            found.outcome.capture.explanations.lines == [
                "flow 1: unknown: no HTTP, TLS or frame of a known system in its 5 bytes"
            ]
        )
        #expect(found.outcome.capture.summary.otherBytes == 5)
    }

    @Test("a single byte is counted in the singular")
    func single() async throws {
        let found = try await decode(Self.talk(port: 50001, server: [UInt8(ascii: "h")]))
        #expect(
            found.outcome.capture.explanations.lines == [
                "flow 1: unknown: no HTTP, TLS or frame of a known system in its 1 byte"
            ]
        )
    }

    @Test("what waits on all connections together is bounded, and others are recognised as before")
    func manyConnections() async throws {
        var known = Talk(port: 60000)
        known.frame(.server, Bytes.connAck(user: "ann"))
        known.close()
        var segments: [TestSegment] = []
        // What may become a long CONNECT of the TCP form.
        var head = ByteWriter()
        try TCPEnvelope(FrameHeader(.connect), bodyLength: 10_000).encode(into: &head)
        for port in 0..<40 {
            var talk = Talk(port: 50000 + UInt16(port), sdkVersion: nil)
            talk.segmentSize = 1000
            talk.send(.client, head.array + Array(repeating: 0, count: 2000 - head.count))
            segments += talk.segments
        }
        let found = try await decode(segments + known.segments) { $0.options.limits.unrecognisedBytesInAll = 20_000 }
        let crowded = found.outcome.capture.explanations.lines.filter { $0.contains("too many connections wait") }
        // Ten hold as much as is allowed.
        #expect(crowded.count == 30)
        #expect(found.outcome.capture.summary.otherBytes == 40 * 2000)
        #expect(try found.events().map(\.type) == ["HTTP", "CONNACK"])
    }

    @Test("what TLS takes over waits no longer, and others are recognised as before")
    func takenOver() async throws {
        var segments: [TestSegment] = []
        for port in 0..<40 {
            var talk = Talk(port: 50000 + UInt16(port), sdkVersion: nil)
            talk.send(.client, Self.riddle(1000))
            talk.send(.server, [0x17, 3, 3, 0, 32] + [UInt8](repeating: 0xAB, count: 32))
            segments += talk.segments.dropFirst(3)
        }
        var known = Talk(port: 60000)
        known.segmentSize = 7
        known.frame(.server, Bytes.connAck(user: "ann"))
        known.close()
        let found = try await decode(segments + known.segments) { $0.options.limits.unrecognisedBytesInAll = 10_000 }
        #expect(found.outcome.capture.explanations.lines.allSatisfy { !$0.contains("too many connections wait") })
        #expect(try found.events().map(\.type) == ["HTTP", "CONNACK"])
    }

    @Test("a frame behind bytes that did not tell is found, and its place is that in the stream")
    func foundLater() async throws {
        var talk = Talk(port: 50001, sdkVersion: nil)
        talk.send(.server, Self.riddle(10_000))
        talk.send(.server, Array(repeating: 0, count: 5000))
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.server, [0xD0])
        let found = try await decode(Array(talk.segments.dropFirst(3)))
        #expect(try found.events().map(\.type) == ["CONNACK", "PINGRESP"])
        #expect(found.outcome.capture.explanations.lines.first?.contains("after 15000 bytes") == true)
    }

    @Test("missing bytes are none of those that did not tell")
    func missingBytes() async throws {
        var talk = Talk(port: 50001, sdkVersion: nil)
        talk.send(.server, Array(repeating: 0, count: 1000))
        let lost = talk.segments.count - 1
        talk.send(.server, Array("hello".utf8))
        var segments = talk.segments
        segments.remove(at: lost)
        #expect(
            try await decode(segments).outcome.capture.explanations.lines == [
                "flow 1: unknown: no HTTP, TLS or frame of a known system in its 5 bytes"
            ]
        )
    }

    @Test(
        "bytes that are missing before TLS are none of those in it",
        .enabled(if: TLSRecorder.isAvailable, "python3 with ssl and openssl are not installed: no sessions to record")
    )
    func missingBeforeTLS() async throws {
        let said = [
            TLSWire.Flight(fromClient: true, bytes: Array(repeating: 0xFF, count: 40)),
            TLSWire.Flight(fromClient: false, bytes: Array(repeating: 0xFF, count: 40)),
        ]
        let wire = try #require(try TLSRecorder.record("suites13", conversation: said).first).played()
        var talk = Talk(port: 50443, sdkVersion: nil)
        let lost = talk.segments.count
        talk.send(.server, Array(repeating: 0, count: 1000))
        talk.acknowledge(.client)
        for flight in wire.flights { talk.send(flight.fromClient ? .client : .server, flight.bytes) }
        talk.end()
        var segments = talk.segments
        segments.remove(at: lost)
        let secrets = try TLSSecrets(keyLog: Array(wire.keys.utf8).span)
        let found = try await decode(segments) { $0.options.secrets = secrets }
        #expect(
            found.outcome.capture.explanations.lines == [
                "flow 1: unknown: no HTTP, TLS or frame of a known system in its first 40 bytes"
            ]
        )
    }

    @Test("behind a hole that is longer than all that may stay unrecognised, frames are looked for as before it")
    func longHole() async throws {
        var talk = Talk(port: 50001, sdkVersion: nil)
        let start = talk.segments.count
        talk.send(.server, Array(repeating: 0, count: 100_000))
        let lost = start..<talk.segments.count
        // The end of a frame, in a packet of its own.
        talk.send(.server, Array(repeating: 0, count: 600))
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.server, [0xD0])
        var segments = talk.segments
        segments.removeSubrange(lost)
        let found = try await decode(segments)
        #expect(try found.events().map(\.type) == ["CONNACK", "PINGRESP"])
        #expect(found.outcome.capture.explanations.lines.first?.contains("after 100600 bytes") == true)
    }

    @Test("a session whose server's SYN was not captured is in order")
    func missingAnswerToSYN() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, MadeCapture.frame(length: 127, id: 1))
        talk.frame(.server, Bytes.pubAck(id: 1))
        talk.close()
        var segments = talk.segments
        let expected = try await Decoded(segments).events().map(\.hex)
        // The client's PUBLISH was captured before the CONNACK that it follows.
        segments.swapAt(5, 6)
        segments.remove(at: 1)
        #expect(try await Decoded(segments).events().map(\.hex) == expected)
        #expect(expected.count == 4)
    }
}
