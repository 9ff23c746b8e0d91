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
    /// The number of findings beyond the limit, and the time of the first of them.
    private var omitted = (count: 0, time: Int64.max)

    init(limit: Int) { self.limit = limit }

    /// Holds a finding of an event.
    mutating func hold(_ rule: FindingRule, _ event: borrowing Event, _ text: String) {
        guard held.count < limit else {
            omitted = (omitted.count + 1, min(omitted.time, event.time))
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
        if omitted.time <= time { log.leaveOut(omitted.count, of: held.map(\.rule)) }
        removeAll()
    }

    mutating func removeAll() {
        held = []
        omitted = (0, .max)
    }
}
