import Reporting
import WireFormat

/// The code of the page of `Reporting`.
enum ReportingPage {
    /// - Parameter print: receives what a program would print.
    static func report(_ print: (Any...) -> Void) {
        let rule = FindingRule(id: "short-name", severity: .warning, title: "A name has fewer than three letters.")
        let finding = Finding(rule, at: .named("ab"), "The name has two letters.")
        let report = FindingReport(command: "lint", rules: [rule], findings: [finding], subject: ("names", 7))
        print(report.lines[0])  // ab: warning: The name has two letters. [short-name]
        print(report.fails(on: .error))  // false
    }
}
