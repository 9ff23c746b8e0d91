import Inspection
import Reporting
import WireFormat

/// The code of "From a capture to events" that judges a capture.
struct FindingsArticle {
    func findings(in path: String) async throws -> [Finding] {
        var check = CaptureCheck()
        check.options.decodeAs = [DecodeAs(port: 8082, system: .rongCloud)]
        try check.choice.setSeverity(of: "clock-skew", to: .warning)
        return try await check.report(on: [.file(path)]).report.findings
    }

    func count() async throws {
        let (report, outcomes) = try await StatisticsReport().adding([.file("monday.pcap"), .file("tuesday.pcap")])
        print(report.text(.text), outcomes.count)
    }
}
