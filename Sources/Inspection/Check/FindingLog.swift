import Reporting
import WireFormat
import WireJSON

/// Collects the findings of a capture, up to the limits.
struct FindingLog: Sendable {
    /// The capture's name.
    let file: String
    let limits: CheckLimits
    /// The choice of rules and of their severities.
    let choice: RuleChoice
    private(set) var findings: [Finding] = []
    /// The number of findings that were not kept and of items that were not judged.
    private(set) var omitted = 0
    /// The number of findings of a rule and a severity on a connection.
    private var counts: [Key: Int] = [:]
    /// The indices of the findings, by severity.
    private var indices: [Severity: [Int]] = [:]

    private struct Key: Hashable {
        var rule: String
        var flow: Int
        var severity: Severity
    }

    init(file: String, limits: CheckLimits, choice: RuleChoice = RuleChoice(of: [])) {
        self.file = file
        self.limits = limits
        self.choice = choice
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - events: the numbers of the events that show the finding, the decisive event first.
    ///   - time: the time of the decisive event, in nanoseconds since 1970.
    ///   - isSum: whether the finding counts other findings of its rule; it is kept beyond the limit of its rule.
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
        let severity = choice.severity(of: rule) ?? severity ?? rule.severity
        let key = Key(rule: rule.id, flow: flow, severity: severity)
        guard isSum || counts[key, default: 0] < limits.findingsOfRule, hasRoom(for: severity) else {
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
        keep(Finding(rule, severity: severity, at: place, text(), details: details()))
    }

    /// Whether there is room for a finding, perhaps in the place of a less severe one.
    private func hasRoom(for severity: Severity) -> Bool {
        findings.count < limits.findings || indices.contains { $0.key < severity && !$0.value.isEmpty }
    }

    /// Keeps a finding; if there is no room, the latest of the least severe findings gives way.
    ///
    /// Otherwise a mass of warnings would hide an error, and the exit code would be 0.
    private mutating func keep(_ finding: Finding) {
        guard findings.count >= limits.findings else {
            indices[finding.severity, default: []].append(findings.count)
            findings.append(finding)
            return
        }
        omitted += 1
        let least = indices.filter { !$0.value.isEmpty }.keys.min()
        guard let least, least < finding.severity, let index = indices[least]?.popLast() else { return }
        findings[index] = finding
        indices[finding.severity, default: []].append(index)
    }

    /// Returns whether findings of a rule are wanted.
    func counts(_ rule: FindingRule) -> Bool { !choice.isDisabled(rule) }

    /// Counts items that were too many or unreadable and so not judged, unless all of their rules are disabled.
    mutating func leaveOut(_ count: Int, of rules: [FindingRule]) {
        if rules.contains(where: { !choice.isDisabled($0) }) { omitted += count }
    }

    /// Merges the findings of another worker.
    ///
    /// - Parameter number: maps an event count of the other worker to the event's number.
    mutating func merge(_ other: FindingLog, number: (Int) -> Int) {
        omitted += other.omitted
        for var finding in other.findings {
            if case .events(let file, let flow, let numbers, let time) = finding.place {
                finding.place = .events(file: file, flow: flow, numbers: numbers.map(number), time: time)
            }
            keep(finding)
        }
    }

    /// The findings, sorted by the number of their decisive event.
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
