import Reporting

extension ConformanceReport {
    /// The report as JUnit XML: a suite for each group of each run, a test case for each case.
    ///
    /// Crashes, hangs and malformed replies are errors, other failures are failures; unsupported operations and
    /// expected failures are skipped. Outdated entries of the list of expected failures are failures too.
    package var junit: String {
        JUnitReport(name: "imwire conformance", suites: runs.flatMap(\.junitSuites)).xml
    }
}

extension AdapterRun {
    fileprivate var junitSuites: [JUnitReport.Suite] {
        let properties = [
            (name: "adapter", value: adapter), ("sdk", title), ("vectors", suite), ("unreviewed", "\(unreviewedCount)"),
        ]
        var suites: [JUnitReport.Suite] = []
        func add(_ name: String, _ cases: [JUnitReport.Case]) {
            suites.append(JUnitReport.Suite(name: "\(title): \(name)", properties: properties, cases: cases))
        }
        var rest = results[...]
        while let group = rest.first?.entry.group {
            let members = rest.prefix { $0.entry.group == group }
            rest = rest.dropFirst(members.count)
            add(group, members.map(junitCase))
        }
        if !staleness.isEmpty {
            let name = "expected failures"
            add(
                name,
                staleness.map { stale in
                    let message = "the list of expected failures is out of date: \(stale.text)"
                    return Self.failure(stale.id, name, stale.kind.rawValue, message)
                }
            )
        }
        if let emptiness { add("the run", [Self.failure("some case passes", "the run", "empty", emptiness)]) }
        return suites
    }

    /// Makes a failed test case that is not a vector.
    private static func failure(
        _ name: String,
        _ group: String,
        _ type: String,
        _ message: String
    ) -> JUnitReport.Case {
        JUnitReport.Case(
            name: name,
            group: group,
            seconds: 0,
            outcome: .failure(type: type, message: message, text: "")
        )
    }

    private func junitCase(_ result: CaseResult) -> JUnitReport.Case {
        let outcome: JUnitReport.Outcome
        switch result.status {
        case .passed: outcome = .passed
        case .unsupported: outcome = .skipped(message: result.note ?? "not supported by the adapter")
        case .expectedFailure: outcome = .skipped(message: "expected failure: \(result.note ?? "")")
        case .failed:
            let failure = result.failure ?? CaseFailure(CaseFailure.Class.difference, "")
            let text = described(result).dropFirst().joined(separator: "\n")
            outcome =
                failure.isBreakdown
                ? .error(type: failure.name, message: failure.text, text: text)
                : .failure(type: failure.name, message: failure.text, text: text)
        }
        return JUnitReport.Case(
            name: result.entry.vector.id,
            group: result.entry.group,
            seconds: result.seconds,
            outcome: outcome
        )
    }
}
