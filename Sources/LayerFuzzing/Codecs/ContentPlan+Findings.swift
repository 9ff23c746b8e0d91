package import FuzzInputs
package import Fuzzer
package import WireJSON

extension ContentPlan {
    /// Compares the findings of a checker about a content with the expected ones.
    package static func compare(
        _ findings: [ContentFinding],
        of text: String,
        with expected: [String],
        _ target: StaticString,
        _ place: Int,
        _ features: inout Features
    ) throws(Violation) {
        var rest = expected
        for finding in findings {
            let code = "\(finding.code) \(finding.path)"
            features.reach(target, code, place)
            // For findings about all contents, the plan has the severity, too.
            guard let found = rest.firstIndex(where: { $0 == code || $0 == "\(finding.severity) \(code)" }) else {
                throw Violation(.meaning, "a content is judged otherwise: \(text): \(finding.severity) \(code)")
            }
            rest.remove(at: found)
        }
        guard rest.isEmpty else {
            throw Violation(.meaning, "a content is judged otherwise: \(text): nothing is said of \(rest)")
        }
        for finding in findings where !(0..<text.utf8.count).contains(finding.offset) {
            throw Violation(.meaning, "a finding lies outside of its content: \(finding.code)")
        }
    }
}
