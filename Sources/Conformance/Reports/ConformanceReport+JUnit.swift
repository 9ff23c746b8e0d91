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
        text = "  <testsuite name=\"\(SafeText.markup(name))\" \(counts.attributes)>\n    <properties>\n"
        for (name, value) in properties {
            text += "      <property name=\"\(name)\" value=\"\(SafeText.markup(value))\"/>\n"
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
        let stale = staleness.map { stale in
            Self.failure(stale.id, stale.kind.rawValue, "the list of expected failures is out of date: \(stale.text)")
        }
        if !stale.isEmpty {
            suites.append(JUnitSuite("\(title): expected failures", properties: properties, stale))
        }
        if let emptiness {
            let failure = Self.failure("some case passes", "empty", emptiness)
            suites.append(JUnitSuite("\(title): the run", properties: properties, [failure]))
        }
        return suites
    }

    /// A test case that is no vector, and fails.
    private static func failure(_ name: String, _ type: String, _ message: String) -> (JUnitCounts, String) {
        let group = type == "empty" ? "the run" : "expected failures"
        return (
            JUnitCounts(tests: 1, failures: 1),
            "    <testcase \(attributes(name, group, 0))>\n"
                + "      <failure type=\"\(type)\" message=\"\(SafeText.markup(message))\"/>\n    </testcase>\n"
        )
    }

    private static func attributes(_ name: String, _ group: String, _ seconds: Double) -> String {
        "name=\"\(SafeText.markup(name))\" classname=\"\(SafeText.markup(group))\" "
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
            inner = "<skipped message=\"\(SafeText.markup(result.note ?? "not supported by the adapter"))\"/>"
        case .expectedFailure:
            counts.skipped = 1
            inner = "<skipped message=\"\(SafeText.markup("expected failure: \(result.note ?? "")"))\"/>"
        case .failed:
            let failure = result.failure ?? CaseFailure(CaseFailure.Class.difference, "")
            let element = failure.isBreakdown ? "error" : "failure"
            if failure.isBreakdown { counts.errors = 1 } else { counts.failures = 1 }
            let details = described(result).dropFirst().map { SafeText.markup($0) }.joined(separator: "\n")
            inner =
                "<\(element) type=\"\(SafeText.markup(failure.name))\" "
                + "message=\"\(SafeText.markup(failure.text))\">\(details)</\(element)>"
        }
        return (counts, head + ">\n      \(inner)\n    </testcase>\n")
    }
}
