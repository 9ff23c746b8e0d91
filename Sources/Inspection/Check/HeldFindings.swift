import Reporting

/// Findings about what one end left undone, from before that end was heard: in a capture of one direction they say nothing.
struct HeldFindings: Sendable {
    private struct Held: Sendable {
        var rule: FindingRule
        var flow: Int
        var number: Int
        var time: Int64
        var text: String
    }

    /// How many are held at most.
    private let limit: Int
    private var held: [Held] = []

    init(limit: Int) { self.limit = limit }

    /// Holds a finding of an event.
    mutating func hold(_ rule: FindingRule, _ event: borrowing Event, _ text: String) {
        guard held.count < limit else { return }
        held.append(
            Held(rule: rule, flow: event.flow.number, number: event.number, time: event.time, text: text)
        )
    }

    /// Adds what is from before a time, now that the other end is heard.
    ///
    /// What is later and yet came out of the capture first says nothing.
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
        held = []
    }

    mutating func removeAll() { held = [] }
}
