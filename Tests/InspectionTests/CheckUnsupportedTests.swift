import Reporting
import Testing
import WireFormat

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

    @Test("a Content-Encoding that is not supported is held against nobody, and counted as not judged")
    func unsupported() async throws {
        let report = try await check(Self.polling("br", [0x0B, 0x02, 0x80, 0x5B, 0x5D, 0x03])).report
        #expect(report.findings.map(\.rule.id) == ["token-in-clear"])
        #expect(report.omitted == 1)
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
