/// A report of test results in JUnit's XML, which CI systems read.
package struct JUnitReport: Sendable {
    /// The outcome of a test case.
    package enum Outcome: Hashable, Sendable {
        case passed
        /// The case was not run, or its failure is expected.
        case skipped(message: String)
        /// The case failed: the kind of failure, a sentence, and further text.
        case failure(type: String, message: String, text: String)
        /// The case could not be judged; the values are those of a failure.
        case error(type: String, message: String, text: String)
    }

    /// One test case.
    package struct Case: Sendable {
        package var name: String
        /// The name of the group that the case belongs to.
        package var group: String
        package var seconds: Double
        package var outcome: Outcome

        package init(name: String, group: String, seconds: Double, outcome: Outcome) {
            self.name = name
            self.group = group
            self.seconds = seconds
            self.outcome = outcome
        }
    }

    /// A named group of test cases.
    package struct Suite: Sendable {
        package var name: String
        /// The properties shared by all cases of the suite.
        package var properties: [(name: String, value: String)]
        package var cases: [Case]

        package init(name: String, properties: [(name: String, value: String)] = [], cases: [Case]) {
            self.name = name
            self.properties = properties
            self.cases = cases
        }
    }

    package var name: String
    package var suites: [Suite]

    package init(name: String, suites: [Suite]) {
        self.name = name
        self.suites = suites
    }

    /// The report, with its final line end.
    package var xml: String {
        let counts = suites.map { Counts($0.cases) }
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        xml += "<testsuites name=\"\(SafeText.markup(name))\" \(counts.reduce(Counts(), +).attributes)>\n"
        for (suite, counts) in zip(suites, counts) {
            xml += "  <testsuite name=\"\(SafeText.markup(suite.name))\" \(counts.attributes)>\n"
            if !suite.properties.isEmpty {
                xml += "    <properties>\n"
                for (name, value) in suite.properties {
                    xml += "      <property name=\"\(SafeText.markup(name))\" value=\"\(SafeText.markup(value))\"/>\n"
                }
                xml += "    </properties>\n"
            }
            xml += suite.cases.map(Self.element).joined() + "  </testsuite>\n"
        }
        return xml + "</testsuites>\n"
    }

    private static func element(_ test: Case) -> String {
        let head =
            "    <testcase name=\"\(SafeText.markup(test.name))\" classname=\"\(SafeText.markup(test.group))\" "
            + "time=\"\(shown(test.seconds))\""
        let inner: String
        switch test.outcome {
        case .passed: return head + "/>\n"
        case .skipped(let message): inner = "<skipped message=\"\(SafeText.markup(message))\"/>"
        case .failure(let type, let message, let text): inner = element("failure", type, message, text)
        case .error(let type, let message, let text): inner = element("error", type, message, text)
        }
        return head + ">\n      \(inner)\n    </testcase>\n"
    }

    private static func element(_ name: String, _ type: String, _ message: String, _ text: String) -> String {
        let head = "<\(name) type=\"\(SafeText.markup(type))\" message=\"\(SafeText.markup(message))\""
        guard !text.isEmpty else { return head + "/>" }
        // Line ends stay as they are; other special characters are spelt out.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.markup(String($0)) }
        return head + ">" + lines.joined(separator: "\n") + "</\(name)>"
    }

    /// Returns seconds with six digits after the point, as readers of the format expect.
    package static func shown(_ seconds: Double) -> String {
        let micros = Int((max(0, min(seconds, 1e9)) * 1e6).rounded())
        let rest = String(micros % 1_000_000)
        return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
    }
}

/// The counts in the elements of JUnit's XML.
private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var seconds = 0.0

    init() {}

    init(_ cases: [JUnitReport.Case]) {
        tests = cases.count
        for test in cases {
            seconds += test.seconds
            switch test.outcome {
            case .passed: break
            case .skipped: skipped += 1
            case .failure: failures += 1
            case .error: errors += 1
            }
        }
    }

    static func + (left: Counts, right: Counts) -> Counts {
        var sum = left
        sum.tests += right.tests
        sum.failures += right.failures
        sum.errors += right.errors
        sum.skipped += right.skipped
        sum.seconds += right.seconds
        return sum
    }

    var attributes: String {
        "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
            + "time=\"\(JUnitReport.shown(seconds))\""
    }
}
