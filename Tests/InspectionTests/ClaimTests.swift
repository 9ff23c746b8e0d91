import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Which connections are taken for RongCloud's")
struct ClaimTests {
    private func explained(_ segments: [TestSegment]) async throws -> (events: [TestEvent], reasons: [String]) {
        let found = try await Decoded(segments) { $0.options.explainsDetection = true }
        return (try found.events(), found.outcome.capture.explanations.lines)
    }

    @Test("a connection of random bytes that was seen from its beginning has no events")
    func random() async throws {
        var segments: [TestSegment] = []
        var random = Seeded(11)
        for port in 0..<100 {
            var talk = Talk(port: 20000 + UInt16(port), sdkVersion: nil)
            for _ in 0..<30 {
                let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
                talk.send(UInt8.random(in: 0...1, using: &random) == 0 ? .client : .server, bytes)
            }
            segments += talk.segments
        }
        let found = try await explained(segments)
        #expect(found.events.isEmpty)
        #expect(found.reasons.count == 100)
        #expect(found.reasons.allSatisfy { $0.contains("unknown: ") })
    }

    /// First bytes of other protocols: of the server where it speaks first, then of the client.
    private static let others: [(String, server: [UInt8], client: [UInt8])] = [
        ("SSH", Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), Array("SSH-2.0-PuTTY\r\n".utf8)),
        ("FTP", Array("220 ready\r\n".utf8), Array("USER anonymous\r\n".utf8)),
        ("VNC", Array("RFB 003.008\n".utf8), Array("RFB 003.008\n".utf8)),
        ("SMB", [], [0, 0, 0, 0x45, 0xFF] + Array("SMBr".utf8) + Array(repeating: 0, count: 60)),
        ("RDP", [], [3, 0, 0, 0x13, 0x0E, 0xE0, 0, 0, 0, 0, 0, 1, 0, 8, 0, 3, 0, 0, 0]),
        ("MQTT", [], [0x10, 0x0C, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 60, 0, 0]),
        ("a WebSocket frame without its switch", [], [0x82, 0x83, 1, 2, 3, 4, 0x41, 3, 4]),
    ]

    @Test("other protocols have no events, and no hole in them is one", arguments: others.indices)
    func otherProtocol(_ index: Int) async throws {
        let (name, server, client) = Self.others[index]
        var talk = Talk(sdkVersion: nil)
        talk.send(.server, server)
        talk.send(.client, client)
        // A ping and its answer as RongCloud's clients send them: no proof, where the beginning says something else.
        for _ in 0..<8 {
            talk.frame(.client, [0xC0])
            talk.frame(.server, [0xD0])
        }
        var packets = talk.segments
        packets.remove(at: packets.count - 5)
        let found = try await explained(packets)
        #expect(found.events.isEmpty, "\(name): \(found.events.map(\.type))")
        #expect(found.reasons.count == 1)
    }

    /// The packets of a connection that was joined after its beginning.
    private func joined(_ frames: [(FrameSender, [UInt8])]) -> [TestSegment] {
        var talk = Talk()
        let start = talk.segments.count
        for (sender, frame) in frames { talk.frame(sender, frame) }
        return Array(talk.segments[start...])
    }

    @Test("in the middle of a connection one small frame is no proof, two that follow each other are")
    func middle() async throws {
        #expect(try await explained(joined([(.client, [0xC0])])).events.isEmpty)
        let two = try await explained(joined([(.client, [0xC0]), (.client, [0x40, 0, 7])]))
        #expect(two.events.map(\.type) == ["PINGREQ", "PUBACK"])
        let query = Bytes.query("pullMsg", to: "ann", id: 3, Bytes.field(1, 0))
        #expect(try await explained(joined([(.client, query)])).events.map(\.type) == ["QUERY"])
    }

    @Test("in the middle of a connection a small frame counts once the other end has told what the connection is")
    func toldByTheOtherEnd() async throws {
        let query = Bytes.query("pullMsg", to: "ann", id: 3, Bytes.field(1, 0))
        for frames in [[(.server, [0xD0]), (.client, query)], [(.client, query), (.server, [0xD0])]]
            as [[(FrameSender, [UInt8])]]
        {
            let found = try await explained(joined(frames))
            #expect(found.events.map(\.type).sorted() == ["PINGRESP", "QUERY"])
        }
    }

    @Test(
        "what might have been the beginning of a long frame hides no other frame from the end on",
        arguments: [true, false]
    )
    func unclear(isClosed: Bool) async throws {
        var talk = Talk()
        let start = talk.segments.count
        // What proves nothing by itself waits, too.
        talk.frame(.server, [0xD0])
        // The head of a compressed frame of the client that has 8192 bytes.
        talk.send(.client, [0xC2, 0xFE, 0x20, 0] + Array("end of a frame".utf8))
        talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 3, Bytes.field(1, 0)))
        if isClosed { talk.end() }
        let found = try await explained(Array(talk.segments[start...]))
        #expect(found.events.map(\.type) == ["PINGRESP", "QUERY"])
    }

    @Test("a frame that ends where no offset is, behind an upgrade that may be anybody's", arguments: [0, 5, 13])
    func endless(_ distance: UInt64) async throws {
        var talk = Talk(sdkVersion: nil)
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        talk.send(.client, Array("GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Version: 13\r\n\(upgrade)".utf8))
        talk.send(.server, Array("HTTP/1.1 101 Switching Protocols\r\n\(upgrade)".utf8))
        let length = UInt64(Int64.max) - distance
        let head: [UInt8] = [0x82, 0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
        talk.send(.client, head + [UInt8](repeating: 7, count: 40))
        #expect(try await explained(talk.segments).events.isEmpty)
    }

    @Test("a hole before a connection is recognised is said with its first event")
    func hole() async throws {
        var talk = Talk()
        let start = talk.segments.count
        for id in 1...4 as ClosedRange<UInt16> {
            talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: id, Bytes.field(1, 0)))
            talk.frame(.server, Bytes.queryAck(id: id, Bytes.field(2, 5)))
        }
        // Without the beginning, and without one frame of the client before anything could be told.
        var packets = Array(talk.segments[start...])
        packets[0].payload = [0x82]
        let found = try await explained(packets)
        #expect(!found.events.isEmpty)
        let said = found.events.contains { $0.isGap } || found.events.contains { $0.codes.contains("stream-hole") }
        #expect(said)
    }
}

