import Reporting
import WireFormat
import WireJSON

/// Gathers the findings of a capture, up to the limits.
struct FindingLog: Sendable {
    /// The capture's name.
    let file: String
    let limits: CheckLimits
    /// Which rules count, and how much.
    let choice: RuleChoice
    private(set) var findings: [Finding] = []
    /// Findings that were not kept, and what was not judged.
    private(set) var omitted = 0
    /// How many findings a rule has on a connection.
    private var counts: [Key: Int] = [:]

    private struct Key: Hashable {
        var rule: String
        var flow: Int
    }

    init(file: String, limits: CheckLimits, choice: RuleChoice = RuleChoice()) {
        self.file = file
        self.limits = limits
        self.choice = choice
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - events: the numbers of the events that show it, the decisive one first.
    ///   - time: of the decisive event, in nanoseconds since 1970.
    ///   - isSum: whether it counts others of its rule, so that it is kept after however many of them.
    mutating func add(
        _ rule: FindingRule,
        severity: Severity? = nil,
        isSum: Bool = false,
        flow: Int,
        events: [Int],
        time: Int64,
        _ text: @autoclosure () -> String,
        details: @autoclosure () -> [JSONMember] = []
    ) {
        guard !choice.isDisabled(rule) else { return }
        let key = Key(rule: rule.id, flow: flow)
        guard findings.count < limits.findings, isSum || counts[key, default: 0] < limits.findingsOfRule else {
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
        let severity = choice.severity(of: rule) ?? severity
        findings.append(Finding(rule, severity: severity, at: place, text(), details: details()))
    }

    /// Counts what was not judged, because there was too much of it or it could not be read, where one of the rules that
    /// would have judged it counts.
    mutating func leaveOut(_ count: Int, of rules: [FindingRule]) {
        if rules.contains(where: { !choice.isDisabled($0) }) { omitted += count }
    }

    /// Takes in what another worker has found.
    ///
    /// - Parameter number: leads from the other worker's count of events to their numbers.
    mutating func merge(_ other: FindingLog, number: (Int) -> Int) {
        omitted += other.omitted
        for var finding in other.findings {
            guard findings.count < limits.findings else {
                omitted += 1
                continue
            }
            if case .events(let file, let flow, let numbers, let time) = finding.place {
                finding.place = .events(file: file, flow: flow, numbers: numbers.map(number), time: time)
            }
            findings.append(finding)
        }
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
