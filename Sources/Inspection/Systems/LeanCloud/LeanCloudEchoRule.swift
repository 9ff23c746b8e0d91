import Reporting
import WireFormat

/// Judges whether the JavaScript SDK keeps a connection alive.
struct LeanCloudEchoRule: Sendable {
    /// The seconds between two echos.
    ///
    /// Source: js-realtime-sdk, `src/websocket-plus.js`.
    private static let interval: Int64 = 180

    /// Whether the client's SDK sends echos.
    private var isAsked = false
    /// The latest echo; before the first one, the client's first command.
    private var last: (number: Int, time: Int64)?

    /// Notes the SDK that the client names.
    ///
    /// The SDK of the JSON generation, up to 2.x, sends no echo.
    mutating func take(agent: String) {
        guard agent.hasPrefix("js/"), let version = Int(agent.dropFirst(3).prefix { $0.isNumber }) else { return }
        if version >= 3 { isAsked = true }
    }

    /// Judges the time of a client's command.
    mutating func observe(_ event: borrowing Event, isEcho: Bool, _ log: inout FindingLog) {
        guard isAsked else { return }
        if let last, let passed = Self.silence(from: last.time, to: event.time) {
            log.add(
                LeanCloudCheck.echoMissing,
                flow: event.flow.number,
                events: [event.number, last.number],
                time: event.time,
                "no echo for \(passed) s; one is due every \(Self.interval) s"
            )
            self.last = nil
        }
        if isEcho || last == nil { last = (event.number, event.time) }
    }

    /// Forgets the latest echo, because the missing commands may hold a later one.
    mutating func forget() { last = nil }

    /// Judges the silence at the end of the connection or of the capture.
    func finish(at time: Int64, flow: Int, _ log: inout FindingLog) {
        guard isAsked, let last, let passed = Self.silence(from: last.time, to: time) else { return }
        log.add(
            LeanCloudCheck.echoMissing,
            flow: flow,
            events: [last.number],
            time: last.time,
            "no echo for the last \(passed) s of the connection; one is due every \(Self.interval) s"
        )
    }

    /// Returns the seconds between two times if they exceed two intervals, with one second more for transit and the
    /// timer.
    private static func silence(from start: Int64, to end: Int64) -> Int64? {
        let passed = end.subtractingSaturated(start) / CheckTimes.second
        return passed > interval * 2 + 1 ? passed : nil
    }
}
