import Reporting
import WireFormat

/// How long a client of NIM said nothing after its login, held against the heartbeats that it sends.
///
/// How far apart heartbeats are is an option of the SDK. What it is shows in the session, so that pauses are kept and judged at
/// the end of what was seen without a hole.
struct NIMSilence: Sendable {
    /// Something that the client was heard by.
    private struct Sign: Sendable {
        var number: Int
        var time: Int64
    }

    /// A pause longer than heartbeats leave where nobody changed the option.
    private struct Pause: Sendable {
        /// The event that ended it; `nil` at the end of the session.
        var end: Sign?
        /// The one before.
        var start: Sign
        var flow: Int
        var seconds: Int64
    }

    private let limits: CheckLimits
    /// When the client was heard last; `nil` before it has logged in, and once its session is over.
    private var last: Sign?
    private var flow = 0
    private var pauses: [Pause] = []
    /// When the latest heartbeat was sent, before the first one the login.
    private var lastBeat: Int64?
    /// The shortest time between two heartbeats in seconds, and of how many.
    private var shortest = Int64.max
    private var distances = 0

    init(limits: CheckLimits) { self.limits = limits }

    /// The server has let the client in.
    mutating func begin(_ event: borrowing Event) {
        last = Sign(number: event.number, time: event.time)
        flow = event.flow.number
        lastBeat = event.time
    }

    /// The client is heard.
    mutating func hear(_ event: borrowing Event, isHeartbeat: Bool, _ log: inout FindingLog) {
        guard let start = last, event.time > start.time else { return }
        let sign = Sign(number: event.number, time: event.time)
        flow = event.flow.number
        note(from: start, to: event.time, sign, &log)
        last = sign
        guard isHeartbeat, let beat = lastBeat else { return }
        let distance = event.time.subtractingSaturated(beat)
        lastBeat = event.time
        // A heartbeat that was not answered is sent again at once.
        guard distance > 2 * NIMCheck.heartbeatWait else { return }
        shortest = min(shortest, distance / CheckTimes.second)
        distances += 1
    }

    /// The session is over, with a time where that was on purpose of nobody.
    mutating func end(at time: Int64?, _ log: inout FindingLog) {
        if let time, let last { note(from: last, to: time, nil, &log) }
        judge(&log)
        last = nil
        lastBeat = nil
    }

    private mutating func note(from start: Sign, to time: Int64, _ end: Sign?, _ log: inout FindingLog) {
        let seconds = time.subtractingSaturated(start.time) / CheckTimes.second
        guard Self.isTooLong(seconds, NIMCheck.heartbeatInterval) else { return }
        if pauses.count >= limits.requests { judge(&log) }
        pauses.append(Pause(end: end, start: start, flow: flow, seconds: seconds))
    }

    private mutating func judge(_ log: inout FindingLog) {
        // One distance alone may itself be the pause.
        let interval = distances > 1 ? max(shortest, NIMCheck.heartbeatInterval) : NIMCheck.heartbeatInterval
        for pause in pauses where Self.isTooLong(pause.seconds, interval) {
            let last = pause.end ?? pause.start
            let span = pause.end == nil ? "the last \(pause.seconds) s of the session" : "\(pause.seconds) s"
            log.add(
                NIMCheck.heartbeatMissing,
                flow: pause.flow,
                events: pause.end == nil ? [last.number] : [last.number, pause.start.number],
                time: last.time,
                "nothing for \(span); a heartbeat is due every \(interval) s"
            )
        }
        pauses = []
    }

    /// Whether seconds are more than two intervals, and one for the way and the timer.
    private static func isTooLong(_ seconds: Int64, _ interval: Int64) -> Bool { seconds > interval * 2 + 1 }
}
