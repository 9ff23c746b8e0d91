import Reporting
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
    static let flood = FindingRule(
        id: "heartbeat-flood",
        severity: .warning,
        title: "The client sends heartbeats without a pause.",
        basis: "SDKs send one PINGREQ right after CONNACK and then one an interval: 15 s at least."
    )
    static let rules = [missing, late, unanswered, flood]

    /// Heartbeats within ``floodTime`` that are too many.
    static let floodCount = 6
    static let floodTime = 5 * CheckTimes.second
    /// Heartbeats that wait for their answer at the same time and are remembered.
    private static let mostWaiting = 64

    private struct Beat: Sendable {
        var number: Int
        var time: Int64
    }

    /// The latest heartbeat, or the frame from which on the interval counts.
    private var last: Beat?
    private var isMissing = false
    private var waiting: [Beat] = []
    private var orphan: Beat?
    /// The latest heartbeats, and how many follow each other closely.
    private var recent: [Beat] = []
    private var flooding: (first: Beat, last: Beat, count: Int)?

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard event.transport != .polling, let type = session.type else { return }
        if event.sender == .client, let interval = interval(session) {
            judge(interval, event, isBeat: type == .pingreq, &log)
        }
        let beat = Beat(number: event.number, time: event.time)
        if last == nil || type == .connack || type == .pingreq && event.sender == .client { last = beat }
        switch type {
        case .pingreq where event.sender == .client:
            isMissing = false
            if let pong = orphan, event.time.subtractingSaturated(pong.time) <= CheckTimes.reordering {
                orphan = nil
            } else if waiting.count < Self.mostWaiting, event.time > session.disorderUntil {
                waiting.append(beat)
            }
            count(beat, session, &log)
        case .pingresp where event.sender == .server: answer(beat, session, &log)
        case .disconnect:
            judgeFlood(session, &log)
            loseFrames()
        default: break
        }
        judgeAnswers(session, isOver: false, &log)
    }

    mutating func loseFrames() {
        last = nil
        waiting = []
        orphan = nil
        isMissing = false
        recent = []
        flooding = nil
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        judgeAnswers(session, isOver: true, &log)
        judgeFlood(session, &log)
        guard let last, !isMissing, session.hearsClient, session.form != .polling, let interval = interval(session)
        else {
            return
        }
        let passed = session.clientTime.subtractingSaturated(last.time)
        guard passed > (2 * interval + 1) * CheckTimes.second else { return }
        log.add(
            Self.missing,
            flow: session.flow,
            events: [last.number],
            time: last.time,
            "no PINGREQ for the last \(passed / CheckTimes.second) s of the connection; one is due every \(interval) s"
        )
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
            event,
            with: [last.number],
            isTooLong
                ? "no PINGREQ for \(passed / CheckTimes.second) s; one is due every \(interval) s"
                : "a PINGREQ after \(passed / CheckTimes.second) s; one is due every \(interval) s"
        )
    }

    // MARK: Answers

    /// How long an SDK waits for the answer to a heartbeat.
    private func wait(_ session: SessionFacts) -> Int64 {
        (session.generation == .v1 ? 100 : session.generation == .v5 ? 15 : 30) * CheckTimes.second
    }

    private mutating func answer(_ pong: Beat, _ session: SessionFacts, _ log: inout FindingLog) {
        guard !waiting.isEmpty else {
            if !session.isBlind(at: pong.time), orphan == nil { orphan = pong }
            return
        }
        // One that nobody answered in time is not the one that this answers, when there is a later one.
        while waiting.count > 1, pong.time.subtractingSaturated(waiting[0].time) > wait(session) {
            report(waiting.removeFirst(), session, &log)
        }
        let ping = waiting.removeFirst()
        let waited = pong.time.subtractingSaturated(ping.time)
        guard waited > wait(session), session.hearsBoth else { return }
        log.add(
            Self.unanswered,
            flow: session.flow,
            events: [ping.number, pong.number],
            time: ping.time,
            "a PINGREQ has its PINGRESP only after \(waited / CheckTimes.second) s"
        )
    }

    private mutating func judgeAnswers(_ session: SessionFacts, isOver: Bool, _ log: inout FindingLog) {
        while let ping = waiting.first, session.serverTime.subtractingSaturated(ping.time) > wait(session) {
            waiting.removeFirst()
            report(ping, session, &log)
        }
        guard let pong = orphan else { return }
        let waited = isOver ? Int64.max : session.clientTime.subtractingSaturated(pong.time)
        guard waited > CheckTimes.reordering else { return }
        orphan = nil
        guard pong.time >= session.clientSince else { return }
        log.add(
            AcknowledgementRules.answerWithoutRequest,
            flow: session.flow,
            events: [pong.number],
            time: pong.time,
            "a PINGRESP answers no PINGREQ that waits"
        )
    }

    private func report(_ ping: Beat, _ session: SessionFacts, _ log: inout FindingLog) {
        guard session.hearsServer else { return }
        let wait = wait(session) / CheckTimes.second
        log.add(
            Self.unanswered,
            flow: session.flow,
            events: [ping.number],
            time: ping.time,
            "a PINGREQ has no PINGRESP within \(wait) s"
        )
    }

    // MARK: Floods

    private mutating func count(_ beat: Beat, _ session: SessionFacts, _ log: inout FindingLog) {
        recent.removeAll { beat.time.subtractingSaturated($0.time) >= Self.floodTime }
        if recent.count >= Self.floodCount { recent.removeFirst() }
        recent.append(beat)
        guard recent.count >= Self.floodCount else { return judgeFlood(session, &log) }
        if let flood = flooding {
            flooding = (flood.first, beat, flood.count + 1)
        } else {
            flooding = (recent[0], beat, recent.count)
        }
    }

    private mutating func judgeFlood(_ session: SessionFacts, _ log: inout FindingLog) {
        guard let flood = flooding else { return }
        flooding = nil
        let passed = flood.last.time.subtractingSaturated(flood.first.time)
        log.add(
            Self.flood,
            flow: session.flow,
            events: [flood.first.number, flood.last.number],
            time: flood.first.time,
            "\(flood.count) PINGREQ in \(CheckTimes.seconds(passed)) s"
        )
    }
}
