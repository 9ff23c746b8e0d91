import Reporting
import RongCloud
import WireFormat

/// Judges heartbeats: whether they are sent in time, not too often, and answered.
struct HeartbeatRules: SessionRule {
    static let missing = FindingRule(
        id: "heartbeat-missing",
        severity: .warning,
        title: "The client sent no heartbeat for more than two intervals.",
        basis: pauses
    )
    static let late = FindingRule(
        id: "heartbeat-late",
        severity: .warning,
        title: "A heartbeat came more than half an interval late.",
        basis: pauses
    )
    static let unanswered = FindingRule(
        id: "heartbeat-unanswered",
        severity: .warning,
        title: "The server did not answer a heartbeat.",
        basis:
            "Every PINGREQ has a PINGRESP; SDKs wait for it up to 30 s (v1: 100 s, from 4.5 on: 15 s) and then connect "
            + "anew."
    )
    static let flood = FindingRule(
        id: "heartbeat-flood",
        severity: .warning,
        title: "The client sends heartbeats without a pause.",
        basis: "SDKs send one PINGREQ right after CONNACK and then one an interval: 15 s at least."
    )
    static let rules = [missing, late, unanswered, flood]
    private static let pauses =
        "SDKs send PINGREQ every 30 s (v1: 180 s; from 4.5 on: 15 s; before that, v4 counts from the last PINGRESP; TCP "
        + "form: as CONNECT says)."

    /// The number of heartbeats within ``floodTime`` that makes a flood.
    static let floodCount = 6
    static let floodTime = 5 * CheckTimes.second
    /// The most heartbeats that are remembered while they wait for an answer.
    private static let mostWaiting = 64

    private struct Beat: Sendable {
        var number: Int
        var time: Int64
    }

