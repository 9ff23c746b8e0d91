import Inspection
import Reporting
import Testing
import WireFormat
import WireJSON

@Suite("Parts of a long-polling answer that are no frames")
struct PollingAnswerTests {
    private static let pong = #"{"headerCode":-48}"#

    /// A session in which a poll is answered with a body.
    private static func talk(_ body: [UInt8], status: String = "200 OK") -> [TestSegment] {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(PollingTests.poll, on: 50001)
        talk.send(
            .server,
            Array("HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body,
            on: 50001
        )
        return talk.segments
    }

    /// The events of the answer.
    private func events(_ body: [UInt8], status: String = "200 OK") async throws -> [TestEvent] {
        let events = try await Decoded(Self.talk(body, status: status)).events()
        #expect(events.prefix(3).map(\.type) == ["CONNECT", "CONNACK", "POLL"])
        return Array(events.dropFirst(3))
    }

    @Test(
        "an answer that is no JSON, or is cut off, is an event with all of its bytes",
        arguments: [
            #"{"headerCode":50,"topic":"s_ntf","data":{"type":1,"#, "\u{1}\u{2}", "<html>504</html>", "[", "ok",
            #"[{"headerCode":-48}"#, #"lost params {"headerCode":-48"#,
        ]
    )
    func unreadable(_ body: String) async throws {
        let event = try #require(try await events(Array(body.utf8)).first)
        #expect(event.type == "UNDECODED" && event.hasError && event.codes == ["polling-json"])
        #expect(event.json["undecoded"]?.string == Hex.encode(Array(body.utf8)))
        #expect(event.json["undecodedBytes"]?.int64 == Int64(body.utf8.count))
    }

    @Test("an answer of bytes that are no text is an event")
    func bytes() async throws {
        let found = try await events([0, 1, 2, 0xFF])
        #expect(found.map(\.codes) == [["polling-json"]])
    }

    @Test("a compressed answer of which nothing can be inflated counts as it came")
    func notInflated() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(PollingTests.poll, on: 50001)
        let body: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF]
        talk.answer(body, coding: "gzip", on: 50001)
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.type == "UNDECODED" && event.hasError)
        #expect(event.json["undecoded"]?.string == Hex.encode(body))
    }

    @Test(
        "elements that are no frames are an event, and the frames around them stay",
        arguments: [
            (#"{"x":1}"#, "polling-required"), ("5", "polling-json"), ("{}", "polling-required"),
            (#"{"headerCode":"50","topic":"s_ntf"}"#, "polling-value"), (#"{"headerCode":50.5}"#, "polling-value"),
            (#"{"x":1},5"#, "polling-required"),
        ]
    )
    func elements(_ element: String, _ code: String) async throws {
        let alone = try await events(Array("[\(element)]".utf8))
        #expect(alone.map(\.codes) == [[code]])
        let found = try await events(Array("[\(Self.pong),\(element),\(Self.pong)]".utf8))
        #expect(found.map(\.type) == ["PINGRESP", "UNDECODED", "PINGRESP"])
        try #require(found.count == 3)
        #expect(found[1].codes == [code] && found[1].hasError)
        #expect(found[1].json["undecoded"]?.string == Hex.encode(Array(element.utf8)))
    }

    @Test("an object that is the whole answer and no frame is an event")
    func object() async throws {
        let body = #"{"headerCode":"50","topic":"s_ntf"}"#
        let found = try await events(Array(body.utf8))
        #expect(found.map(\.codes) == [["polling-value"]])
        #expect(found.first?.diagnostics.first?["path"] == "headerCode")
    }

    @Test("what stands around the JSON and is no call is an event beside the frame")
    func around() async throws {
        let behind = try await events(Array("[\(Self.pong)]xyz".utf8))
        #expect(behind.map(\.type) == ["PINGRESP", "UNDECODED"])
        #expect(behind.last?.codes == ["polling-trailing"] && behind.last?.json["undecoded"] == "78797a")
        let before = try await events(Array("xyz[\(Self.pong)]".utf8))
        #expect(before.map(\.type) == ["UNDECODED", "PINGRESP"])
        #expect(before.first?.codes == ["polling-json"] && before.first?.json["undecoded"] == "78797a")
    }

    @Test(
        "what servers answer without frames is no event",
        arguments: ["", " \r\n", "{}", "[]", "lost params", "null", "cb([]);", "cb({}) ;// cb\n"]
    )
    func withoutFrames(_ body: String) async throws {
        #expect(try await events(Array(body.utf8)).isEmpty)
    }

    @Test(
        "the words of an HTTP error are no event, and frames that come with one are",
        arguments: ["403 Forbidden", "400 Bad Request", "502 Bad Gateway"]
    )
    func errors(_ status: String) async throws {
        for body in ["<html>no</html>", "<style>a{}</style>", #"{"code":403}"#] {
            #expect(try await events(Array(body.utf8), status: status).isEmpty)
        }
        let found = try await events(Array(#"{"headerCode":-32,"status":1}"#.utf8), status: status)
        #expect(found.map(\.type) == ["DISCONNECT"])
    }

    @Test("check finds such an answer, and speaks of no topic")
    func finding() async throws {
        let bodies = [
            "<html>504</html>", #"[{"x":1}]"#, #"[{"headerCode":"50"}]"#, "[\(Self.pong)]xyz",
            #"{"headerCode":50,"topic":"s_ntf","data":{"type":1,"#,
        ]
        for body in bodies {
            let found = try await check(Self.talk(Array(body.utf8))).report.findings
            let texts = found.filter { $0.rule.id == "frame-format" }.map(\.text)
            #expect(texts.count == 1, "\(body)")
            #expect(!texts.contains { $0.contains("topic") }, "\(texts)")
        }
    }
}
