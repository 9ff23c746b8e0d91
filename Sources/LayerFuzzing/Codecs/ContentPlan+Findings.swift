package import FuzzInputs
package import Fuzzer
package import WireJSON

extension ContentPlan {
    /// Holds what a checker says of a content against what is to be said.
    package static func compare(
        _ findings: [ContentFinding],
        of text: String,
        with expected: [String],
        _ target: StaticString,
        _ place: Int,
        _ features: inout Features
    ) throws(Violation) {
        let found = findings.map { "\($0.code) \($0.path)" }.sorted()
        for code in found { features.reach(target, code, place) }
        guard found == expected.sorted() else {
            throw Violation("meaning", "a content is judged otherwise: \(text): \(found), not \(expected.sorted())")
        }
        for finding in findings where !(0..<text.utf8.count).contains(finding.offset) {
            throw Violation("meaning", "a finding lies outside of its content: \(finding.code)")
        }
    }
}
