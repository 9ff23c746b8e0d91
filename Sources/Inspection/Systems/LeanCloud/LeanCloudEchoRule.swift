import WireFormat

/// Judges whether the JavaScript SDK keeps a connection alive.
struct LeanCloudEchoRule: Sendable {
    /// The seconds after which the client's SDK sends an echo; `nil` if the SDK sends none.
    ///
    /// Source: js-realtime-sdk, `src/websocket-plus.js`: since 3.5 every 180 s; before, after 60 s without a message.
    /// 2.x (`src/realtime.js` of the branch v2) sends `{}` instead.
    private var interval: Int64?
    /// Whether a message of the server puts off the next echo.
    private var isPutOff = false
    /// Whether the SDK sends one keep-alive after a message of the server, and the next one only after another message.
    private var isSingle = false
    private var hearsServer = false
    /// The event from which the interval counts: the latest echo, before the first one the client's first command, and
    /// up to 3.4 also a later command of the server; up to 2.x only a command of the server.
    private var last: (number: Int, time: Int64)?

    /// Notes the SDK that the client names.
    mutating func take(agent: String) {
        guard agent.hasPrefix("js/") else { return }
        let parts = agent.dropFirst(3).split(separator: ".", maxSplits: 2)
        guard let major = parts.first.flatMap({ Int($0.prefix { $0.isNumber }) }), major >= 2 else { return }
        isSingle = major == 2
        isPutOff = isSingle || major == 3 && parts.count > 1 && (Int(parts[1]) ?? 5) < 5
        interval = isPutOff ? 60 : 180
    }

    /// Notes a command of the server, which may put off the next echo.
    ///
    /// - Parameter isClosing: whether the command ends the session, after which a client of 2.x leaves.
    mutating func hearServer(_ event: borrowing Event, isClosing: Bool, _ log: inout FindingLog) {
        hearsServer = true
        guard isPutOff, isSingle || last != nil, event.time > last?.time ?? .min else { return }
        judge(event, &log)
        last = isSingle && isClosing ? nil : (event.number, event.time)
    }

    /// Judges the time of a client's command.
    mutating func observe(_ event: borrowing Event, isEcho: Bool, _ log: inout FindingLog) {
        guard interval != nil else { return }
        judge(event, &log)
        if isSingle {
            if isEcho { last = nil }
        } else if isEcho || last == nil {
            last = (event.number, event.time)
        }
    }

    /// Judges the silence up to an event, and forgets its start if it was too long.
    private mutating func judge(_ event: borrowing Event, _ log: inout FindingLog) {
        guard let interval, isJudged, let last, let passed = Self.silence(from: last.time, to: event.time, interval)
        else { return }
        log.add(
            LeanCloudCheck.echoMissing,
            flow: event.flow.number,
            events: [event.number, last.number],
            time: event.time,
            isSingle
                ? "no {} for \(passed) s after a message of the server; it is due after \(interval) s"
                : "no echo for \(passed) s; one is due every \(interval) s"
        )
        self.last = nil
    }

    /// Judges the silence up to an event after which the client goes to another connection.
    mutating func end(_ event: borrowing Event, _ log: inout FindingLog) {
        judge(event, &log)
        interval = nil
    }

    /// Forgets the latest echo, because the missing commands may hold a later one.
    mutating func forget() { last = nil }

    /// Judges the silence at the end of the connection or of the capture.
    func finish(at time: Int64, flow: Int, _ log: inout FindingLog) {
        guard let interval, isJudged, let last, let passed = Self.silence(from: last.time, to: time, interval) else {
            return
        }
        log.add(
            LeanCloudCheck.echoMissing,
            flow: flow,
            events: [last.number],
            time: last.time,
            isSingle
                ? "no {} for the last \(passed) s of the connection; it is due \(interval) s after a message of the server"
                : "no echo for the last \(passed) s of the connection; one is due every \(interval) s"
        )
    }

    /// Whether the capture has what may put off an echo.
    private var isJudged: Bool { !isPutOff || hearsServer }

    /// Returns the seconds between two times if they exceed two intervals, with one second more for transit and the
    /// timer.
    private static func silence(from start: Int64, to end: Int64, _ interval: Int64) -> Int64? {
        let passed = end.subtractingSaturated(start) / CheckTimes.second
        return passed > interval * 2 + 1 ? passed : nil
    }
}
