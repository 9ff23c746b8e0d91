import LeanCloud
import Reporting
import WireFormat

/// All rules over one connection of LeanCloud.
struct LeanCloudCheck: SessionCheck {
    /// A finding from before the server was heard: in a capture of one direction it says nothing.
    private struct EarlyFinding: Sendable {
        var rule: FindingRule
        var number: Int
        var time: Int64
        var text: String
    }

    private let limits: CheckLimits
    private var flow: Int
    private var lastTime: Int64
    /// Whether the connection was seen from its first command on, and nothing of it is missing.
    private var isWhole: Bool
    /// What is from before this time came out after a hole: its answers may have come out before it.
    private var disorderUntil = Int64.min
    /// When the server was heard first; what was asked before may have its answer where the capture lacks it.
    private var serverSince = Int64.max
    private var hearsServer: Bool { serverSince < .max }
    /// What the client asked first.
    private var firstRequest: Int32?
    private var early: [EarlyFinding] = []
    private var requests: WaitingRequests<Int32>
    /// Peers that are open, and those that were closed with the event that did it.
    private var open: Set<String> = []
    private var closed: (number: Int, time: Int64)?
    /// The peer that was opened first: a command that names none is about it.
    private var first: String?
    private var hasOpening = false
    /// Messages that the server delivered, by conversation: their ids, and the times of the first and the last.
    private var delivered: [String: (ids: Set<String>, first: Int64, last: Int64)] = [:]
    private var watermarks: [String: (number: Int, time: Int64)] = [:]
    /// When the client was heard last, where it sends echo.
    private var lastEcho: (number: Int, time: Int64)?
    private var sendsEcho = false

