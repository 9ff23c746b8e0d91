import Capture
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("Connections that the user says the system of")
struct DecodeAsTests {
    // MARK: What is written

    @Test(
        "a port, or an address and a port",
        arguments: [
            ("tcp.port==443,leancloud", nil, 443, .leanCloud), ("tcp.port==0,yc", nil, 0, .yc),
            ("10.0.0.1:65535,nim", "10.0.0.1", 65535, .nim), ("[2001:db8::1]:80,nim", "2001:db8::1", 80, .nim),
            ("2001:db8::1:80,rongcloud", "2001:db8::1", 80, .rongCloud),
            ("[2001:0DB8:0:0::1]:80,yc", "2001:db8::1", 80, .yc),
        ] as [(String, String?, UInt16, MessagingSystem)]
    )
    func reads(_ text: String, _ address: String?, _ port: UInt16, _ system: MessagingSystem) throws {
        let rule = try #require(DecodeAs(text))
        #expect(rule.address?.description == address && rule.port == port && rule.system == system)
    }

    @Test(
        "and nothing else",
        arguments: [
            "", ",", "yc", "tcp.port==443", "tcp.port==443,", "tcp.port==443,telegram", "tcp.port==,yc",
            "tcp.port==65536,yc", "tcp.port==-1,yc", "tcp.port==http,yc", "tcp.port=443,yc", "udp.port==443,yc",
            "443,yc", "10.0.0.1,yc", "10.0.0:80,yc", "example.com:80,yc", "[2001:db8::g]:80,yc",
            "[::1:80,yc", "10.0.0.1:,yc", "10.0.0.1:65536,yc", "[2001:db8::1],yc", "tcp.port==443,yc,",
        ]
    )
    func refuses(_ text: String) { #expect(DecodeAs(text) == nil) }

    @Test("a rule for a port is made without a text, too")
    func made() throws {
        let (rule, written) = (DecodeAs(port: 443, system: .nim), try #require(DecodeAs("tcp.port==443,nim")))
        #expect(rule == written)
    }

    // MARK: Which connections are meant

    /// A connection of 10.0.0.1, port 50001, to port 80 of 10.0.0.2 that switches to WebSocket at a place that tells nothing,
    /// with a message that is none of any system.
    private static var talk: Talk {
        var talk = Talk(sdkVersion: nil)
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        talk.send(.client, Array("GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Version: 13\r\n\(upgrade)".utf8))
        talk.send(.server, Array("HTTP/1.1 101 Switching Protocols\r\n\(upgrade)".utf8))
        talk.send(.server, Bytes.webSocket(Array("hello".utf8), opcode: 1))
        talk.end()
        return talk
    }

    /// The same between 2001:db8::1 and 2001:db8::2.
    private static var talk6: [TestSegment] {
        func longer(_ end: TestEndpoint) -> TestEndpoint {
            let address: [UInt8] = [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [end.address[3]]
            return TestEndpoint(address: address, port: end.port)
        }
        return talk.segments.map { segment in
            var segment = segment
            segment.source = longer(segment.source)
            segment.destination = longer(segment.destination)
            return segment
        }
    }

    /// The systems of the connection's events, and what is said of why it was taken for what it is.
    private func decoded(_ segments: [TestSegment], as rules: [String]) async throws -> (
        systems: Set<String>, reasons: [String]
    ) {
        let rules = try rules.map { try #require(DecodeAs($0)) }
        let found = try await Decoded(CaptureFile.write(segments, link: .raw)) {
            $0.options.decodeAs = rules
            $0.options.explainsDetection = true
        }
        let systems = try found.events().compactMap { $0.json["system"]?.string }
        return (Set(systems), found.outcome.capture.explanations.lines)
    }

    @Test("without a word nobody has the connection")
    func unsaid() async throws {
        for segments in [Self.talk.segments, Self.talk6] {
            let found = try await decoded(segments, as: [])
            #expect(found.systems.isEmpty)
            #expect(!found.reasons.contains { $0.contains("as asked for") })
        }
    }

    @Test(
        "a rule is for those with its port at either end, and its address at the same one",
        arguments: [
            ("tcp.port==80", true), ("tcp.port==50001", true), ("tcp.port==8080", false), ("10.0.0.2:80", true),
            ("10.0.0.1:50001", true), ("10.0.0.1:80", false), ("10.0.0.2:50001", false), ("10.0.0.3:80", false),
            ("0.0.0.2:80", false), ("[2001:db8::2]:80", false),
        ]
    )
    func meant(_ place: String, _ isMeant: Bool) async throws {
        try await check(Self.talk.segments, place, isMeant)
    }

    @Test(
        "so it is of IPv6",
        arguments: [
            ("tcp.port==80", true), ("[2001:db8::2]:80", true), ("2001:db8::2:80", true),
            ("[2001:db8::1]:50001", true), ("[2001:db8::1]:80", false), ("[2001:db8::3]:80", false),
            ("10.0.0.2:80", false),
        ]
    )
    func meant6(_ place: String, _ isMeant: Bool) async throws { try await check(Self.talk6, place, isMeant) }

    private func check(_ segments: [TestSegment], _ place: String, _ isMeant: Bool) async throws {
        for system in ["leancloud", "rongcloud"] {
            let found = try await decoded(segments, as: ["\(place),\(system)"])
            #expect(found.systems == (isMeant ? [system] : []))
            #expect(found.reasons.contains { $0.hasSuffix("\(system): as asked for") } == isMeant)
        }
    }

    // MARK: Several rules

    @Test("of several rules the first that means a connection counts")
    func first() async throws {
        let rules = ["tcp.port==8080,rongcloud", "10.0.0.2:80,leancloud", "tcp.port==50001,rongcloud"]
        let found = try await decoded(Self.talk.segments, as: rules)
        #expect(found.systems == ["leancloud"])
        let other = try await decoded(Self.talk.segments, as: rules.reversed())
        #expect(other.systems == ["rongcloud"])
        #expect(other.reasons.contains { $0.hasSuffix("rongcloud: as asked for") })
        #expect(!other.reasons.contains { $0.contains("leancloud") })
    }

    @Test("each connection has its own")
    func each() async throws {
        let found = try await decoded(
            Self.talk.segments + Self.talk6,
            as: ["10.0.0.2:80,leancloud", "[2001:db8::2]:80,rongcloud"]
        )
        #expect(found.systems == ["leancloud", "rongcloud"])
        #expect(found.reasons.count { $0.hasSuffix("as asked for") } == 2)
    }
}
