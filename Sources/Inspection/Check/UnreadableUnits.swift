import Reporting
import WireFormat

/// Units that are none of their system's, for checks that have no rules of their own about the layout of units.
enum UnreadableUnits {
    /// What nobody has to answer for: a unit that the capture cuts off, and limits of this program.
    private static let excused: Set<String> = ["frame-cut", "frame-limit"]

    /// Finds a unit that the decoder could not read.
    static func judge(_ event: borrowing Event, _ rule: FindingRule, _ log: inout FindingLog) {
        if case .gap = event.kind { return }
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            guard diagnostic.severity == .error, diagnostic.code.hasPrefix("frame-"), !excused.contains(diagnostic.code)
            else { continue }
            return log.add(rule, event, diagnostic.text)
        }
    }
}
