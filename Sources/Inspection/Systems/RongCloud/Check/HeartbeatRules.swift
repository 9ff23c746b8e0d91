import RongCloud
import WireFormat

/// Heartbeats: whether they come, come in time and are answered.
struct HeartbeatRules: SessionRule {
    static let missing = FindingRule(
        id: "heartbeat-missing",
        severity: .warning,
        title: "The client sent no heartbeat for more than two intervals.",
        basis: "SDKs send PINGREQ every 30 s (v1: 180 s, v5: 15 s; TCP form: as CONNECT says)."
    )
    static let late = FindingRule(
        id: "heartbeat-late",
        severity: .warning,
        title: "A heartbeat came more than half an interval late.",
        basis: "SDKs send PINGREQ every 30 s (v1: 180 s, v5: 15 s; TCP form: as CONNECT says)."
    )
    static let unanswered = FindingRule(
        id: "heartbeat-unanswered",
        severity: .warning,
        title: "The server did not answer a heartbeat.",
        basis: "Every PINGREQ has a PINGRESP; SDKs wait for it up to 30 s (v1: 100 s, v5: 15 s) and then connect anew."
    )
    static let rules = [missing, late, unanswered]

    /// The latest heartbeat, or the frame from which on the interval counts.
    private var last: (number: Int, time: Int64)?
    private var isMissing = false
    private var waiting: (number: Int, time: Int64)?
    private var orphan: (number: Int, time: Int64)?

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard event.transport != .polling, let type = event.frameType else { return }
        if session.hearsClient, let interval = interval(session) {
            judge(interval, event, isBeat: type == .pingreq, &log)
        }
        if last == nil || type == .connack || type == .pingreq { last = (event.number, event.time) }
        judgeAnswers(session, now: event.time, isOver: false, &log)
        switch type {
        case .pingreq:
            isMissing = false
            if orphan != nil {
                orphan = nil
            } else if waiting == nil {
                waiting = (event.number, event.time)
            }
        case .pingresp:
            if waiting == nil, !session.isBlind(at: event.time) { orphan = (event.number, event.time) }
            waiting = nil
        case .disconnect: loseFrames()
        default: break
        }
    }

    mutating func loseFrames() {
        last = nil
        waiting = nil
        orphan = nil
        isMissing = false
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        judgeAnswers(session, now: session.lastTime, isOver: true, &log)
    }

    /// The seconds between heartbeats; `nil` when nobody knows.
    private func interval(_ session: SessionFacts) -> Int64? {
        if session.form == .tcp { return session.keepAlive.flatMap { $0 == 0 ? nil : Int64($0) } }
        switch session.generation {
        case .v1: return 180
        case .v2, .v3, .v4: return 30
        case .v5: return 15
        case nil: return nil
        }
    }

    private mutating func judge(
        _ interval: Int64,
        _ event: borrowing Event,
        isBeat: Bool,
        _ log: inout FindingLog
    ) {
        guard let last, !isMissing else { return }
        let passed = event.time.subtractingSaturated(last.time)
        // A second more, for the way and the timer.
        let isTooLong = passed > (2 * interval + 1) * CheckTimes.second
        guard isTooLong || isBeat && passed > interval * CheckTimes.second * 3 / 2 + CheckTimes.second else { return }
        isMissing = isTooLong
        log.add(
            isTooLong ? Self.missing : Self.late,
            flow: event.flow.number,
            events: [event.number, last.number],
            time: event.time,
            isTooLong
                ? "no PINGREQ for \(passed / CheckTimes.second) s; one is due every \(interval) s"
                : "a PINGREQ after \(passed / CheckTimes.second) s; one is due every \(interval) s"
        )
    }

    private mutating func judgeAnswers(_ session: SessionFacts, now: Int64, isOver: Bool, _ log: inout FindingLog) {
        let wait: Int64 = session.generation == .v1 ? 100 : session.generation == .v5 ? 15 : 30
        if let ping = waiting, now.subtractingSaturated(ping.time) > wait * CheckTimes.second {
            waiting = nil
            guard session.hearsServer else { return }
            log.add(
                Self.unanswered,
                flow: session.flow,
                events: [ping.number],
                time: ping.time,
                "a PINGREQ has no PINGRESP within \(wait) s"
            )
        }
        if let pong = orphan, isOver || now.subtractingSaturated(pong.time) > CheckTimes.reordering {
            orphan = nil
            guard session.hearsClient else { return }
            log.add(
                AcknowledgementRules.answerWithoutRequest,
                flow: session.flow,
                events: [pong.number],
                time: pong.time,
                "a PINGRESP answers no PINGREQ that waits"
            )
        }
    }
}
