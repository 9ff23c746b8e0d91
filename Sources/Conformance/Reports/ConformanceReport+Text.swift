import Reporting
import WireJSON

extension ConformanceReport {
    /// The report as plain text, run by run: the counts of each group, the failures grouped and one by one, the
    /// outdated expected failures, and the notes.
    package var lines: [String] {
        var lines: [String] = []
        for run in runs {
            if !lines.isEmpty { lines.append("") }
            lines += run.lines
        }
        return lines
    }
}

extension AdapterRun {
    /// The run as plain text, safe for a terminal.
    package var lines: [String] {
        var lines = ["\(title) (\(adapter)), vectors \(suite)", ""]
        var table = TextTable(["Group", "Cases", "Passed", "Failed", "Expected", "Not supported"])
        func add(_ name: String, _ counts: ResultCounts) {
            let statuses: [CaseResult.Status] = [.passed, .failed, .expectedFailure, .unsupported]
            table.append([name, "\(counts.total)"] + statuses.map { "\(counts[$0])" })
        }
        for (group, counts) in groupCounts { add(group, counts) }
        add("all", counts)
        lines += table.lines
        lines += groupLines
        for result in results where result.status == .failed { lines += [""] + described(result) }
        if !staleness.isEmpty { lines += ["", "Expected failures that are out of date"] }
        lines += staleness.map { "  \($0.id): \($0.text)" }
        if let unreviewedText { lines += ["", unreviewedText] }
        if let emptiness { lines += ["", "FAILED \(emptiness)"] }
        if !notes.isEmpty { lines.append("") }
        lines += notes.map { "note: \($0)" }
        return lines.map(SafeText.terminal)
    }

    /// Returns the lines about a failure: the request, the differences, and the command to repeat the case.
    func described(_ result: CaseResult) -> [String] {
        let vector = result.entry.vector
        var lines = ["FAILED \(vector.id)  (\(vector.level.rawValue), \(result.entry.group))", "  \(vector.comment)"]
        lines.append("  asked: \(vector.operation) \(DifferenceText.shortened(vector.input.description))")
        guard let failure = result.failure else { return lines }
        lines.append("  \(failure.name): \(failure.text)")
        lines += DifferenceText.lines(failure.differences).map { "    " + $0 }
        if !vector.source.isEmpty { lines.append("  source: \(vector.source)") }
        for note in result.entry.flagNotes { lines.append("  \(note.key.text): \(note.value.string ?? "")") }
        lines.append("  repeat: \(repeatCommand(vector.id))")
        return lines
    }
}

/// Differences in words.
enum DifferenceText {
    /// The maximum number of differences shown per case.
    private static let limit = 20
    /// The maximum number of characters shown of a value.
    private static let width = 240

    /// Returns the expected and the actual value of each difference, as lines.
    static func lines(_ differences: [ValueDifference]) -> [String] {
        var lines: [String] = []
        for difference in differences.prefix(limit) {
            lines.append(difference.path.isEmpty ? "(the whole value)" : difference.path)
            if let hex = HexDifference(difference) {
                lines += hex.lines.map { "  " + $0 }
            } else {
                lines.append("  expected  \(shown(difference.expected))")
                lines.append("  actual    \(shown(difference.actual))")
            }
        }
        if differences.count > limit { lines.append("… and \(differences.count - limit) more") }
        return lines
    }

    /// Returns a value as JSON, shortened.
    static func shown(_ value: JSONValue?) -> String { value.map { shortened($0.description) } ?? "(nothing)" }

    /// Returns a text, shortened.
    static func shortened(_ text: String) -> String {
        SafeText.shortened(text, width)
    }
}
