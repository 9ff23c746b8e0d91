import Reporting
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("Which rules count, and baselines")
struct RuleChoiceTests {
    private static let rules = [
        FindingRule(id: "made-error", severity: .error, title: "An error.", basis: "A fact."),
        FindingRule(id: "made-note", severity: .note, title: "A note."),
    ]

    private static func finding(_ text: String, _ rule: Int = 0) -> Finding {
        Finding(rules[rule], at: .events(file: "a.pcap", flow: 1, numbers: [1], time: 0), text)
    }

    @Test("a file disables rules and gives others a severity")
    func file() throws {
        let text = #"{"schema":"imwire-rules/1","disable":["made-note"],"severity":{"made-error":"warning"}}"#
        let choice = try RuleChoice(parsing: Array(text.utf8), of: Self.rules)
        #expect(choice.rules.map { "\($0.id) \($0.severity.rawValue)" } == ["made-error warning"])
        var log = FindingLog(file: "a.pcap", limits: CheckLimits(), choice: choice)
        for rule in Self.rules { log.add(rule, severity: .error, flow: 1, events: [1], time: 0, "text") }
        #expect(log.findings.map(\.severity) == [.warning])
    }

    @Test("a program disables rules and sets severities without a text")
    func program() throws {
        var choice = RuleChoice(of: Self.rules)
        try choice.disable("made-note")
        try choice.setSeverity(of: "made-error", to: .warning)
        #expect(choice.rules.map { "\($0.id) \($0.severity.rawValue)" } == ["made-error warning"])
        let failure = #expect(throws: RuleChoice.Failure.self) {
            try choice.setSeverity(of: "made-up", to: .error)
        }
        #expect(failure?.description.contains("no rule \"made-up\"") == true)
    }

    @Test(
        "what is no choice is refused, with the reason",
        arguments: [
            ("{", "not JSON"), ("{}", "schema"), (#"{"schema":"imwire-rules/1","disable":["x"]}"#, "no rule \"x\""),
            (#"{"schema":"imwire-rules/1","severity":{"made-note":"bad"}}"#, "\"bad\" is no severity"),
            (#"{"schema":"imwire-rules/1","disabled":[]}"#, "unknown member \"disabled\""),
            (#"{"schema":"imwire-rules/1","disable":"made-note"}"#, "not a list"),
        ]
    )
    func refused(_ text: String, _ reason: String) {
        let failure = #expect(throws: RuleChoice.Failure.self) {
            try RuleChoice(parsing: Array(text.utf8), of: Self.rules)
        }
        #expect(failure?.description.contains(reason) == true)
    }

    @Test("a baseline that was written knows the same findings in another capture, and one more is new")
    func baseline() throws {
        let first = [Self.finding("PUBLISH 5 has no PUBACK within 30 s"), Self.finding("a note", 1)]
        let written = FindingBaseline(first)
        let read = try FindingBaseline(parsing: Array(written.text.utf8))
        let again = [Self.finding("PUBLISH 77 has no PUBACK within 6 s"), Self.finding("a note", 1)]
        var report = FindingReport(command: "check", rules: Self.rules, findings: again, subject: ("events", 1))
        report.omit(read)
        #expect(report.findings.isEmpty)
        #expect(report.known == 2)
        #expect(!report.fails(on: .note))
        report.findings = again + [Self.finding("PUBLISH 78 has no PUBACK within 6 s")]
        report.omit(read)
        #expect(report.findings.map(\.text) == ["PUBLISH 78 has no PUBACK within 6 s"])
        #expect(report.fails(on: .error))
        let result = report.sarif(version: "1")["runs"]?.elements?.first?["results"]?.elements?.first
        #expect(result?["baselineState"]?.string == "new")
    }

    @Test("fingerprints tell rules and sentences apart, and nothing else")
    func fingerprints() {
        #expect(Self.finding("5 of 7").fingerprint == Self.finding("12 of 3").fingerprint)
        #expect(Self.finding("a").fingerprint != Self.finding("b").fingerprint)
        #expect(Self.finding("a").fingerprint != Self.finding("a", 1).fingerprint)
        // FNV-1a of the bytes "made-note", 0, "a".
        #expect(Self.finding("a", 1).fingerprint.count == 16)
    }

    @Test(
        "what is no baseline is refused",
        arguments: ["", "[]", "{}", #"{"schema":"imwire-baseline/1","findings":[{}]}"#]
    )
    func noBaseline(_ text: String) {
        #expect(throws: FindingBaseline.Failure.self) { try FindingBaseline(parsing: Array(text.utf8)) }
    }

    @Test("SARIF results have fingerprints of their own, and related places say what they are")
    func sarif() throws {
        let findings = [Self.finding("PUBLISH 5 x"), Self.finding("PUBLISH 6 x")]
        let report = FindingReport(command: "check", rules: Self.rules, findings: findings, subject: ("events", 1))
        let results = try #require(report.sarif(version: "1")["runs"]?.elements?.first?["results"]?.elements)
        let prints = results.compactMap { $0["partialFingerprints"]?["imwireFinding/v1"]?.string }
        #expect(Set(prints).count == 2)
        #expect(Set(prints.map { $0.prefix(16) }).count == 1)
        #expect(results.allSatisfy { $0["baselineState"] == nil })
    }
}
