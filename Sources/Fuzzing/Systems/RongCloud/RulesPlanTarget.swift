package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireFormat

/// RongCloud sessions whose heartbeats or answers arrive at known times, and the findings of `check`.
///
/// A step of a plan is two bytes: the time before the client's next heartbeat. Other plans are an ``AnswersPlan`` or
/// one of ``RuledPlans``.
package struct RulesPlanTarget: PlanTarget {
    /// `rules-plan`.
    package let name = "rules-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "the rules of check made of a plan: heartbeats and answers, late and missing; messages, rooms, names, recalls, pulls"
    package static let headBytes = 1
    package static let stepBytes = 2

    /// Makes the target.
    package init() {}

    /// The version of an SDK generation, the seconds between its heartbeats, and whether the interval starts at the
    /// answer.
    private static let generations = [
        ("4.2.0", 30, true), ("5.9.0", 15, false), ("2.5.6", 30, false), ("1.0.0", 180, false), ("4.5.0", 15, false),
    ]

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        if let options = input.first, AnswersPlan.isMeant(by: options) {
            return try Self.answers(AnswersPlan(input), &features)
        }
        if let options = input.first, let kind = RuledPlans.meant(by: options) {
            return try Self.compare(kind.init(input), &features)
        }
        var reader = PlanReader(input)
        let (version, interval, isFromAnswer) = Self.generations[reader.below(5)]
        // Long polling needs no heartbeats.
        let isPolling = input.count & 7 == 7
        var session = RuledSession(version: version, isPolling: isPolling)
        var last = session.now - 1000
        // The events of the switch, the CONNACK, and earlier pings with their answers come before a ping's event.
        var expected: [String] = []
        for (number, step) in reader.steps(of: 2, atMost: 40).enumerated() {
            var step = step
            let (coarse, fine) = (step.byte(), step.byte())
            // Intervals around the limits, to the millisecond, but longer than those of a flood.
            let edges = [
                interval, interval * 3 / 2 + 1, interval * 2 + 1, interval * 2, interval * 5 / 2, interval * 3,
            ]
            let milliseconds = max(1500, edges[coarse % 6] * 1000 + (fine - 128) * (coarse & 64 == 0 ? 1 : 100))
            session.wait(milliseconds - 2)
            let passed = Int(session.now - last) / 1000
            if !isPolling, passed > interval * 1500 + 1000 {
                let rule = passed > (2 * interval + 1) * 1000 ? "heartbeat-missing" : "heartbeat-late"
                expected.append("\(3 + 2 * number): [\(rule)]")
            }
            features.reach("rules-plan", coarse % 6, passed.signum() + Features.bucket(passed))
            let beat = session.now
            session.send(true, [0xC0])
            last = isFromAnswer ? session.now : beat
            session.send(false, [0xD0])
        }
        session.close()
        let found = try PlanEvents.check(session.wire.capture()).map(Self.placed)
            .filter { $0.text.hasSuffix("[heartbeat-late]") || $0.text.hasSuffix("[heartbeat-missing]") }
        try PlanMeaning.compare(
            found.map { "\($0.event): \($0.text[($0.text.lastIndex(of: "[") ?? $0.text.startIndex)...])" },
            expected,
            list: "findings on heartbeats"
        )
    }

    /// Compares the findings on late or missing answers, on answers without a request, and on reused ids.
    private static func answers(_ plan: AnswersPlan, _ features: inout Features) throws(Violation) {
        for place in plan.kinds.indices.dropFirst() {
            features.reach("rules-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        let rules = [
            "publish-unacknowledged", "push-unacknowledged", "query-unanswered", "query-unconfirmed",
            "ack-without-publish", "answer-without-request", "ack-unasked", "message-id-reused",
        ]
        let found = try PlanEvents.check(plan.session.wire.capture())
            .filter { line in rules.contains { line.hasSuffix("[\($0)]") } }
            .map(Self.placed)
        for finding in plan.findings {
            features.reach("rules-plan.answer", String(finding.text.filter { !$0.isNumber }.suffix(40)))
        }
        guard found.map(\.event) == found.map(\.event).sorted() else {
            throw Violation(.meaning, "findings do not stand in the order of their events: \(found.map(\.event))")
        }
        // Findings on the same event have no order.
        let sorted = found.sorted { ($0.event, $0.text) < ($1.event, $1.text) }
        try PlanMeaning.compare(
            sorted.map { "\($0.event): \($0.text)" },
            plan.findings.map { "\($0.event): \($0.text)" },
            list: "findings on answers"
        )
    }

    /// Returns the decisive event of a finding, and the finding's text without the severity.
    private static func placed(_ line: String) -> (event: Int, text: String) {
        // The decisive event comes first; the events after it only illustrate the finding.
        let words = line.firstRange(of: "flow 1, event").map { line[$0.upperBound...].drop { !$0.isNumber } } ?? ""
        let head = [": error: ", ": warning: "].compactMap { line.firstRange(of: $0) }.first
        return (Int(words.prefix { $0.isNumber }) ?? -1, String(line[(head?.upperBound ?? line.startIndex)...]))
    }

    /// Returns random plans, plans with answers for each generation, and plans with each silence before the end.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for number in 0..<24 as Range<UInt8> {
            seeds.append([0x10 | number & 7 | (number >> 3) * 0x40] + random.bytes(4 + 3 * Int(number)))
        }
        // Long polling: heartbeats, answers, ids.
        for number in 0..<4 as Range<UInt8> {
            let heads = [number, 0x10 | number, 0x30 | number << 6]
            seeds += heads.map { [$0] + random.bytes(78) }
        }
        return seeds + Self.sessionSeeds(&random)
    }
}
