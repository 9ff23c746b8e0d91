import Reporting

/// Judges every session of a capture by all rules.
///
/// Each worker judges the sessions of its own connections. The session of a connection ends when the connection closes;
/// sessions that are still open at the end of the capture are judged up to its last packet, or up to the opening of
/// their client's next connection.
struct CheckConsumer: EventConsumer {
    /// Every rule.
    static let rules = WebSocketRules.all + MessagingSystem.allCases.flatMap(\.rules)

    /// What a session is found by.
    private enum Key {
        case flow(Int)
        case polling(PollingSessionKey)
    }

    private let limits: CheckLimits
    /// The sessions by connection number.
    private var sessions: [Int: CheckedSession] = [:]
    /// The long-polling sessions.
    private var pollingSessions: [PollingSessionKey: CheckedSession] = [:]
    /// The keys of the long-polling sessions on a connection, by connection number.
    private var pollingKeys: [Int: Set<PollingSessionKey>] = [:]
    /// The clocks of connections whose switch to WebSocket was seen, but no frame yet.
    private var switched: [Int: DirectionClocks] = [:]
    /// The latest connection whose session made room for others; a session on it, or on an earlier one, may be resumed.
    private var lastForgotten = 0
    /// The session of the latest event; the next event mostly belongs to the same session.
    private var latest: (flow: Int, session: CheckedSession)?
    /// The clients and the times of the first events of connections that were closed.
    private var closed: [(client: UInt64, start: Int64)] = []
    /// The rules over all connections, indexed by system.
    private var captureRules: [[any CaptureRules]]
    /// The findings so far.
    private(set) var log: FindingLog
    /// The states of the workers, in worker order.
    private var parts: [CheckConsumer] = []

    /// - Parameter file: the capture's name.
    init(file: String, limits: CheckLimits = CheckLimits(), choice: RuleChoice = RuleChoice(of: [])) {
        self.limits = limits
        captureRules = MessagingSystem.allCases.map { $0.captureRules(limits) }
        log = FindingLog(file: file, limits: limits, choice: choice)
    }

