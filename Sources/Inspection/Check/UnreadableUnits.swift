import Reporting
import WireFormat

/// Finds units that the decoder cannot read, for checks without rules of their own about the layout of units.
enum UnreadableUnits {
    /// The diagnostics that are nobody's fault: a unit that the capture cuts off, and limits of this program.
    private static let excused: Set<String> = ["frame-cut", "frame-limit"]

    /// Adds a finding if the decoder could not read a unit.
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
