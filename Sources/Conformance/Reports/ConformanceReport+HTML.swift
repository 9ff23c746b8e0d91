import Reporting

extension ConformanceReport {
    /// The report as an HTML page: a row for each case, a column for each SDK.
    ///
    /// The page is one file that needs no network, and can be sorted and filtered.
    package var html: String {
        var page = TablePage(
            title: "Conformance",
            columns: [
                .init(title: "Case"), .init(title: "Group", filter: .choice), .init(title: "Level", filter: .choice),
                .init(title: "What it can catch"),
            ]
        )
        page.columns += columnTitles.map { .init(title: $0, filter: .choice) }
        if runs.count > 1 { page.columns.append(.init(title: "Agreement", filter: .choice)) }
        page.summary.titles = ["SDK", "Adapter", "Vectors", "Cases", "Passed", "Failed", "Expected", "Not supported"]
        page.summary.rows = runs.map { [$0.title, $0.adapter, $0.suite] + $0.counts.cells }
        for run in runs {
            page.notes += run.staleness.map { "\(run.title): expected failure \($0.id) is out of date: \($0.text)" }
            page.notes += run.unreviewedText.map { ["\(run.title): \($0)"] } ?? []
            page.notes += run.failureGroups.map { "\(run.title): \($0.title): \($0.countText)" }
            if let emptiness = run.emptiness { page.notes.append("\(run.title): failed, \(emptiness)") }
            page.notes += run.notes.map { "\(run.title): \($0)" }
        }
        page.rows = matrix.map { row in
            let vector = row.entry.vector
            var cells: [TablePage.Cell] = [
                .init(vector.id), .init(row.entry.group), .init(vector.level.rawValue),
                .init(vector.comment + (vector.flags.isEmpty ? "" : " [\(vector.flags.joined(separator: ", "))]")),
            ]
            cells += zip(runs, row.results).map { run, result in Self.cell(result, of: run) }
            if runs.count > 1 { cells.append(.init(row.isUnanimous ? "all alike" : "differs")) }
            return cells
        }
        return page.html
    }

    /// The names of the SDKs; if two have the same name, the adapter's command is added.
    var columnTitles: [String] {
        runs.map { run in
            runs.count { $0.title == run.title } > 1 ? "\(run.title) (\(run.adapter))" : run.title
        }
    }

    private static func cell(_ result: CaseResult?, of run: AdapterRun) -> TablePage.Cell {
        guard let result else { return TablePage.Cell("not run", look: "none") }
        let note = result.note.map { [$0] } ?? []
        switch result.status {
        case .passed: return TablePage.Cell("passed", key: "passed", look: "good", details: note)
        case .unsupported: return TablePage.Cell("not supported", key: "not supported", look: "none", details: note)
        case .expectedFailure:
            let text = result.failure.map { ["\($0.name): \($0.text)"] } ?? []
            return TablePage.Cell("expected failure", key: "expected failure", look: "mild", details: note + text)
        case .failed:
            return TablePage.Cell(
                "failed: \(result.failure?.name ?? "")",
                key: "failed",
                look: "bad",
                details: run.described(result).dropFirst(2).map { String($0.dropFirst(2)) }
            )
        }
    }
}

/// A case with its result in each run.
struct MatrixRow {
    /// The case.
    var entry: VectorSuite.Entry
    /// The result of each run; `nil` if the run did not include the case.
    var results: [CaseResult?]

    /// Whether all runs ended in the same way.
    var isUnanimous: Bool { Set(results.map { $0?.status }).count == 1 }
}

extension ConformanceReport {
    /// The cases of all runs, in the order of the first run that includes them.
    var matrix: [MatrixRow] {
        var rows: [MatrixRow] = []
        var places: [String: Int] = [:]
        for (column, run) in runs.enumerated() {
            for result in run.results {
                let id = result.entry.vector.id
                if places[id] == nil {
                    places[id] = rows.count
                    rows.append(MatrixRow(entry: result.entry, results: Array(repeating: nil, count: runs.count)))
                }
                if let place = places[id] { rows[place].results[column] = result }
            }
        }
        return rows
    }
}
