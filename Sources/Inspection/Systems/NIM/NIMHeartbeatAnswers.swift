import WireFormat

/// Judges whether the server answers the client's heartbeats, and how fast.
///
/// Answers have no serial, and the SDK lets one heartbeat wait at a time; so only the one that waits is kept.
struct NIMHeartbeatAnswers: Sendable {
    private struct Heartbeat: Sendable {
        var number: Int
        var flow: Int
        var time: Int64
    }

    private var waiting: Heartbeat?
    /// The time of the latest answer.
    private var lastAnswer = Int64.min

    /// Lets a heartbeat wait for its answer, unless another one waits.
    mutating func insert(_ event: borrowing Event) {
        // A heartbeat that came out of the capture after its answer is answered already.
        guard waiting == nil, event.time > lastAnswer else { return }
        waiting = Heartbeat(number: event.number, flow: event.flow.number, time: event.time)
    }

    /// Judges how long the heartbeat that waits has waited for its answer.
    mutating func answer(_ event: borrowing Event, _ log: inout FindingLog) {
        lastAnswer = max(lastAnswer, event.time)
        guard let heartbeat = waiting else { return }
        waiting = nil
        let waited = event.time.subtractingSaturated(heartbeat.time)
        guard waited > NIMCheck.heartbeatWait else { return }
        log.add(
            NIMCheck.heartbeatUnanswered,
            flow: heartbeat.flow,
            events: [heartbeat.number, event.number],
            time: heartbeat.time,
            "the heartbeat has its answer only after \(CheckTimes.milliseconds(waited)) s"
        )
    }

    /// Judges the heartbeat that has waited too long.
    ///
    /// - Parameter heard: the time between the server's first and last packet; outside of it, the capture may lack the
    ///   answer.
    mutating func judge(now: Int64, heard: ClosedRange<Int64>, _ log: inout FindingLog) {
        guard let heartbeat = waiting, heartbeat.time < now.subtractingSaturated(NIMCheck.heartbeatWait),
            heard.contains(heartbeat.time)
        else { return }
        waiting = nil
        log.add(
            NIMCheck.heartbeatUnanswered,
            flow: heartbeat.flow,
            events: [heartbeat.number],
            time: heartbeat.time,
            "the heartbeat has no answer within \(NIMCheck.heartbeatWait / CheckTimes.second) s"
        )
    }

    /// Forgets the heartbeat that waits.
    mutating func forget() { waiting = nil }

    /// Forgets all times, because those that follow are smaller.
    mutating func setClockBack() { self = NIMHeartbeatAnswers() }
}