    var depth: DecodingDepth { .all }
    var wantsNumbers: Bool { true }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        // The first copy was judged, and it was not the SDK that sent this one.
        if event.isSentAgain { return }
        let system = Int(event.system.rawValue)
        for index in captureRules[system].indices { captureRules[system][index].observe(event, bytes, &log) }
        if case .http(let exchange) = event.kind {
            guard exchange.isUpgrade else { return }
            // A session begins with the switch to WebSocket, or with its first frame.
            guard event.system.watchesUpgrades else { return noteSwitch(event) }
        }
        if case .frame = event.kind {
        } else if event.pollingSession == nil, let keys = pollingKeys[event.flow.number] {
            // A hole may have contained events of any session on the connection.
            for key in keys.sorted() { pollingSessions[key]?.observeShared(event, bytes, &log) }
            return
        }
        if let latest, latest.flow == event.flow.number, event.pollingSession == nil {
            return latest.session.observe(event, bytes, &log)
        }
        let session = session(of: event)
        session.observe(event, bytes, &log)
        latest = event.pollingSession == nil ? (event.flow.number, session) : nil
    }

    mutating func end(_ connection: FlowEnd) {
        if latest?.flow == connection.number { latest = nil }
        switched[connection.number] = nil
        for key in pollingKeys.removeValue(forKey: connection.number) ?? [] {
            guard let session = pollingSessions[key] else { continue }
            session.connections.remove(connection.number)
            if connection.isClosed {
                session.closingTime = max(session.closingTime, connection.lastTime)
            } else {
                session.isOpen = true
            }
        }
        guard let session = sessions[connection.number] else { return }
        session.end(connection, &log)
        guard connection.isClosed else {
            session.isOpen = true
            return
        }
        sessions[connection.number] = nil
        if let client = session.client, closed.count < limits.openings { closed.append((client, session.start)) }
        session.finish(at: connection.lastTime, &log)
    }

    mutating func end(pollingSession key: PollingSessionKey, at time: Int64) {
        pollingSessions[key]?.endPolling(at: time, &log)
    }

    /// Keeps another worker's state until the events' numbers are known.
    mutating func merge(_ other: CheckConsumer) { parts.append(other) }

    /// Judges the remaining sessions at the end of the capture, and merges the workers' findings.
    ///
    /// - Parameters:
    ///   - time: the time of the capture's last packet.
    ///   - numbers: the mapping from the workers' own event counts to event numbers.
    mutating func finish(at time: Int64, numbers: EventNumbers?) {
        var starts: [UInt64: [Int64]] = [:]
        for part in parts { part.addStarts(to: &starts) }
        for (worker, var part) in parts.enumerated() {
            let number = { (own: Int) in numbers?.number(own, of: worker) ?? own }
            part.finishSessions(at: time, starts)
            log.merge(part.log, number: number)
            for (system, rules) in part.captureRules.enumerated() {
                for (index, rule) in rules.enumerated() { captureRules[system][index].merge(rule, number: number) }
            }
        }
        parts = []
        for system in captureRules.indices {
            for index in captureRules[system].indices { captureRules[system][index].finish(&log) }
        }
    }

    /// Returns all findings of a capture that one worker judged alone.
    ///
    /// - Parameters:
    ///   - file: the capture's name.
    ///   - time: the time of the capture's last packet.
    func judgedAlone(file: String, at time: Int64) -> FindingLog {
        var whole = CheckConsumer(file: file, limits: limits)
        whole.merge(self)
        whole.finish(at: time, numbers: nil)
        return whole.log
    }

    /// Adds the times at which clients opened connections.
    private func addStarts(to starts: inout [UInt64: [Int64]]) {
        for (client, start) in closed { starts[client, default: []].append(start) }
        for session in sessions.values {
            if let client = session.client { starts[client, default: []].append(session.start) }
        }
    }

    private mutating func finishSessions(at time: Int64, _ starts: [UInt64: [Int64]]) {
        latest = nil
        let open = Array(sessions.values) + Array(pollingSessions.values)
        for session in open.sorted(by: { $0.lastNumber < $1.lastNumber }) {
            // If all connections were closed, the client may be gone: nothing is due after the last close.
            let isGone = !session.isOpen && session.connections.isEmpty && session.closingTime > .min
            let end = isGone ? session.closingTime : time
            session.finish(at: session.successor(starts).map { min($0, end) } ?? end, &log)
        }
        sessions = [:]
        pollingSessions = [:]
    }

    private mutating func noteSwitch(_ event: borrowing Event) {
        guard switched.count < limits.sessions else { return }
        var clocks = DirectionClocks()
        clocks.take(event)
        switched[event.flow.number] = clocks
    }

    private mutating func session(of event: borrowing Event) -> CheckedSession {
        let flow = event.flow.number
        guard let key = event.pollingSession else {
            if let session = sessions[flow] { return session }
            makeRoom()
            let clocks = switched.removeValue(forKey: flow) ?? DirectionClocks()
            let begins = clocks.sawSwitch || event.flow.sawHandshake && flow > lastForgotten
            let session = CheckedSession(event, limits, clocks, beginsConnection: begins)
            sessions[flow] = session
            return session
        }
        let session: CheckedSession
        if let known = pollingSessions[key] {
            session = known
        } else {
            makeRoom()
            session = CheckedSession(event, limits)
            pollingSessions[key] = session
        }
        if session.connections.count < limits.names, session.connections.insert(flow).inserted {
            makeRoom(on: flow, at: event.time)
            pollingKeys[flow, default: []].insert(key)
        }
        return session
    }

    /// Makes room for a session on a connection: the session idle for longest counts as gone from the connection.
    private mutating func makeRoom(on flow: Int, at time: Int64) {
        guard let keys = pollingKeys[flow], keys.count >= limits.sessionsOfConnection else { return }
        let sessions = keys.compactMap { key in pollingSessions[key].map { (key, $0) } }
        guard let (key, session) = sessions.min(by: { $0.1.lastNumber < $1.1.lastNumber }) else { return }
        forget(key, on: flow)
        session.connections.remove(flow)
        session.closingTime = max(session.closingTime, time)
    }

    /// Makes room for a session: judges and forgets one session in eight, those idle for longest.
    private mutating func makeRoom() {
        guard sessions.count + pollingSessions.count >= limits.sessions else { return }
        latest = nil
        var idle: [(number: Int, key: Key)] = []
        for (flow, session) in sessions { idle.append((session.lastNumber, .flow(flow))) }
        for (key, session) in pollingSessions { idle.append((session.lastNumber, .polling(key))) }
        idle.sort { $0.number < $1.number }
        for leaver in idle.prefix(max(1, limits.sessions / 8)) {
            switch leaver.key {
            case .flow(let flow):
                lastForgotten = max(lastForgotten, flow)
                sessions.removeValue(forKey: flow)?.finish(&log)
            case .polling(let key):
                guard let session = pollingSessions.removeValue(forKey: key) else { continue }
                session.finish(&log)
                for flow in session.connections { forget(key, on: flow) }
            }
        }
    }

    private mutating func forget(_ key: PollingSessionKey, on flow: Int) {
        pollingKeys[flow]?.remove(key)
        if pollingKeys[flow]?.isEmpty == true { pollingKeys[flow] = nil }
    }
}
