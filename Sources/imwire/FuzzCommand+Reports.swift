import Fuzzer
import Reporting

// The findings of a run: on standard output, as SARIF and as JUnit XML.
extension FuzzCommand.Run {
    /// Prints a finding below its target's line.
    func print(_ finding: FuzzFinding) throws {
        let output = StandardOutput()
        let place = finding.file ?? "\(findings)/\(finding.target)/\(finding.name)"
        let origin =
            finding.file == nil
            ? "run \(finding.run), \(Count.of("byte", finding.originalCount)) made \(finding.input.count)"
            : "a case of before"
        let oracle = finding.violation.oracle.rawValue
        try output.write(line: "  \(oracle): \(SafeText.terminal(finding.violation.text))")
        try output.write(line: "    \(place) (\(origin))")
        if finding.file == nil { try output.write(line: "    \(finding.command(findings))") }
    }

    /// Returns a target as a test case, which passes if there are no findings.
    private static func testCase(_ outcome: FuzzOutcome) -> JUnitReport.Case {
        let found = outcome.findings.map(\.violation)
        let oracles = found.map(\.oracle.rawValue).joined(separator: ", ")
        let text = found.map { "\($0.oracle.rawValue): \($0.text)" }.joined(separator: "\n")
        return JUnitReport.Case(
            name: outcome.target,
            group: "imwire fuzz",
            seconds: outcome.seconds,
            outcome: found.isEmpty ? .passed : .failure(type: "finding", message: oracles, text: text)
        )
    }

    /// Writes the reports that were asked for.
    func report(_ outcomes: [FuzzOutcome]) throws {
        let found = outcomes.flatMap(\.findings)
        if let sarif {
            let report = FindingReport(
                command: "fuzz",
                rules: FuzzFinding.rules,
                findings: found.map { $0.finding(findings) },
                subject: ("runs", outcomes.reduce(0) { $0 + $1.runs })
            )
            try FuzzFiles.write(Array(report.text(.sarif, version: Versions.program).utf8), to: sarif)
        }
        if let junit {
            let suite = JUnitReport.Suite(name: "imwire fuzz", cases: outcomes.map(Self.testCase))
            let report = JUnitReport(name: "imwire fuzz", suites: [suite])
            try FuzzFiles.write(Array(report.xml.utf8), to: junit)
        }
    }
}
