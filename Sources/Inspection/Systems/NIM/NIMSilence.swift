import WireFormat

/// Judges how long a NIM client sends nothing after its login, compared with the interval of its heartbeats.
///
/// The interval is an option of the SDK, and only the session shows it. So pauses are kept, and judged at the end of
/// each part without a hole.
struct NIMSilence: Sendable {
    /// An event of the client.
    private struct Sign: Sendable {
        var number: Int
        var time: Int64
    }

    /// A pause longer than the default interval of heartbeats allows.
    private struct Pause: Sendable {
        /// The event that ended the pause; `nil` at the end of the session.
        var end: Sign?
        /// The last event before the pause.
        var start: Sign
        var flow: Int
        var seconds: Int64
    }

    private let limits: CheckLimits
    /// The latest event of the client; `nil` before the login, and after the end of the session.
    private var last: Sign?
    private var flow = 0
    private var pauses: [Pause] = []
    /// The time of the latest heartbeat, or of the login before the first heartbeat.
    private var lastBeat: Int64?
    /// The shortest distance between two heartbeats, in seconds, and the number of distances.
    private var shortest = Int64.max
    private var distances = 0

    init(limits: CheckLimits) { self.limits = limits }

    /// Starts at the server's acceptance of the login.
    mutating func begin(_ event: borrowing Event) {
        last = Sign(number: event.number, time: event.time)
        flow = event.flow.number
        lastBeat = event.time
    }

    /// Notes an event of the client.
    mutating func hear(_ event: borrowing Event, isHeartbeat: Bool, _ log: inout FindingLog) {
        guard let start = last, event.time > start.time else { return }
        let sign = Sign(number: event.number, time: event.time)
        flow = event.flow.number
        note(from: start, to: event.time, sign, &log)
        last = sign
        guard isHeartbeat, let beat = lastBeat else { return }
        let distance = event.time.subtractingSaturated(beat)
        lastBeat = event.time
        // An unanswered heartbeat is repeated at once.
        guard distance > 2 * NIMCheck.heartbeatWait else { return }
        shortest = min(shortest, distance / CheckTimes.second)
        distances += 1
    }

    /// Ends the pause that an interruption of the connection may explain.
    mutating func resume(at time: Int64) {
        if let sign = last { last?.time = max(sign.time, time) }
    }

    /// Ends the session.
    ///
    /// The time is given if neither end ended it on purpose, so that the last pause counts.
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
        // A single distance may itself be the pause.
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

    /// Whether the seconds exceed two intervals, with one second more for transit and the timer.
    private static func isTooLong(_ seconds: Int64, _ interval: Int64) -> Bool { seconds > interval * 2 + 1 }
}
