/// Results as JUnit's XML, which CI systems read.
package enum JUnitReport {
    /// One test case: a name, the seconds it took, and why it failed.
    package struct Case: Sendable {
        /// What was tested.
        package var name: String
        /// Seconds.
        package var seconds: Double
        /// Each failure as its kind and its text.
        package var failures: [(kind: String, text: String)]

        /// Makes a case.
        package init(name: String, seconds: Double, failures: [(kind: String, text: String)]) {
            self.name = name
            self.seconds = seconds
            self.failures = failures
        }
    }

    /// The XML of a suite.
    package static func xml(suite: String, _ cases: [Case]) -> String {
        let failed = cases.count { !$0.failures.isEmpty }
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        xml += "<testsuite name=\"\(escaped(suite))\" tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"0\">\n"
        for test in cases {
            xml +=
                "  <testcase classname=\"\(escaped(suite))\" name=\"\(escaped(test.name))\" time=\"\(seconds(test.seconds))\""
            guard !test.failures.isEmpty else {
                xml += "/>\n"
                continue
            }
            let text = test.failures.map { "\($0.kind): \($0.text)" }.joined(separator: "\n")
            let message = test.failures.map(\.kind).joined(separator: ", ")
            xml += ">\n    <failure message=\"\(escaped(message))\">\(escaped(text))</failure>\n  </testcase>\n"
        }
        return xml + "</testsuite>\n"
    }

    /// Seconds with three digits after the point.
    private static func seconds(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }

    /// Text as XML 1.0 allows it: markup escaped, characters that XML has no place for as U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