@Suite("Connections that another program has a part in")
struct ProxyTests {
    private static let request =
        "GET /websocket?appId=app1&token=abcdef&sdkVer=4.2.0 HTTP/1.1\r\nHost: im\r\nUpgrade: websocket\r\n"
        + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    private static let answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"

    private func conversation(_ talk: inout Talk) {
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, [0xC0])
        talk.frame(.server, [0xD0])
        talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 3, Bytes.field(1, 0)))
        talk.frame(.server, Bytes.queryAck(id: 3, Bytes.field(2, 5)))
    }

    private static let types = ["CONNACK", "PINGREQ", "PINGRESP", "QUERY", "QUERYACK"]

    @Test("the answer to the switch was not captured, the frames behind it are read", arguments: [true, false])
    func switchWithoutAnswer(sawSYN: Bool) async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array(Self.request.utf8))
        // The answer's bytes are no part of the server's stream: it was sent, and its segment is not in the capture.
        talk.send(.server, Array(Self.answer.utf8))
        conversation(&talk)
        var packets = talk.segments
        packets.remove(at: 4)
        if !sawSYN { packets.removeFirst(3) }
        let found = try await Decoded(packets)
        #expect(try found.events().map(\.type).filter { $0 != "GAP" && $0 != "HTTP" } == Self.types)
        #expect(found.outcome.capture.summary.undecodedBytes == 0)
    }

    @Test("through an HTTP proxy, and through one behind another", arguments: [1, 2, 3])
    func proxies(_ count: Int) async throws {
        var talk = Talk(sdkVersion: nil)
        for _ in 0..<count {
            talk.send(.client, Array("CONNECT im.example:80 HTTP/1.1\r\nHost: im.example:80\r\n\r\n".utf8))
            talk.send(.server, Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
        }
        talk.send(.client, Array(Self.request.utf8))
        talk.send(.server, Array(Self.answer.utf8))
        conversation(&talk)
        #expect(try await Decoded(talk.segments).events().map(\.type) == ["HTTP"] + Self.types)
    }

    /// What both ends say before the connection that a SOCKS proxy makes: all bytes are ASCII.
    private static let socks: [[(FrameSender, String)]] = [
        [(.client, "\u{4}\u{1}\0P\n\0\0\u{2}\0"), (.server, "\0Z\0\0\0\0\0\0")],
        [(.client, "\u{4}\u{1}\0P\0\0\0\u{1}\0im.example\0"), (.server, "\0Z\0\0\0\0\0\0")],
        [
            (.client, "\u{5}\u{1}\0"), (.server, "\u{5}\0"), (.client, "\u{5}\u{1}\0\u{1}\n\0\0\u{2}\0P"),
            (.server, "\u{5}\0\0\u{1}\0\0\0\0\0\0"),
        ],
        [
            (.client, "\u{5}\u{2}\0\u{2}"), (.server, "\u{5}\u{2}"), (.client, "\u{1}\u{2}me\u{6}hidden"),
            (.server, "\u{1}\0"), (.client, "\u{5}\u{1}\0\u{3}\nim.example\0P"),
            (.server, "\u{5}\0\0\u{1}\0\0\0\0\0\0"),
        ],
    ]

    @Test("through a SOCKS proxy, behind an HTTP proxy too, in segments of any size", arguments: socks.indices)
    func throughSOCKS(_ index: Int) async throws {
        for (size, isBehind) in [(1400, false), (1400, true), (1, false)] {
            var talk = Talk(sdkVersion: nil)
            talk.segmentSize = size
            if isBehind {
                talk.send(.client, Array("CONNECT a:1080 HTTP/1.1\r\n\r\n".utf8))
                talk.send(.server, Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
            }
            for (sender, text) in Self.socks[index] { talk.send(sender, Array(text.utf8)) }
            talk.send(.client, Array(Self.request.utf8))
            talk.send(.server, Array(Self.answer.utf8))
            conversation(&talk)
            let found = try await Decoded(talk.segments) { $0.options.explainsDetection = true }
            #expect(try found.events().map(\.type) == ["HTTP"] + Self.types)
            #expect(found.outcome.capture.summary.undecodedBytes == 0)
            let said = String(decoding: found.output, as: UTF8.self) + "\(found.outcome.capture.explanations.lines)"
            #expect(!said.contains("hidden"))
        }
    }

    @Test("a session of long polling through a SOCKS proxy is whole for any number of workers", arguments: [1, 2, 3])
    func polledThroughSOCKS(_ workers: Int) async throws {
        var talk = PollingTalk()
        for (sender, text) in Self.socks[2] { talk.send(sender, Array(text.utf8), on: 50001) }
        talk.connect(on: 50001)
        for (sender, text) in Self.socks[2] { talk.send(sender, Array(text.utf8), on: 50002) }
        talk.request(PollingTests.poll, on: 50001)
        let message = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#
        talk.request(PollingTests.send, message, on: 50002)
        talk.answer("[\(PollingTests.ack)]", on: 50001)
        talk.answer("", on: 50002)
        let events = try await Decoded(talk.segments) { $0.options.workers = workers }.events()
        let answer = try #require(events.first { $0.type == "PUBACK" })
        #expect(answer.json["inReplyTo"]?["topic"] == "ppMsgP")
    }

    /// Headers of the PROXY protocol, in both versions and twice, as by two proxies behind one another.
    private static let headers: [[UInt8]] = {
        let line = Array("PROXY TCP4 192.0.2.7 10.0.0.2 50001 80\r\n".utf8)
        let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10] + Array("QUIT\n".utf8)
        let block = signature + [0x21, 0x11, 0, 12, 192, 0, 2, 7, 10, 0, 0, 2, 0xC3, 0x51, 0, 80]
        return [line, block, line + block]
    }()

    @Test("behind the header of a reverse proxy, in segments of any size", arguments: headers)
    func behindProxyHeader(_ header: [UInt8]) async throws {
        for (size, isAlone) in [(1400, false), (1400, true), (1, false)] {
            var talk = Talk(sdkVersion: nil)
            talk.segmentSize = size
            if isAlone { talk.send(.client, header) }
            talk.send(.client, (isAlone ? [] : header) + Array(Self.request.utf8))
            talk.send(.server, Array(Self.answer.utf8))
            conversation(&talk)
            let found = try await Decoded(talk.segments)
            #expect(try found.events().map(\.type) == ["HTTP"] + Self.types)
            #expect(found.outcome.capture.summary.undecodedBytes == 0)
            #expect(found.outcome.capture.summary.otherBytes == header.count)
        }
    }

    @Test("long polling behind headers of a proxy is one session for any number of workers", arguments: [1, 2, 3])
    func polledBehindProxyHeader(_ workers: Int) async throws {
        var talk = PollingTalk()
        for port in [50001, 50002] as [UInt16] { talk.send(.client, Self.headers[1], on: port) }
        talk.connect(on: 50001)
        talk.request(PollingTests.poll, on: 50001)
        talk.request(PollingTests.send, #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{}"}"#, on: 50002)
        talk.answer("[\(PollingTests.ack)]", on: 50001)
        let events = try await Decoded(talk.segments) { $0.options.workers = workers }.events()
        let answer = try #require(events.first { $0.type == "PUBACK" })
        #expect(answer.reply?["topic"] == "ppMsgP")
    }

    @Test("a SOCKS proxy that refuses is no way to anything")
    func refusedBySOCKS() async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, [5, 1, 0])
        talk.send(.server, [5, 0xFF])
        talk.send(.client, Array(Self.request.utf8))
        let found = try await Decoded(talk.segments) { $0.options.explainsDetection = true }
        #expect(try found.events().isEmpty)
        #expect(found.outcome.capture.explanations.lines.last?.contains("a SOCKS proxy that did not connect") == true)
    }

    @Test("a proxy that refuses is no way to anything, and the next request is a request")
    func refused() async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array("CONNECT im.example:80 HTTP/1.1\r\n\r\n".utf8))
        talk.send(.server, Array("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 2\r\n\r\nno".utf8))
        talk.send(.client, Array("GET /navi.js?appId=a&token=abcdef HTTP/1.1\r\n\r\n".utf8))
        talk.send(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8))
        #expect(try await Decoded(talk.segments).events().map { $0.frame["path"] } == ["/navi.js"])
    }

    @Test("proxies without end are given up", arguments: [8, 9, 200])
    func endless(_ count: Int) async throws {
        var talk = Talk(sdkVersion: nil)
        let request = Array("CONNECT a:1 HTTP/1.1\r\n\r\n".utf8)
        let answer = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
        // All at once, so that they are worked through in one go.
        talk.send(.client, Array((0..<count).map { _ in request }.joined()))
        talk.send(.server, Array((0..<count).map { _ in answer }.joined()))
        let found = try await Decoded(talk.segments) { $0.options.explainsDetection = true }
        let last = try #require(found.outcome.capture.explanations.lines.last)
        #expect(last.contains("more proxies behind one another than 8") == (count > 8))
    }
}
