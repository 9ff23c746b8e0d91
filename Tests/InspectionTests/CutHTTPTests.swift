import Inspection
import Testing
import Transport
import WireFormat
import WireJSON

@Suite("HTTP messages that the end of their stream cuts off")
struct CutHTTPTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n"

    /// How a stream may end.
    enum Ending: CaseIterable, Sendable {
        case capture, close
    }

    /// A session with a poll, what the server answers it with, and perhaps the ends of both streams.
    private func decoded(
        _ answer: String,
        _ ending: Ending,
        after request: String = PollingTests.poll
    ) async throws -> Decoded {
        var talk = Talk(port: 50001, sdkVersion: nil)
        talk.send(.client, PollingTalk.request("/websocket?appId=app1&sdkVer=2.5.10&pid=1"))
        let connAck = #"{"status":0,"userId":"ann","headerCode":32,"messageId":0,"sessionid":"s1"}"#
        talk.send(
            .server,
            Array("HTTP/1.1 200 OK\r\nContent-Length: \(connAck.utf8.count)\r\n\r\n\(connAck)".utf8)
        )
        talk.send(.client, PollingTalk.request(request))
        talk.send(.server, Array(answer.utf8))
        if ending == .close { talk.end() }
        return try await Decoded(talk.segments)
    }

    @Test("what has come of an answer counts as undecoded and is said", arguments: Ending.allCases)
    func answer(_ ending: Ending) async throws {
        let cut = Self.head + #"[{"headerCode":-48}]"#
        let found = try await decoded(cut, ending)
        #expect(try found.events().map(\.type) == ["CONNECT", "CONNACK", "POLL"])
        #expect(found.outcome.capture.summary.undecodedBytes == cut.utf8.count)
        #expect(found.outcome.capture.notices.lines == [Self.said("an answer", cut.utf8.count)])
    }

    @Test("chunks without the last one are as little an answer", arguments: Ending.allCases)
    func chunks(_ ending: Ending) async throws {
        let body = #"[{"headerCode":-48}]"#
        let cut = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n\(body)\r\n"
        let found = try await decoded(cut, ending)
        #expect(found.outcome.capture.summary.undecodedBytes == cut.utf8.count)
        #expect(found.outcome.capture.notices.lines.count == 1)
    }

    @Test("what has come of a request counts as undecoded and is said")
    func request() async throws {
        let body = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{}"}"#
        let whole = PollingTalk.request(PollingTests.send, body)
        var talk = Talk(port: 50001, sdkVersion: nil)
        talk.send(.client, Array(whole.dropLast(5)))
        talk.end()
        let found = try await Decoded(talk.segments)
        #expect(found.outcome.capture.summary.undecodedBytes == whole.count - 5)
        #expect(found.outcome.capture.notices.lines.contains(Self.said("a request", whole.count - 5)))
    }

    @Test("what is not kept of a polling body beyond its limit counts as undecoded, too")
    func unkept() async throws {
        let text = String(repeating: "x", count: 1000)
        let body = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"\#(text)"}"#
        let answer = "[\(PollingTests.ack),\"\(text)\"]"
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(PollingTests.send, body, on: 50001)
        talk.answer(answer, on: 50001)
        let found = try await Decoded(talk.segments) { $0.options.limits.transport.httpBodyBytes = 500 }
        let events = try found.events().suffix(2)
        #expect(events.map(\.type) == ["PUBLISH", "UNDECODED"])
        #expect(events.map(\.codes) == [["polling-limit"], ["polling-limit"]])
        #expect(found.outcome.capture.summary.undecodedBytes == body.utf8.count + answer.utf8.count)
    }

    @Test("what is not kept of the bodies of a navigation counts as undecoded, and that of other exchanges as theirs")
    func unkeptExchange() async throws {
        let text = String(repeating: "x", count: 1000)
        var talk = PollingTalk()
        talk.request("/navi.js?appId=app1&token=t", text, on: 50001)
        talk.answer(text + text, on: 50001)
        talk.request("/index.html", text, on: 50002)
        talk.answer(text, on: 50002)
        let foreign = talk.segments.filter { $0.source.port == 50002 || $0.destination.port == 50002 }
        let found = try await Decoded(talk.segments) { $0.options.limits.transport.httpBodyBytes = 600 }
        #expect(try found.events().map(\.codes) == [["http-limit"]])
        #expect(found.outcome.capture.summary.undecodedBytes == 400 + 1400)
        #expect(found.outcome.capture.summary.otherBytes == foreign.reduce(0) { $0 + $1.payload.count })
    }

    @Test("an answer that is whole, and one to somebody else's request, are no matter for words")
    func others() async throws {
        let whole = try await decoded("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", .close)
        #expect(whole.outcome.capture.summary.undecodedBytes == 0 && whole.outcome.capture.notices.lines == [])
        let other = try await decoded(Self.head + "icon", .close, after: "/favicon.ico")
        #expect(other.outcome.capture.summary.undecodedBytes == 0 && other.outcome.capture.notices.lines == [])
    }

    @Test("check blames nobody for it")
    func blame() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        let clean = try await check(talk.segments).findings
        talk.request(PollingTests.poll, on: 50001)
        talk.send(.server, Array((Self.head + "[{").utf8), on: 50001)
        #expect(try await check(talk.segments).findings == clean)
    }

    private static func said(_ name: String, _ count: Int) -> String {
        "flow 1: \(name) of HTTP is cut off behind its first \(count) bytes, which are not decoded"
    }
}
