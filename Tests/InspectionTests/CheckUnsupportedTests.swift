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

    /// A polling session with a message that has a coding of its body.
    private static func message(_ coding: String, _ body: [UInt8]) -> [TestSegment] {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        let head = "POST \(PollingTests.send) HTTP/1.1\r\nContent-Encoding: \(coding)\r\n"
        talk.send(.client, Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body, on: 50001)
        talk.answer(#"[{"headerCode":64,"messageId":2,"date":1795000000,"status":0,"millisecond":7}]"#, on: 50001)
        return talk.segments
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
