import RongCloud
import WireFormat

/// All rules over one session of RongCloud.
struct RongCloudCheck: SessionCheck {
    /// The kinds of rules, in the order in which they see an event.
    static let kinds: [any SessionRule.Type] = [
        AcknowledgementRules.self, HeartbeatRules.self, PullRules.self, DeliveryRules.self, DisconnectRule.self,
        RateRule.self, ContentRules.self, PayloadRules.self, ClockRule.self, StatusRule.self,
    ]

    private var facts: SessionFacts
    var lastNumber: Int { facts.lastNumber }
    private var rules: [any SessionRule]

    /// A session that begins with an event.
    init(_ event: borrowing Event, limits: CheckLimits) {
        let isStart = event.frameType == .connect || event.frameType == .connack
        facts = SessionFacts(
            flow: event.flow.number,
            form: event.transport.form,
            lastNumber: event.number,
            lastTime: event.time,
            // Who joins in the middle has not seen the requests that the first answers belong to.
            blindUntil: isStart ? .min : event.time.addingSaturated(CheckTimes.blindness)
        )
        rules = Self.kinds.map { $0.init(limits: limits) }
    }

    /// Takes an event of the session in.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        facts.flow = event.flow.number
        facts.lastNumber = event.number
        facts.lastTime = max(facts.lastTime, event.time)
        guard isWhole(event) else {
            facts.blindUntil = facts.lastTime.addingSaturated(CheckTimes.blindness)
            for index in rules.indices { rules[index].loseFrames() }
            // What the decoder says about it still counts.
            report(event, bytes, &log)
            return
        }
        if event.sender == .client { facts.hearsClient = true } else { facts.hearsServer = true }
        facts.generation = event.units.rongCloud.generation ?? facts.generation
        if event.frameType == .connect { facts.keepAlive = event.units.rongCloud.layout.keepAlive }
        for index in rules.indices { rules[index].observe(event, bytes, facts, &log) }
    }

    /// Judges what is left at the end.
    mutating func finish(_ log: inout FindingLog) {
        for index in rules.indices { rules[index].finish(facts, &log) }
    }

    private func isWhole(_ event: borrowing Event) -> Bool {
        guard case .frame = event.kind else { return false }
        guard event.diagnostics.worst == .error else { return true }
        return !event.diagnostics.indices.contains { index in
            event.diagnostics[index].severity == .error && event.diagnostics[index].code.hasPrefix("frame-")
        }
    }

    private func report(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        var rule = PayloadRules(limits: log.limits)
        rule.observe(event, bytes, facts, &log)
    }
}
