extension ConformanceReport {
    /// The report as JUnit XML: a suite for each group of each run, a test case for each case.
    ///
    /// Crashes, hangs and replies that make no sense are errors, other failures are failures; what is not supported, or
    /// fails as expected, is skipped. Entries of the list of expected failures that are out of date are failures, too.
    package var junit: String {
        let suites = runs.flatMap(\.junitSuites)
        var total = JUnitCounts()
        for suite in suites { total.add(suite.counts) }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"imwire conformance\" \(total.attributes)>\n"
        for suite in suites { text += suite.text }
        return text + "</testsuites>\n"
    }
}

/// What the elements of JUnit XML count.
struct JUnitCounts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var seconds = 0.0

    mutating func add(_ other: JUnitCounts) {
        tests += other.tests
        failures += other.failures
        errors += other.errors
        skipped += other.skipped
        seconds += other.seconds
    }

    var attributes: String {
        "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
            + "time=\"\(Self.shown(seconds))\""
    }

    /// Seconds with six digits, as the format's readers take them.
    static func shown(_ seconds: Double) -> String {
        let micros = Int((max(0, min(seconds, 1e9)) * 1e6).rounded())
        let rest = String(micros % 1_000_000)
        return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
    }
}

/// A `testsuite` element.
struct JUnitSuite {
    var counts = JUnitCounts()
    var text: String

    /// Wraps test cases.
    init(_ name: String, properties: [(String, String)], _ cases: [(counts: JUnitCounts, text: String)]) {
        for entry in cases { counts.add(entry.counts) }
        text = "  <testsuite name=\"\(MarkupText.escaped(name))\" \(counts.attributes)>\n    <properties>\n"
        for (name, value) in properties {
            text += "      <property name=\"\(name)\" value=\"\(MarkupText.escaped(value))\"/>\n"
        }
        text += "    </properties>\n" + cases.map(\.text).joined() + "  </testsuite>\n"
    }
}

extension AdapterRun {
    var junitSuites: [JUnitSuite] {
        let properties = [
            ("adapter", adapter), ("sdk", title), ("vectors", suite), ("unreviewed", "\(unreviewedCount)"),
        ]
        var suites: [JUnitSuite] = []
        var rest = results[...]
        while let group = rest.first?.entry.group {
            let members = rest.prefix { $0.entry.group == group }
            rest = rest.dropFirst(members.count)
            suites.append(JUnitSuite("\(title): \(group)", properties: properties, members.map(junitCase)))
        }
        guard !staleness.isEmpty else { return suites }
        let cases = staleness.map { stale in
            let attributes = Self.attributes(stale.id, "expected failures", 0)
            let message = MarkupText.escaped("the list of expected failures is out of date: \(stale.text)")
            return (
                JUnitCounts(tests: 1, failures: 1),
                "    <testcase \(attributes)>\n"
                    + "      <failure type=\"\(stale.kind.rawValue)\" message=\"\(message)\"/>\n    </testcase>\n"
            )
        }
        return suites + [JUnitSuite("\(title): expected failures", properties: properties, cases)]
    }

    private static func attributes(_ name: String, _ group: String, _ seconds: Double) -> String {
        "name=\"\(MarkupText.escaped(name))\" classname=\"\(MarkupText.escaped(group))\" "
            + "time=\"\(JUnitCounts.shown(seconds))\""
    }

    private func junitCase(_ result: CaseResult) -> (JUnitCounts, String) {
        var counts = JUnitCounts(tests: 1, seconds: result.seconds)
        let head = "    <testcase \(Self.attributes(result.entry.vector.id, result.entry.group, result.seconds))"
        let inner: String
        switch result.status {
        case .passed: return (counts, head + "/>\n")
        case .unsupported:
            counts.skipped = 1
            inner = "<skipped message=\"\(MarkupText.escaped(result.note ?? "not supported by the adapter"))\"/>"
        case .expectedFailure:
            counts.skipped = 1
            inner = "<skipped message=\"\(MarkupText.escaped("expected failure: \(result.note ?? "")"))\"/>"
        case .failed:
            let failure = result.failure ?? CaseFailure(CaseFailure.Class.difference, "")
            let element = failure.isBreakdown ? "error" : "failure"
            if failure.isBreakdown { counts.errors = 1 } else { counts.failures = 1 }
            let details = described(result).dropFirst().map { MarkupText.escaped($0) }.joined(separator: "\n")
            inner =
                "<\(element) type=\"\(MarkupText.escaped(failure.name))\" "
                + "message=\"\(MarkupText.escaped(failure.text))\">\(details)</\(element)>"
        }
        return (counts, head + ">\n      \(inner)\n    </testcase>\n")
    }
}
