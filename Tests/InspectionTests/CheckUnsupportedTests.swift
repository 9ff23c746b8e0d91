import Capture
import Reporting
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("check on what the decoder cannot read")
struct CheckUnsupportedTests {
    /// A polling session whose answer to a poll has a coding of its body.
    private static func polling(_ coding: String, _ body: [UInt8]) -> [TestSegment] {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", on: 50001)
        talk.answer(body, coding: coding, on: 50001)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=2&pid=1", on: 50001)
        talk.answer("[]", on: 50001)
        return talk.segments
    }

    @Test(
        "a Content-Encoding that is not supported is held against nobody, and counted as not judged",
        arguments: [FrameSender.client, .server]
    )
    func unsupported(sender: FrameSender) async throws {
        let body: [UInt8] = [0x0B, 0x02, 0x80, 0x5B, 0x5D, 0x03]
        let segments = sender == .client ? Self.message("br", body) : Self.polling("br", body)
        let report = try await check(segments).report
        #expect(report.findings.map(\.rule.id) == ["token-in-clear"])
        #expect(report.omitted == 1)
        let event = try #require(try await Decoded(segments).events().first(where: \.hasError))
        #expect(event.codes == ["polling-unsupported"])
        #expect(event.json["undecoded"]?.string == Hex.encode(body))
    }

    @Test("a content of more levels than the decoder reads is held against nobody, and counted as not judged")
    func deepContent() async throws {
        let levels = JSONLimits().depth
        for (depth, omitted) in [(levels, 0), (levels + 1, 1)] {
            let lists = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            let content = #"{"content":"hi","extra":"","more":\#(lists)}"#
            var talk = Talk()
            talk.frame(.server, Bytes.connAck(user: "me"))
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", content)))
            talk.frame(.server, Bytes.pubAck(id: 1, status: 0))
            let report = try await check(talk.segments).report
            #expect(!report.findings.contains { $0.rule.id == "content-format" })
            #expect(report.omitted == omitted)
            // An event with a content of so many levels has more.
            let lines = String(decoding: try await Decoded(talk.segments).output, as: UTF8.self)
            #expect(lines.contains(#""code":"content-limit""#) == (omitted == 1) && !lines.contains("content-json"))
        }
    }

