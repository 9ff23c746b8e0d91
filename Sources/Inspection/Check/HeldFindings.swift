import Reporting

/// Findings about omissions of one end, held until that end is heard: a capture of one direction proves no omission.
struct HeldFindings: Sendable {
    private struct Held: Sendable {
        var rule: FindingRule
        var flow: Int
        var number: Int
        var time: Int64
        var text: String
    }

    /// The maximum number of held findings.
    private let limit: Int
    private var held: [Held] = []
    /// The number of findings of each rule beyond the limit, and the time of the first of them, by the rule's id.
    private var omitted: [String: (rule: FindingRule, count: Int, time: Int64)] = [:]

    init(limit: Int) { self.limit = limit }

    /// Holds a finding of an event, unless its rule is disabled.
    mutating func hold(_ rule: FindingRule, _ event: borrowing Event, _ text: String, _ log: borrowing FindingLog) {
        guard log.counts(rule) else { return }
        guard held.count < limit else {
            let known = omitted[rule.id] ?? (rule, 0, .max)
            omitted[rule.id] = (rule, known.count + 1, min(known.time, event.time))
            return
        }
        held.append(
            Held(rule: rule, flow: event.flow.number, number: event.number, time: event.time, text: text)
        )
    }

    /// Adds the findings from before a time, now that the end is heard, and drops the others.
    ///
    /// An event that is later but came out of the capture first proves nothing.
    mutating func release(before time: Int64, _ log: inout FindingLog) {
        for finding in held where finding.time <= time {
            log.add(
                finding.rule,
                flow: finding.flow,
                events: [finding.number],
                time: finding.time,
                finding.text
            )
        }
        // Most of them are no later than the first.
        for entry in omitted.values where entry.time <= time { log.leaveOut(entry.count, of: [entry.rule]) }
        removeAll()
    }

    mutating func removeAll() {
        held = []
        omitted = [:]
    }
}
