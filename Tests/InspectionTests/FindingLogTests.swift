import Reporting
import Testing
import WireFormat

@testable import Inspection

@Suite("The findings that check keeps")
struct FindingLogTests {
    private static func log(findings: Int = 3, ofRule: Int = 3) -> FindingLog {
        var limits = CheckLimits()
        limits.findings = findings
        limits.findingsOfRule = ofRule
        return FindingLog(file: "a.pcap", limits: limits)
    }

    private static func add(_ severity: Severity, _ event: Int, flow: Int? = nil, to log: inout FindingLog) {
        let text = "\(severity.rawValue) \(event)"
        log.add(ConnectRules.late, severity: severity, flow: flow ?? event, events: [event], time: 0, text)
    }

    @Test("beyond the limit, the latest of the least severe findings give way to more severe ones")
    func givesWay() {
        var log = Self.log()
        for (severity, event) in [(Severity.warning, 1), (.note, 2), (.warning, 3)] {
            Self.add(severity, event, to: &log)
        }
        for event in 4...7 {
            Self.add(event == 5 ? .warning : .error, event, to: &log)
            #expect(log.findings.count == 3 && log.omitted == event - 3)
        }
        #expect(log.sorted.map(\.text) == ["error 4", "error 6", "error 7"])
    }

    @Test("an error of another worker is kept when there are too many warnings")
    func merged() {
        var log = Self.log()
        for event in 1...3 { Self.add(.warning, event, to: &log) }
        var other = Self.log()
        Self.add(.error, 1, to: &other)
        Self.add(.warning, 2, to: &other)
        log.merge(other) { $0 + 10 }
        #expect(log.sorted.map(\.text) == ["warning 1", "warning 2", "error 1"])
        #expect(log.omitted == 2)
    }

    @Test("the warnings of a rule on a connection leave room for its errors")
    func ofRule() {
        var log = Self.log(findings: 100, ofRule: 2)
        for event in 1...4 { Self.add(.warning, event, flow: 1, to: &log) }
        for event in 5...8 { Self.add(.error, event, flow: 1, to: &log) }
        #expect(log.sorted.map(\.text) == ["warning 1", "warning 2", "error 5", "error 6"])
        #expect(log.omitted == 4)
    }
}