    /// The frame at which the current interval starts: CONNACK, the latest heartbeat, or its answer.
    private var last: Beat?
    /// The nanoseconds that the next heartbeat may take beyond the interval, because the answer to the last heartbeat
    /// may still arrive.
    private var grace: Int64 = 0
    private var isMissing = false
    /// Whether the server refused the session; a refused session has no heartbeats.
    private var isRefused = false
    private var waiting = HeadedQueue<Beat>()
    /// The number of heartbeats that no longer wait but may still be answered: they timed out, or too many waited.
    private var givenUp = 0
    /// An answer whose heartbeat was not seen, and whether the missing heartbeat counts.
    private var orphan: (pong: Beat, isJudged: Bool)?
    /// The latest heartbeats, and the flood that is going on.
    private var recent: [Beat] = []
    private var flooding: (first: Beat, last: Beat, count: Int)?

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard event.transport != .polling, let type = session.type, !session.isOver else { return }
        let pace = session.pace
        if event.sender == .client, let interval = pace.interval {
            judge(interval, event, isBeat: type == .pingreq, &log)
        }
        let beat = Beat(number: event.number, time: event.time)
        switch type {
        case .connack:
            isRefused = (event.units.rongCloud.layout.status ?? 0) != 0
            begin(at: isRefused ? nil : beat)
        case .pingreq where event.sender == .client && !isRefused:
            begin(at: beat, grace: pace.isFromAnswer ? pace.wait * CheckTimes.second : 0)
        // A session that is joined in the middle begins with its first frame.
        default: if last == nil, !isRefused, type != .connect { begin(at: beat) }
        }
        switch type {
        case .pingreq where event.sender == .client:
            isMissing = false
            if let pong = orphan?.pong, event.time.subtractingSaturated(pong.time) <= CheckTimes.reordering {
                orphan = nil
            } else if event.time > session.disorderUntil {
                if waiting.count < Self.mostWaiting { waiting.append(beat) } else { givenUp += 1 }
            }
            count(beat, session, &log)
        case .pingresp where event.sender == .server: answer(beat, pace, session, &log)
        case .disconnect:
            judgeFlood(session, &log)
            loseFrames()
        default: break
        }
        judgeAnswers(session, isOver: false, &log)
    }

    mutating func loseFrames() {
        begin(at: nil)
        waiting.removeAll()
        givenUp = 0
        orphan = nil
        isMissing = false
        recent = []
        flooding = nil
    }

    mutating func resume(at time: Int64) {
        // The client may have sent heartbeats in time that arrive only now.
        if let beat = last { last?.time = max(beat.time, time) }
        givenUp += waiting.count
        waiting.removeAll()
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        judgeAnswers(session, isOver: true, &log)
        judgeFlood(session, &log)
        guard let last, !isMissing, session.hearsClient, session.form != .polling, let interval = session.pace.interval
        else {
            return
        }
        let passed = session.clientTime.subtractingSaturated(last.time)
        guard passed.subtractingSaturated(grace) > (2 * interval + 1) * CheckTimes.second else { return }
        log.add(
            Self.missing,
            flow: session.flow,
            events: [last.number],
            time: last.time,
            "no PINGREQ for the last \(passed / CheckTimes.second) s of the connection; one is due every \(interval) s"
        )
    }

    private mutating func begin(at beat: Beat?, grace: Int64 = 0) {
        last = beat
        self.grace = grace
    }

    private mutating func judge(
        _ interval: Int64,
        _ event: borrowing Event,
        isBeat: Bool,
        _ log: inout FindingLog
    ) {
        guard let last, !isMissing else { return }
        let passed = event.time.subtractingSaturated(last.time)
        // One second more allows for transit and the timer.
        let most = passed.subtractingSaturated(grace + CheckTimes.second)
        let isTooLong = most > 2 * interval * CheckTimes.second
        guard isTooLong || isBeat && most > interval * CheckTimes.second * 3 / 2 else { return }
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

    private mutating func answer(
        _ pong: Beat,
        _ pace: HeartbeatPace,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        let wait = pace.wait * CheckTimes.second
        // A PINGREQ that timed out is not the one being answered if a later PINGREQ waits.
        while waiting.count > 1, let ping = waiting.first, pong.time.subtractingSaturated(ping.time) > wait {
            waiting.popFirst()
            report(ping, pace, session, &log)
        }
        guard let ping = waiting.popFirst() else {
            if givenUp > 0 {
                givenUp -= 1
            } else if orphan == nil {
                orphan = (pong, !session.isBlind(at: pong.time))
            }
            return
        }
        if pace.isFromAnswer, waiting.isEmpty { begin(at: pong) }
        let waited = pong.time.subtractingSaturated(ping.time)
        guard waited > wait, session.hearsBoth else { return }
        log.add(
            Self.unanswered,
            flow: session.flow,
            events: [ping.number, pong.number],
            time: ping.time,
            "a PINGREQ has its PINGRESP only after \(CheckTimes.milliseconds(waited)) s"
        )
    }

    private mutating func judgeAnswers(_ session: SessionFacts, isOver: Bool, _ log: inout FindingLog) {
        while let ping = waiting.first {
            let pace = session.pace
            guard session.serverTime.subtractingSaturated(ping.time) > pace.wait * CheckTimes.second else { break }
            waiting.popFirst()
            report(ping, pace, session, &log)
        }
        guard let (pong, isJudged) = orphan else { return }
        let waited = isOver ? Int64.max : session.clientTime.subtractingSaturated(pong.time)
        guard waited > CheckTimes.reordering else { return }
        orphan = nil
        guard isJudged, pong.time >= session.clientSince else { return }
        log.add(
            AcknowledgementRules.answerWithoutRequest,
            flow: session.flow,
            events: [pong.number],
            time: pong.time,
            "a PINGRESP answers no PINGREQ that waits"
        )
    }

    private mutating func report(
        _ ping: Beat,
        _ pace: HeartbeatPace,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        givenUp += 1
        guard session.hearsServer else { return }
        log.add(
            Self.unanswered,
            flow: session.flow,
            events: [ping.number],
            time: ping.time,
            "a PINGREQ has no PINGRESP within \(pace.wait) s"
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