    init(_ event: borrowing Event, limits: CheckLimits) {
        self.limits = limits
        requests = WaitingRequests(limit: limits.requests)
        flow = event.flow.number
        lastTime = event.time
        let header = event.units.leanCloud.layout.header
        if case .frame = event.kind {
            isWhole =
                event.sender == .client
                && (header.cmd == .login || header.cmd == .session && header.op == Self.open)
            firstRequest = header.i
        } else {
            isWhole = false
        }
    }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        lastTime = max(lastTime, event.time)
        guard case .frame = event.kind, !event.units.leanCloud.isBroken else {
            // What is missing may be the answer to anything.
            isWhole = false
            disorderUntil = lastTime
            requests.removeAll()
            early = []
            lastEcho = nil
            return
        }
        judge(now: event.time, &log)
        if event.sender == .client { observeClient(event, bytes, &log) } else { observeServer(event, bytes, &log) }
    }

    mutating func pass(to time: Int64, _ log: inout FindingLog) { lastTime = max(lastTime, time) }

    mutating func finish(_ log: inout FindingLog) {
        judge(now: lastTime, &log)
    }

    // MARK: Client

    private mutating func observeClient(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        let header = event.units.leanCloud.layout.header
        let name = Self.name(header)
        if let i = header.i, event.time > disorderUntil {
            let request = WaitingRequests<Int32>.Request(number: event.number, flow: flow, time: event.time, name: name)
            requests.insert(i, request)
        }
        switch header.cmd {
        case .session:
            if header.op == Self.open {
                hasOpening = true
                closed = nil
                let agent = event.units.leanCloud.text("ua", bytes)
                if agent.map(Self.isEchoing) == true { sendsEcho = true }
            }
        case .echo, .login, .data, .goaway, nil: break
        case .ack: checkReceipt(event, bytes, &log)
        default: checkOrder(name, event, &log)
        }
        if header.cmd == .read { checkWatermark(event, bytes, &log) }
        checkEcho(event, event.units.leanCloud.layout.isKeepAlive, &log)
    }

    private mutating func checkOrder(_ name: String, _ event: borrowing Event, _ log: inout FindingLog) {
        if let closed {
            // What the client sent before it knew is on the way.
            guard event.time.subtractingSaturated(closed.time) > CheckTimes.crossing else { return }
            log.add(
                Self.sessionOrder,
                flow: flow,
                events: [event.number, closed.number],
                time: event.time,
                "\(name) after the session was closed"
            )
        } else if isWhole, open.isEmpty {
            let state = hasOpening ? "before the answer to session/open" : "before session/open"
            addOnceHeard(Self.sessionOrder, event, "\(name) \(state)", &log)
        }
    }

    private mutating func checkReceipt(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        guard isWhole, let conversation = event.units.leanCloud.text("cid", bytes) else { return }
        let known = delivered[conversation]
        var problem: String?
        if let id = event.units.leanCloud.text("mid", bytes) {
            if known?.ids.contains(id) != true { problem = "message \(id)" }
        } else if let from = event.units.leanCloud.integer("fromts", bytes),
            let to = event.units.leanCloud.integer("tots", bytes)
        {
            if known.map({ to < $0.first || from > $0.last }) ?? true { problem = "the times from \(from) to \(to)" }
        }
        guard let problem else { return }
        let text = "\(problem) in conversation \(conversation): the server delivered no such message on this connection"
        addOnceHeard(Self.ackUnknown, event, text, &log)
    }

    /// Adds a finding about what the server did not do; before it is heard, the finding waits until it is.
    private mutating func addOnceHeard(
        _ rule: FindingRule,
        _ event: borrowing Event,
        _ text: @autoclosure () -> String,
        _ log: inout FindingLog
    ) {
        if hearsServer {
            log.add(rule, flow: flow, events: [event.number], time: event.time, text())
        } else if early.count < limits.requests {
            early.append(EarlyFinding(rule: rule, number: event.number, time: event.time, text: text()))
        }
    }

    /// Adds what the client did before a time, now that the server is heard.
    ///
    /// What is later and yet came out of the capture first says nothing.
    private mutating func addEarly(before time: Int64, _ log: inout FindingLog) {
        for finding in early where finding.time <= time {
            log.add(finding.rule, flow: flow, events: [finding.number], time: finding.time, finding.text)
        }
        early = []
    }

    private mutating func checkWatermark(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        for (conversation, time) in event.units.leanCloud.readMarks(bytes) {
            if let last = watermarks[conversation], time < last.time {
                log.add(
                    Self.watermarkBackwards,
                    flow: flow,
                    events: [event.number, last.number],
                    time: event.time,
                    "conversation \"\(conversation)\" is marked read up to \(time), after \(last.time)"
                )
            } else if watermarks.count < limits.names || watermarks[conversation] != nil {
                watermarks[conversation] = (event.number, time)
            }
        }
    }

    /// Whether an SDK keeps the connection alive with `echo`: the JavaScript SDK of the JSON generation, up to 2.x, does not.
    private static func isEchoing(_ agent: String) -> Bool {
        agent.hasPrefix("js/") && Int(agent.dropFirst(3).prefix { $0.isNumber }).map { $0 >= 3 } ?? false
    }

    private mutating func checkEcho(_ event: borrowing Event, _ isEcho: Bool, _ log: inout FindingLog) {
        guard sendsEcho else { return }
        if let last = lastEcho {
            let passed = event.time.subtractingSaturated(last.time) / CheckTimes.second
            if passed > Self.echoInterval * 2 + 1 {
                log.add(
                    Self.echoMissing,
                    flow: flow,
                    events: [event.number, last.number],
                    time: event.time,
                    "no echo for \(passed) s; one is due every \(Self.echoInterval) s"
                )
                lastEcho = (event.number, event.time)
            }
        }
        if isEcho || lastEcho == nil { lastEcho = (event.number, event.time) }
    }

    // MARK: Server

    private mutating func observeServer(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        let header = event.units.leanCloud.layout.header
        if !hearsServer {
            serverSince = event.time
            // What answers neither the opening nor anything else says that the capture lacks that answer.
            if isWhole, header.i != firstRequest, header.cmd != .error, header.op != Self.opened { isWhole = false }
            if isWhole { addEarly(before: event.time, &log) }
            early = []
        }
        if let i = header.i {
            if !requests.answer(i), isWhole {
                log.add(
                    Self.answerWithoutRequest,
                    flow: flow,
                    events: [event.number],
                    time: event.time,
                    "\(Self.name(header)) with i \(i) answers no command that waits"
                )
            }
        }
        switch header.cmd {
        case .session where header.op == Self.opened:
            let peer = peer(header, event, bytes)
            open.insert(peer)
            first = first ?? peer
            closed = nil
        case .session where header.op == Self.closedOp:
            open.remove(peer(header, event, bytes))
            if open.isEmpty { closed = (event.number, event.time) }
        case .direct, .unread, .logs:
            for message in event.units.leanCloud.layout.messages { deliver(message, event, bytes) }
        default: break
        }
    }

    private func peer(_ header: LeanCloudHeader, _ event: borrowing Event, _ bytes: Span<UInt8>) -> String {
        header.peerId.map { event.units.leanCloud.layout.string($0, of: bytes) } ?? first ?? ""
    }

    private mutating func deliver(_ message: LeanCloudMessage, _ event: borrowing Event, _ bytes: Span<UInt8>) {
        guard let place = message.conversation else { return }
        let conversation = event.units.leanCloud.layout.string(place, of: bytes)
        guard delivered.count < limits.names || delivered[conversation] != nil else {
            // Of more conversations than are remembered nothing can be said.
            isWhole = false
            return
        }
        let time = message.timestamp ?? 0
        var known = delivered[conversation] ?? (ids: [], first: time, last: time)
        if let id = message.id, known.ids.count < limits.messageUIDs {
            known.ids.insert(event.units.leanCloud.layout.string(id, of: bytes))
        }
        known.first = min(known.first, time)
        known.last = max(known.last, time)
        delivered[conversation] = known
    }

    // MARK: Time

    private mutating func judge(now: Int64, _ log: inout FindingLog) {
        guard hearsServer else { return }
        let deadline = now.subtractingSaturated(Self.wait)
        for (i, request) in requests.takeLate(from: isWhole ? .min : serverSince, before: deadline) {
            log.add(
                Self.requestUnanswered,
                flow: flow,
                events: [request.number],
                time: request.time,
                "\(request.name) with i \(i) has no answer within \(Self.wait / CheckTimes.second) s"
            )
        }
    }

    /// How long an SDK waits for an answer.
    private static let wait = 30 * CheckTimes.second
    /// Seconds between two echos.
    private static let echoInterval: Int64 = 180

    private static let open = LeanCloudOp(name: "open")
    private static let opened = LeanCloudOp(name: "opened")
    private static let closedOp = LeanCloudOp(name: "closed")

    private static func name(_ header: LeanCloudHeader) -> String {
        let cmd = header.cmd.map { $0.name ?? "\($0.rawValue)" } ?? "a command"
        return cmd + (header.op.map { "/" + ($0.name ?? "\($0.rawValue)") } ?? "")
    }
}
