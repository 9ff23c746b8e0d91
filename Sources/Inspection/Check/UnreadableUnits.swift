import Reporting
import WireFormat

/// Finds units that the decoder cannot read, for checks without rules of their own about the layout of units.
enum UnreadableUnits {
    /// Adds a finding if the decoder could not read a unit, or a long-polling body that should hold units.
    ///
    /// A unit that the capture cuts off is nobody's fault; one that is beyond the decoder is counted as left out.
    static func judge(_ event: borrowing Event, _ rule: FindingRule, _ log: inout FindingLog) {
        if case .gap = event.kind { return }
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            guard diagnostic.severity == .error, isAboutUnit(diagnostic), diagnostic.code != StreamSide.cutCode
            else { continue }
            guard !diagnostic.isBeyondDecoder else { return log.leaveOut(1, of: [rule]) }
            return log.add(rule, event, diagnostic.text)
        }
    }

    /// Counts a unit that is beyond the decoder as left out, for checks without a rule about units.
    static func leaveOut(_ event: borrowing Event, _ rules: [FindingRule], _ log: inout FindingLog) {
        let isBeyond = event.diagnostics.indices.contains { event.diagnostics[$0].isBeyondDecoder }
        if isBeyond { log.leaveOut(1, of: rules) }
    }

    private static func isAboutUnit(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.code.hasPrefix("frame-") || diagnostic.code.hasPrefix("polling-")
    }
}

extension Diagnostic {
    /// Whether the decoder stopped for a reason of its own: an unsupported coding, or one of its limits.
    ///
    /// This is no fault of client or server, but the unread part was not judged either.
    var isBeyondDecoder: Bool {
        guard ["frame-", "payload-", "polling-", "content-"].contains(where: code.hasPrefix) else { return false }
        return code.hasSuffix("-\(WireError.Code.unsupported.rawValue)")
            || code.hasSuffix("-\(WireError.Code.limit.rawValue)")
    }
}
