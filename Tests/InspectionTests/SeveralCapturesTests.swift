import Capture
import Reporting
import Testing
import WireFormat

@testable import Inspection

/// Events are counted over all captures that are given together, whatever is done with them.
@Suite("Several captures")
struct SeveralCapturesTests {
    /// A connection of five events, the last of which breaks a rule.
    private static func capture(port: UInt16) -> [UInt8] {
        var talk = CheckTalk(port: port)
        talk.connAck()
        talk.message(1)
        talk.raw(.client, Bytes.webSocket([0xC0]))
        return CaptureFile.write(talk.segments)
    }

    private static let sources = [
        CaptureSource.bytes(capture(port: 50001), name: "one.pcap"),
        CaptureSource.bytes(capture(port: 50002), name: "two.pcap"),
    ]

    @Test("a finding names its event by the number that it has in all of them")
    func findings() async throws {
        var check = CaptureCheck()
        for port in [50001, 50002] as [UInt16] {
            _ = try await check.add(.bytes(Self.capture(port: port), name: "\(port).pcap"))
        }
        let masks = check.report.findings.map { CheckFinding($0) }.filter { $0.rule == "websocket-mask" }
        #expect(masks == [CheckFinding("websocket-mask", [5]), CheckFinding("websocket-mask", [10])])
    }

    @Test("sources are judged like the captures that they open, and the check stays as it was")
    func sources() async throws {
        var check = CaptureCheck()
        var outcomes: [CaptureOutcome] = []
        var sources: [CaptureSource] = []
        for port in [50001, 50002] as [UInt16] {
            let source = CaptureSource.bytes(Self.capture(port: port), name: "\(port).pcap")
            sources.append(source)
            outcomes.append(try await check.add(source))
        }
        let untouched = CaptureCheck()
        let (report, ended) = try await untouched.report(on: sources)
        #expect(!report.findings.isEmpty && report.findings == check.report.findings)
        #expect(report.subject.count == check.report.subject.count)
        #expect(ended.map(\.summary) == outcomes.map(\.summary))
        #expect(untouched.report.findings.isEmpty)
        await #expect(throws: CaptureError.empty) { try await untouched.report(on: [sources[0], .bytes([])]) }
    }

    @Test(
        "a filter of statistics sees the numbers and names that events show",
        arguments: [("n > 3", 7), ("n > 7", 3), (#"file contains "two""#, 5), (#"file == "one.pcap" && n > 4"#, 1)]
    )
    func filters(_ text: String, _ count: Int) async throws {
        var report = StatisticsReport()
        report.filter = try EventFilter(text)
        let (filled, outcomes) = try await report.adding(Self.sources)
        #expect(filled.summary.passed == count)
        #expect(outcomes.map(\.summary.events) == [5, 5])
        #expect(report.summary.events == 0)
    }

    @Test("several captures that are given at once are listed and drawn like one after the other")
    func atOnce() async throws {
        var (flows, ladder) = (FlowsReport(), LadderReport())
        for source in Self.sources {
            _ = try await flows.add(source, isOneOfSeveral: true)
            _ = try await ladder.add(source)
        }
        let rows = flows.text(.json)
        #expect(rows.contains("one.pcap") && rows.contains("two.pcap"))
        #expect(try await FlowsReport().adding(Self.sources).report.text(.json) == rows)
        #expect(try await LadderReport().adding(Self.sources).report.text(.text) == ladder.text(.text))
        // A single capture needs no name.
        #expect(try await !FlowsReport().adding([Self.sources[0]]).report.text(.json).contains("one.pcap"))
    }
}
