import WireJSON

/// Gathers the findings of a capture, up to the limits.
struct FindingLog: Sendable {
    /// The capture's name.
    let file: String
    let limits: CheckLimits
    private(set) var findings: [Finding] = []
    /// Findings that were not kept.
    private(set) var omitted = 0
    /// How many findings a rule has on a connection.
    private var counts: [Key: Int] = [:]

    private struct Key: Hashable {
        var rule: String
        var flow: Int
    }

    init(file: String, limits: CheckLimits) {
        self.file = file
        self.limits = limits
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - events: the numbers of the events that show it, the decisive one first.
    ///   - time: of the decisive event, in nanoseconds since 1970.
    mutating func add(
        _ rule: FindingRule,
        severity: Diagnostic.Severity? = nil,
        flow: Int,
        events: [Int],
        time: Int64,
        _ text: String,
        details: [JSONMember] = []
    ) {
        let key = Key(rule: rule.id, flow: flow)
        guard findings.count < limits.findings, counts[key, default: 0] < limits.findingsOfRule else {
            omitted += 1
            return
        }
        counts[key, default: 0] += 1
        let place = Finding.Place.events(
            file: file,
            flow: flow,
            numbers: Array(events.prefix(limits.evidence)),
            time: time
        )
        findings.append(Finding(rule, severity: severity, at: place, text, details: details))
    }

    /// The findings by the number of their decisive event.
    var sorted: [Finding] {
        func number(_ finding: Finding) -> Int {
            guard case .events(_, _, let numbers, _) = finding.place else { return 0 }
            return numbers.first ?? 0
        }
        return findings.enumerated()
            .sorted { (number($0.element), $0.offset) < (number($1.element), $1.offset) }
            .map(\.element)
    }
}
