import Reporting

/// A pair of rules that is a rule itself: every call goes to the first rule, then to the second.
///
/// Nested pairs form a list. The list is a type, so the compiler knows each call, and no rule in the list can miss a
/// call.
struct BothRules<First: SessionRule, Second: SessionRule>: SessionRule {
    static var rules: [FindingRule] { First.rules + Second.rules }

    private var first: First
    private var second: Second

    init(limits: CheckLimits) {
        first = First(limits: limits)
        second = Second(limits: limits)
    }

    mutating func begin(_ event: borrowing Event, _ exchange: HTTPExchange) {
        first.begin(event, exchange)
        second.begin(event, exchange)
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        first.observe(event, bytes, session, &log)
        second.observe(event, bytes, session, &log)
    }

    mutating func observeUnreadable(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        first.observeUnreadable(event, bytes, session, &log)
        second.observeUnreadable(event, bytes, session, &log)
    }

    mutating func loseFrames() {
        first.loseFrames()
        second.loseFrames()
    }

    mutating func resume(at time: Int64) {
        first.resume(at: time)
        second.resume(at: time)
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        first.finish(session, &log)
        second.finish(session, &log)
    }
}
