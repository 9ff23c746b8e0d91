import Capture
import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("HTTP around the conversation")
struct HTTPConversationTests {
    private static let navigation = "GET /navi.js?appId=app1&token=t HTTP/1.1\r\nHost: im\r\n\r\n"
    private static let ping = "GET /ping?r=1 HTTP/1.1\r\nHost: im\r\n\r\n"

    /// The connections' rows.
    private static func rows(of segments: [TestSegment]) async throws -> [JSONValue] {
        let file = try Decoded.file(of: CaptureFile.write(segments))
        let reader = try CaptureReader(descriptor: file, closesDescriptor: true)
        var report = FlowsReport()
        _ = try await report.add(reader, name: nil)
        return try JSONValue(parsing: report.text(.json))["flows"]?.elements ?? []
    }

    private static func answer(_ body: [UInt8], _ fields: String = "") -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    @Test("HTTP/2 is named, told once, and not followed", arguments: [false, true])
    func http2(startsLate: Bool) async throws {
        var talk = Talk(sdkVersion: nil)
        talk.segmentSize = 10
        talk.send(.client, Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
        talk.segmentSize = 1400
        let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        talk.send(.client, settings)
        talk.send(.server, settings + settings)
        let packets = Array(talk.segments[(startsLate ? 3 : 0)...])
        let decoded = try await Decoded(packets)
        #expect(decoded.output.isEmpty)
        #expect(decoded.outcome.capture.notices.lines == ["flow 1: HTTP/2 is not decoded"])
        #expect(decoded.outcome.capture.summary.otherBytes == 24 + 27)
        let rows = try await Self.rows(of: packets)
        #expect(rows.map { $0["transport"] } == ["http2"])
        #expect(rows.map { $0["client"] } == ["10.0.0.1:50001"])
    }

    @Test("HTTP/2 after a request to switch to it is named too")
    func switched() async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n".utf8))
        talk.send(.server, Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n".utf8))
        talk.send(.client, Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
        #expect(try await Decoded(talk.segments).outcome.capture.notices.lines == ["flow 1: HTTP/2 is not decoded"])
    }

    @Test("as many packets of a message as the limit says are named, and of more it is said", arguments: [0, 1])
    func packets(_ excess: Int) async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array(Self.navigation.utf8))
        talk.segmentSize = 10
        let before = talk.segments.count
        talk.send(.server, Self.answer(Array(repeating: UInt8(ascii: " "), count: 300)))
        let count = talk.segments.count - before
        let event = try #require(
            try await Decoded(talk.segments) { $0.options.limits.httpMessagePackets = count - excess }.events().first
        )
        #expect(event.packets == (0..<count - excess + 1).map { Int64(before + $0) })
        #expect(event.codes.contains("http-packets") == (excess > 0))
    }

    @Test(
        "a line that is no length of a chunk is shown where it stands",
        arguments: ["zz\r\n", "zz\r\nmore", "1\r\nab\r\n"]
    )
    func brokenChunk(_ chunks: String) async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array(Self.navigation.utf8))
        talk.send(.server, Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)".utf8))
        let decoded = try await Decoded(talk.segments) { $0.showsRaw = true }
        let lines = String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").map(String.init)
        let line = try #require(lines.last { $0.contains("HTTP.chunk") })
        let event = try JSONValue(parsing: Array(line.utf8))
        #expect(event["diagnostics"]?[0]?["offset"] == 0)
        // The byte at which the line begins.
        #expect(event["undecoded"]?.string == (chunks.hasPrefix("1") ? "62" : "7a"))
    }

    @Test("requests sent without waiting are paired with their answers in order", arguments: [1, 7, 1400])
    func pipelining(_ size: Int) async throws {
        var talk = Talk(sdkVersion: nil)
        talk.segmentSize = size
        let first = Array((Self.navigation + Self.ping + Self.ping).utf8)
        talk.send(.client, first)
        let body = Array(#"{"code":200,"userId":"ann"}"#.utf8)
        talk.send(
            .server,
            Self.answer(body) + Self.answer([]) + Array("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n".utf8)
        )
        talk.close()
        let events = try await Decoded(talk.segments).events()
        #expect(events.map { $0.frame["path"]?.string } == ["/navi.js", "/ping", "/ping"])
        #expect(events.map { $0.frame["status"]?.int64 } == [200, 200, 404])
        #expect(events.allSatisfy { $0.sender == "client" && $0.diagnostics.isEmpty })
        let row = try #require(try await Self.rows(of: talk.segments).first)
        #expect(row["fromClient"]?["events"] == 3)
        #expect(row["fromServer"]?["events"] == 0)
    }

    @Test(
        "empty lines before a request, and methods that are not common, keep nothing from being read",
        arguments: [
            ("POST /x HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n", ""), ("\r\n\n\r\nGET /x HTTP/1.1\r\n\r\n", ""),
            ("PROPFIND /x HTTP/1.1\r\n\r\n", ""), ("\r\nX-ASK http://a/b HTTP/1.1\r\n\r\n\n\n", "\r\n\r\n"),
        ],
        [1, 7, 1400]
    )
    func unusualBeginnings(_ texts: (String, String), _ size: Int) async throws {
        // In a connection that is joined, a method that comes in pieces is rather a part of a frame.
        for isLate in size == 1 ? [false] : [false, true] {
            var talk = Talk(sdkVersion: nil)
            talk.segmentSize = size
            talk.send(.client, Array(texts.0.utf8))
            talk.send(.server, Array(texts.1.utf8) + Self.answer([]))
            talk.upgrade("4.2.0")
            talk.frame(.client, Bytes.pingRequest)
            talk.end()
            let events = try await Decoded(Array(talk.segments[(isLate ? 3 : 0)...])).events()
            #expect(events.map(\.type) == ["HTTP", "PINGREQ"])
            #expect(events.first?.frame["status"] == 101)
            #expect(events.allSatisfy { $0.diagnostics.isEmpty })
        }
    }

    @Test(
        "an answer before its request is whole is paired with that, and the next one with the next",
        arguments: [1, 7, 1400]
    )
    func earlyAnswer(_ size: Int) async throws {
        for (status, rest, codes) in [
            ("413 Too Large", 27, ["http-early"]), ("413 Too Large", 0, []), ("100 Continue", 27, []),
        ] {
            var talk = Talk(sdkVersion: nil)
            talk.segmentSize = size
            let post = "POST /ping?r=0 HTTP/1.1\r\nHost: im\r\nContent-Length: 30\r\n\r\n"
            talk.send(.client, Array(post.utf8) + Array(repeating: 120, count: 30 - rest))
            talk.send(.server, Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".utf8))
            talk.send(.client, Array(repeating: 120, count: rest))
            if status.hasPrefix("100") { talk.send(.server, Self.answer([])) }
            talk.send(.client, Array(Self.ping.utf8))
            talk.send(.server, Self.answer([]))
            talk.end()
            let events = try await Decoded(talk.segments).events()
            #expect(events.map { $0.frame["method"]?.string } == ["POST", "GET"])
            #expect(events.map { $0.frame["query"]?["r"]?.string } == ["0", "1"])
            #expect(events.map { $0.frame["status"]?.int64 } == [status.hasPrefix("1") ? 200 : 413, 200])
            #expect(events.map(\.codes) == [codes, []])
        }
    }

    @Test("what an early answer leaves of its request may be lost, or never come")
    func abandonedRequest() async throws {
        for isLost in [false, true] {
            var talk = Talk(sdkVersion: nil)
            let post = "POST /ping?r=0 HTTP/1.1\r\nHost: im\r\nContent-Length: 30\r\n\r\nxxx"
            talk.send(.client, Array(post.utf8))
            talk.send(.server, Array("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n".utf8))
            var packets = talk.segments
            if isLost {
                talk.send(.client, Array(repeating: 120, count: 27))
                talk.send(.client, Array(Self.ping.utf8))
                talk.send(.server, Self.answer([]))
                packets = talk.segments
                packets.remove(at: 5)
            }
            let events = try await Decoded(packets).events().filter { !$0.isGap }
            #expect(events.map { $0.frame["status"]?.int64 } == (isLost ? [413, 200] : [413]))
            #expect(events.map { $0.frame["query"]?["r"]?.string } == (isLost ? ["0", "1"] : ["0"]))
        }
    }

    @Test("blanks before a field's colon are told, and the field counts")
    func spacedNames() async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array((Self.ping + Self.ping).utf8))
        talk.send(.server, Array("HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\n{}".utf8) + Self.answer([]))
        let events = try await Decoded(talk.segments).events()
        #expect(events.map { $0.frame["status"]?.int64 } == [200, 200])
        #expect(events.map(\.codes) == [["http-field-name"], []])
    }

    @Test("a parameter that is there more than once is one key of the query, and is told", arguments: [0, 12, 13])
    func doubledParameters(others: Int) async throws {
        // Up to 16 parameters are compared with each other.
        let more = (0..<others).map { "&k\($0)=" }.joined()
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array(Self.ping.utf8))
        talk.send(.server, Self.answer([]))
        talk.send(.client, Array("GET /ping?r=1&r=2&x=3\(more)&r= HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        talk.send(.server, Self.answer([]))
        let events = try await Decoded(talk.segments).events()
        let keys = (events.last?.frame["query"]?.members ?? []).map(\.key.text)
        #expect(keys == ["x"] + (0..<others).map { "k\($0)" } + ["r"])
        #expect(events.last?.frame["query"]?["r"] == "")
        #expect(events.map(\.codes) == [[], ["http-parameter-doubled"]])
        #expect(events.last?.diagnostics.first?["path"] == "query.r")
    }

    @Test("a switch whose answer ends the waiting lets pipelined requests go on when it is refused")
    func refusedSwitch() async throws {
        var talk = Talk(sdkVersion: nil)
        let upgrade = "GET /websocket?appId=a HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        let count = 3000
        talk.segmentSize = 16000
        talk.send(.client, Array((upgrade + String(repeating: Self.ping, count: count)).utf8))
        talk.send(.server, Array("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n".utf8))
        talk.close()
        let events = try await Decoded(talk.segments).events()
        #expect(events.count == count + 1)
        #expect(events.first?.frame["status"] == 403)
        #expect(events.dropFirst().allSatisfy { $0.codes == ["http-unanswered"] })
    }

    @Test("a body that is not whole or not what it says is a diagnostic of its exchange")
    func bodies() async throws {
        for (fields, code) in [
            ("Content-Encoding: br\r\n", "http-unsupported"), ("Content-Encoding: gzip\r\n", "http-value"), ("", nil),
        ] {
            var talk = Talk(sdkVersion: nil)
            talk.send(.client, Array(Self.navigation.utf8))
            talk.send(.server, Self.answer(Array(#"{"code":200}"#.utf8), fields))
            let event = try #require(try await Decoded(talk.segments).events().first)
            #expect(event.codes == [code].compactMap { $0 })
        }
    }

    @Test("what breaks off HTTP on a RongCloud connection is an event, its requests are unanswered")
    func broken() async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array(Self.navigation.utf8))
        talk.send(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n{}".utf8))
        let events = try await Decoded(talk.segments).events()
        #expect(events.map(\.codes) == [["http-unanswered"], ["http-length"]])
        #expect(events.map(\.sender) == ["client", "server"])
    }
}
