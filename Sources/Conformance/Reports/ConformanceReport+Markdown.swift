import Reporting

extension ConformanceReport {
    /// The maximum number of failures that the Markdown report describes for each run.
    static let markdownLimit = 100

    /// The report in Markdown, suitable for the summary of a CI job.
    package var markdown: [String] {
        var lines = ["# Conformance", ""]
        var table = TextTable(["SDK", "Vectors", "Cases", "Passed", "Failed", "Expected", "Not supported"])
        for run in runs { table.append([run.title, run.suite] + run.counts.cells) }
        lines += table.markdown
        if runs.count > 1 { lines += differences }
        for run in runs { lines += [""] + run.markdown }
        return lines
    }

    /// The cases with different results, with a column for each SDK.
    private var differences: [String] {
        let rows = matrix.filter { !$0.isUnanimous }
        guard !rows.isEmpty else { return [] }
        var table = TextTable(["Case", "Level"] + columnTitles)
        for row in rows.prefix(Self.markdownLimit) {
            let words = row.results.map { $0?.status.words ?? "not run" }
            table.append([row.entry.vector.id, row.entry.vector.level.rawValue] + words)
        }
        let rest = rows.count - Self.markdownLimit
        return ["", "## Where they differ", ""] + table.markdown + (rest > 0 ? ["", "… and \(rest) more."] : [])
    }
}

extension CaseResult.Status {
    /// The status in words.
    var words: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .expectedFailure: "expected failure"
        case .unsupported: "not supported"
        }
    }
}

extension ResultCounts {
    /// The counts as cells of a table: all, passed, failed, failed as expected, not supported.
    var cells: [String] {
        ["\(total)"] + CaseResult.Status.allCases.map { "\(self[$0])" }
    }
}

extension AdapterRun {
    var markdown: [String] {
        var lines = ["## \(SafeText.markdown(title))", "", "Adapter: \(SafeText.markdownCode(adapter))", ""]
        var table = TextTable(["Group", "Cases", "Passed", "Failed", "Expected", "Not supported"])
        for (group, counts) in groupCounts { table.append([group] + counts.cells) }
        lines += table.markdown
        let failures = results.filter { $0.status == .failed }
        if !failures.isEmpty {
            var groups = TextTable(["What differs", "Cases", "Such as"])
            for group in failureGroups { groups.append([group.title, group.countText, group.ids.first ?? ""]) }
            lines += ["", "### Failures by what differs", ""] + groups.markdown
        }
        if let unreviewedText { lines += ["", unreviewedText + "."] }
        if !failures.isEmpty { lines += ["", "### Failures"] }
        for result in failures.prefix(ConformanceReport.markdownLimit) {
            lines += [
                "", "#### \(SafeText.markdownCode(result.entry.vector.id)) (\(result.entry.vector.level.rawValue))", "",
            ]
            lines += SafeText.markdownBlock(described(result).dropFirst().map { String($0.dropFirst(2)) })
        }
        if failures.count > ConformanceReport.markdownLimit {
            lines += ["", "… and \(failures.count - ConformanceReport.markdownLimit) more."]
        }
        if !staleness.isEmpty { lines += ["", "### Expected failures that are out of date", ""] }
        lines += staleness.map { "- \(SafeText.markdownCode($0.id)): \(SafeText.markdown($0.text))" }
        if let emptiness { lines += ["", "**Failed**: \(emptiness)."] }
        if !notes.isEmpty { lines.append("") }
        lines += notes.map { "Note: \(SafeText.markdown($0))." }
        return lines
    }
}