    /// A polling session with a message that has a coding of its body.
    private static func message(_ coding: String, _ body: [UInt8]) -> [TestSegment] {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        let head = "POST \(PollingTests.send) HTTP/1.1\r\nHost: im\r\nContent-Encoding: \(coding)\r\n"
        talk.send(.client, Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body, on: 50001)
        talk.answer(#"[{"headerCode":64,"messageId":2,"date":1795000000,"status":0,"millisecond":7}]"#, on: 50001)
        return talk.segments
    }

    private static let packet = #"3:::{"sid":7,"cid":2,"code":200,"r":["1"]}"#

    /// A session of NIM over HTTP with a message of the client, and its answer, one of which has another body.
    private static func nim(_ sender: FrameSender, _ head: String, _ body: [UInt8]) -> [TestSegment] {
        let target = "/socket.io/1/xhr-polling/s1?t=1"
        var talk = PollingTalk()
        talk.request(target, on: 50001)
        talk.answer(packet, on: 50001)
        talk.request(target, on: 50001)
        let begin = (sender == .client ? "POST \(target) HTTP/1.1\r\nHost: im" : "HTTP/1.1 \(head)") + "\r\n"
        let fields = (sender == .client ? "\(head)\r\n" : "") + "Content-Length: \(body.count)\r\n\r\n"
        talk.send(sender, Array((begin + fields).utf8) + body, on: sender == .client ? 50002 : 50001)
        if sender == .client { talk.answer("1", on: 50002) }
        return talk.segments
    }

    @Test(
        "of a body with packets of NIM, a coding that is not supported is held against nobody, a broken one against its sender",
        arguments: [FrameSender.client, .server],
        [("br", "polling-unsupported", [], 1), ("gzip", "polling-value", ["nim-format"], 0)]
            as [(coding: String, code: String, rules: [String], omitted: Int)]
    )
    func nim(
        sender: FrameSender,
        _ example: (coding: String, code: String, rules: [String], omitted: Int)
    ) async throws {
        let body = Array("2::".utf8)
        let coding = "Content-Encoding: \(example.coding)"
        let segments = Self.nim(sender, sender == .client ? coding : "200 OK\r\n\(coding)", body)
        let report = try await check(segments).report
        #expect(report.findings.map(\.rule.id) == example.rules)
        #expect(report.omitted == example.omitted)
        // Bytes that were not decoded may be secret.
        let decoded = try await Decoded(segments) { $0.options.showsSecrets = true }
        let event = try #require(try decoded.events().first(where: \.hasError))
        #expect(event.codes == [example.code])
        #expect(event.json["undecoded"]?.string == Hex.encode(body))
    }

    @Test("the answer to what a body may hold that could not be decoded is not surplus", arguments: [true, false])
    func nimAnswer(hasBody: Bool) async throws {
        let target = "/socket.io/1/xhr-polling/s1?t=1"
        var talk = PollingTalk()
        func poll(_ answer: String) {
            talk.request(target, on: 50001)
            talk.answer(answer, on: 50001)
        }
        poll("1::")
        talk.request(target, #"3:::{"SID":2,"CID":3,"SER":1,"Q":[]}"#, on: 50001)
        talk.answer("1", on: 50001)
        poll(#"3:::{"sid":2,"cid":3,"code":200,"r":[{},[]],"ser":1}"#)
        if hasBody {
            let head = "POST \(target) HTTP/1.1\r\nHost: im\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\n"
            talk.send(.client, Array("\(head)xyz".utf8), on: 50002)
            talk.answer("1", on: 50002)
        }
        poll(#"3:::{"sid":7,"cid":1,"code":200,"r":[{"12":"9"}],"ser":2}"#)
        let rules = try await check(talk.segments).report.findings.map(\.rule.id)
        #expect(rules == (hasBody ? [] : ["nim-answer-without-request"]))
    }

    @Test(
        "the page of an HTTP error is no packet of NIM that is wrong, but packets count whatever the status",
        arguments: [("<html>Bad Gateway</html>", ["message"]), (packet, ["message", "message"])]
    )
    func nimError(body: String, types: [String]) async throws {
        let segments = Self.nim(.server, "502 Bad Gateway", Array(body.utf8))
        #expect(try await check(segments).report.findings.isEmpty)
        #expect(try await Decoded(segments).events().map(\.type) == types)
    }

    @Test("a coding that is not supported of an answer to YC's poll is said, and counted as not judged")
    func yc() async throws {
        var talk = PollingTalk()
        talk.request("/poll", on: 50001)
        talk.answer(Array("[]".utf8), coding: "br", on: 50001)
        let rule = try #require(DecodeAs("tcp.port==80,yc"))
        let event = try #require(
            try await Decoded(talk.segments) { $0.options.decodeAs = [rule] }.events().last
        )
        #expect(event.type == "UNDECODED" && event.codes == ["polling-unsupported"])
        var capture = CaptureCheck()
        capture.options.decodeAs = [rule]
        _ = try await capture.add(CaptureReader(bytes: CaptureFile.write(talk.segments)), name: "yc.pcap")
        #expect(capture.report.findings.isEmpty && capture.report.omitted == 1)
    }

    @Test("an answer that cannot be inflated is an error, and is of no topic")
    func broken() async throws {
        let report = try await check(Self.polling("gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF])).report
        let finding = try #require(report.findings.first { $0.rule.id == "frame-format" })
        #expect(finding.severity == .error)
        #expect(!finding.text.contains("topic"))
        #expect(report.omitted == 0)
    }
}
