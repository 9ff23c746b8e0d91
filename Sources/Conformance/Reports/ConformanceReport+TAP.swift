import Reporting
import WireJSON

extension ConformanceReport {
    /// The report in the Test Anything Protocol, version 14: a test point for each case.
    ///
    /// Unsupported cases are SKIP, expected failures are TODO. If there are several runs, each is a subtest.
    package var tap: String {
        guard runs.count != 1 else { return "TAP version 14\n" + runs[0].tapLines.joined(separator: "\n") + "\n" }
        var lines = ["TAP version 14", "1..\(runs.count)"]
        for (index, run) in runs.enumerated() {
            let title = SafeText.tap(run.title)
            lines.append("# Subtest: \(title)")
            lines += run.tapLines.map { "    " + $0 }
            lines.append("\(run.isGreen ? "ok" : "not ok") \(index + 1) - \(title)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension AdapterRun {
    /// The lines of the plan and the test points.
    var tapLines: [String] {
        let count = results.count + staleness.count
        var lines = ["1..\(count + (emptiness == nil ? 0 : 1))"]
        lines += failureGroups.map { "# \(SafeText.tap($0.title)): \($0.countText)" }
        if let unreviewedText { lines.append("# \(SafeText.tap(unreviewedText))") }
        for (index, result) in results.enumerated() { lines += Self.tapLines(result, index + 1) }
        for (index, stale) in staleness.enumerated() {
            let number = results.count + index + 1
            lines.append("not ok \(number) - expected failure \(SafeText.tap(stale.id))")
            lines += Self.block([("class", JSONValue(stale.kind.rawValue)), ("message", JSONValue(stale.text))])
        }
        if let emptiness { lines.append("not ok \(count + 1) - \(SafeText.tap(emptiness))") }
        return lines
    }

    private static func tapLines(_ result: CaseResult, _ number: Int) -> [String] {
        let id = SafeText.tap(result.entry.vector.id)
        switch result.status {
        case .passed: return ["ok \(number) - \(id)"]
        case .unsupported: return ["ok \(number) - \(id) # SKIP not supported"]
        case .expectedFailure:
            return ["not ok \(number) - \(id) # TODO \(SafeText.tap(result.note ?? "expected failure"))"]
        case .failed:
            let failure = result.failure ?? CaseFailure(CaseFailure.Class.difference, "")
            var members: [(String, JSONValue)] = [
                ("class", JSONValue(failure.name)), ("message", JSONValue(failure.text)),
                ("comment", JSONValue(result.entry.vector.comment)), ("source", JSONValue(result.entry.vector.source)),
            ]
            if !failure.differences.isEmpty {
                members.append(("differences", .array(failure.differences.map(\.json))))
            }
            return ["not ok \(number) - \(id)"] + block(members)
        }
    }

    /// Returns a diagnostic block in YAML, of which JSON is a subset.
    private static func block(_ members: [(String, JSONValue)]) -> [String] {
        ["  ---"] + members.map { "  \($0.0): \(yaml($0.1))" } + ["  ..."]
    }

    /// Returns JSON in ASCII: some characters that JSON allows are not allowed in YAML.
    private static func yaml(_ value: JSONValue) -> String {
        var result = ""
        for scalar in value.description.unicodeScalars {
            if scalar.value >= 0x20, scalar.value < 0x7F {
                result.unicodeScalars.append(scalar)
            } else {
                result += SafeText.escaped(scalar)
            }
        }
        return result
    }
}
