import Reporting
package import WireJSON

/// The results of one or several adapters as a report.
package struct ConformanceReport: Sendable {
    /// The format of a report on standard output.
    package enum Format: String, CaseIterable, Sendable {
        /// Counts, then each failure.
        case text
        /// One JSON object of the schema `imwire-conformance/1`.
        case json
    }

    /// The schema of the JSON form.
    package static let schema = "imwire-conformance/1"

    /// The runs, one for each adapter.
    package var runs: [AdapterRun]

    /// Makes a report.
    ///
    /// - Parameter runs: the runs, in the order in which they are shown.
    package init(_ runs: [AdapterRun]) { self.runs = runs }

    /// Whether every run is green.
    package var isGreen: Bool { runs.allSatisfy(\.isGreen) }

    /// The report as a JSON object of the schema `imwire-conformance/1`.
    package var json: JSONValue {
        ["schema": JSONValue(Self.schema), "runs": .array(runs.map(\.json))]
    }
}

/// The number of cases by their outcome, in a group or in all groups.
package struct ResultCounts: Hashable, Sendable {
    /// The number of all cases.
    package var total = 0
    /// The number of cases by status.
    package var byStatus: [CaseResult.Status: Int] = [:]

    /// Returns the number of cases with a status.
    package subscript(_ status: CaseResult.Status) -> Int { byStatus[status] ?? 0 }

    /// Counts a result.
    mutating func add(_ result: CaseResult) {
        total += 1
        byStatus[result.status, default: 0] += 1
    }

    var json: JSONValue {
        var object: JSONValue = ["total": JSONValue(total)]
        for status in CaseResult.Status.allCases { object[status.rawValue] = JSONValue(self[status]) }
        return object
    }
}

extension AdapterRun {
    /// The name of the SDK with its version.
    package var title: String { greeting.version.isEmpty ? greeting.sdk : "\(greeting.sdk) \(greeting.version)" }

    /// The counts of all cases.
    package var counts: ResultCounts {
        var counts = ResultCounts()
        for result in results { counts.add(result) }
        return counts
    }

    /// The counts of each group, in the order of the cases.
    package var groupCounts: [(group: String, counts: ResultCounts)] {
        var groups: [(group: String, counts: ResultCounts)] = []
        for result in results {
            if groups.last?.group != result.entry.group { groups.append((result.entry.group, ResultCounts())) }
            groups[groups.count - 1].counts.add(result)
        }
        return groups
    }

    /// Returns the command that runs one case again.
    package func repeatCommand(_ id: String) -> String {
        let files = vectors.map { "--vectors \(Self.shellQuoted($0)) " }.joined()
        return "imwire conform run --adapter \(Self.shellQuoted(adapter)) \(files)--id \(Self.shellQuoted(id))"
    }

    private static func shellQuoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || [45, 46, 47, 95].contains(byte)
        }
        if isPlain, !text.isEmpty { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The run in one sentence.
    package var summary: String {
        let counts = counts
        var parts = ["\(counts[.passed]) passed", "\(counts[.failed]) failed"]
        if counts[.expectedFailure] > 0 { parts.append("\(counts[.expectedFailure]) failed as expected") }
        if let unreviewedText { parts.append(unreviewedText) }
        if counts[.unsupported] > 0 { parts.append("\(counts[.unsupported]) not supported") }
        if !staleness.isEmpty {
            parts.append(Count.of("expected failure", staleness.count) + " out of date")
        }
        if let emptiness { parts.append(emptiness) }
        if restarts > 0 { parts.append("adapter started again " + Count.of("time", restarts)) }
        return "\(title): " + parts.joined(separator: ", ")
    }
}
