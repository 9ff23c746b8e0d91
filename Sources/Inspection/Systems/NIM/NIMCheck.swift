import NIM
import Reporting
import WireFormat
import WireJSON

/// All rules over one connection of NIM, or one session over HTTP.
struct NIMCheck: SessionCheck {
    private typealias Requests = WaitingRequests<Int64, Command>

    /// The numbers of a command, which a response repeats.
    struct Command: Hashable, Sendable {
        var sid: Int64
        var cid: Int64
    }

    private let limits: CheckLimits
    /// The account and device that logged in last.
    private(set) var client: UInt64?
    private var lastTime: Int64
    /// The time up to which the session lasted, also in silence.
    private var endTime = Int64.min
    /// Whether the session was seen from its first packet on, and nothing of it is missing.
    private var isWhole: Bool
    /// The time of the latest hole; an earlier event that comes out after the hole may follow its own answer.
    private var disorderUntil = Int64.min
    /// The connections with a hole that was noted.
    private var holed: Set<Int> = []
    private var requests: Requests
    private var orphans: NIMOrphans
    private var heartbeats = NIMHeartbeatAnswers()
    private var silence: NIMSilence
    /// Whether this is a session over HTTP, which ends without a packet.
    private let isPolling: Bool
    /// The times of the client's first and last packet.
    private var firstRequest = Int64.max
    private var lastRequest = Int64.min
    /// The times of the server's first and last packet.
    private var firstAnswer = Int64.max
    private var lastAnswer = Int64.min
    private var kick: (number: Int, time: Int64)?
    private var delivered: NIMMessageIds
    private var sent: NIMMessageIds

    init(_ event: borrowing Event, limits: CheckLimits) {
        self.limits = limits
        requests = Requests(limit: limits.requests)
        orphans = NIMOrphans(limit: limits.requests)
        silence = NIMSilence(limits: limits)
        delivered = NIMMessageIds("idServer", limit: limits.messageUIDs)
        sent = NIMMessageIds("idClient", limit: limits.messageUIDs)
        isPolling = event.pollingSession != nil
        lastTime = event.time
        if case .frame = event.kind, let packet = event.units.nim.packet {
            isWhole = packet.type == .connect || packet.ser == 1
        } else {
            isWhole = false
        }
    }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        lastTime = max(lastTime, event.time)
        guard case .frame = event.kind, let packet = event.units.nim.packet else {
            // A hole may have held the requests of earlier responses; an unreadable unit arrived after the responses.
            UnreadableUnits.judge(event, Self.format, &log)
            if case .gap = event.kind { noteHole(event.flow.number) } else { judgeOrphans(before: .max, &log) }
            return losePackets(&log)
        }
        for index in event.diagnostics.indices where event.diagnostics[index].code == "frame-packet" {
            log.add(Self.format, severity: event.diagnostics[index].severity, event, event.diagnostics[index].text)
        }
        if lacksPackets(before: event) { losePackets(&log) }
        judge(now: event.time, isOver: false, &log)
        if event.sender == .client { observeClient(packet, event, &log) } else { observeServer(packet, event, &log) }
    }

    /// Whether the capture may lack packets before this one, in a hole that was not noted yet.
    ///
    /// A hole on a connection that is not recognised yet is no event. Over HTTP, a hole may lose an answer of one end:
    /// then only packets of the other end follow it, and the request tells the session of the lost answer.
    private mutating func lacksPackets(before event: borrowing Event) -> Bool {
        let isNew = event.isDisordered && noteHole(event.flow.number)
        return event.mayLackUnits || isNew
    }

    /// Notes a connection that has a hole; returns `false` if the connection was noted before, or too many were.
    @discardableResult
    private mutating func noteHole(_ flow: Int) -> Bool {
        holed.count < limits.names && holed.insert(flow).inserted
    }

    /// Forgets everything that waits: the missing packets may hold any answer.
    private mutating func losePackets(_ log: inout FindingLog) {
        isWhole = false
        disorderUntil = lastTime
        requests.removeAll()
        orphans.removeAll()
        heartbeats.forget()
        silence.end(at: nil, &log)
    }

    /// Extends the session through silence, for the client's heartbeats only: answers are due only while the server is
    /// heard.
    mutating func pass(to time: Int64, _ log: inout FindingLog) { endTime = max(endTime, time) }

    mutating func resume(at time: Int64) {
        requests.excuse { _ in true }
        heartbeats.forget()
        silence.resume(at: time)
        if let kick { self.kick?.time = max(kick.time, time) }
    }

    mutating func setClockBack(to time: Int64, _ log: inout FindingLog) {
        (lastTime, endTime) = (time, .min)
        (firstRequest, lastRequest) = (.max, .min)
        (firstAnswer, lastAnswer) = (.max, .min)
        heartbeats.setClockBack()
        kick = nil
        losePackets(&log)
        disorderUntil = .min
    }

    mutating func finish(_ log: inout FindingLog) {
        judge(now: lastTime, isOver: true, &log)
        // A capture without the client's packets proves nothing about its silence.
        let isJudged = !isPolling && lastRequest > .min
        silence.end(at: isJudged ? max(lastTime, endTime) : nil, &log)
    }

    // MARK: Client

    private mutating func observeClient(_ packet: NIMPacket, _ event: borrowing Event, _ log: inout FindingLog) {
        firstRequest = min(firstRequest, event.time)
        lastRequest = max(lastRequest, event.time)
        let command = packet.command(in: event.units.nim.scope)
        let isHeartbeat = packet.direction == .request && command?.name == "heartbeat"
        silence.hear(event, isHeartbeat: isHeartbeat, &log)
        guard packet.direction == .request, let sid = packet.sid, let cid = packet.cid, let serial = packet.ser else {
            return
        }
        let name = Self.name(packet, command)
        if isHeartbeat ? serial != 0 : !(1...32767).contains(serial) {
            add(Self.serialInvalid, event, [event.number], "\(name) has the serial \(serial)", &log)
        }
        // A client that logs out does not go on.
        if let kick, command?.name != "logout", event.time.subtractingSaturated(kick.time) > CheckTimes.crossing {
            let text = "\(name) after the client was kicked"
            add(Self.requestAfterKick, event, [event.number, kick.number], text, &log)
        }
        if command?.name == "login", let login = event.units.nim.body?["login"] {
            let names = ["appKey", "account", "deviceId", "chatroomId"].map { login[$0]?.string ?? "" }
            client = names.joined(separator: " ").fingerprint
        }
        // A client that logs out need not be heard any more.
        if command?.name == "logout" { silence.end(at: nil, &log) }
        if isHeartbeat {
            // No answer is due after a kick, and an earlier heartbeat that comes out after a hole may be answered.
            if kick == nil, event.time > disorderUntil { heartbeats.insert(event) }
        } else {
            awaitAnswer(serial, Command(sid: sid, cid: cid), name, event, &log)
        }
        // Comments, pins and threads refer to messages that were sent before.
        guard command?.service != "msgExtend" else { return }
        for message in event.units.nim.messages where !message.isSystem {
            guard let id = message.idClient, !Self.isSentAgain(message, event) else { continue }
            sent.note(id, event, &log)
        }
    }

    /// Pairs a request with the response that came out of the capture before it, or lets it wait for its response.
    private mutating func awaitAnswer(
        _ serial: Int64,
        _ command: Command,
        _ name: String,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        if let orphan = orphans.take(serial, from: event.time.subtractingSaturated(CheckTimes.earlyAnswer)) {
            guard orphan.command != command else { return }
            let text = "\(orphan.name) with the serial \(serial), which is that of \(name)"
            return add(Self.answerMismatch, event, [orphan.number, event.number], text, &log)
        }
        // The server has ended the session: it may still answer, but need not.
        guard kick == nil else { return requests.excuse(serial) }
        guard event.time > disorderUntil,
            NIMCommand.find(sid: command.sid, cid: command.cid, .response, in: event.units.nim.scope) != nil
        else { return }
        // If the capture lacks the server's packets, the first use may have its answer.
        if let first = requests[serial], lastAnswer > .min {
            let text = "serial \(serial) still belongs to \(first.name), which waits"
            add(Self.serialReused, event, [event.number, first.number], text, &log)
        }
        requests.insert(
            serial,
            Requests.Request(
                number: event.number,
                flow: event.flow.number,
                time: event.time,
                name: name,
                kind: command
            )
        )
    }

    /// Whether a message is marked as sent before.
    private static func isSentAgain(_ message: NIMMessage, _ event: borrowing Event) -> Bool {
        let flag = event.units.nim.body?[message.path]?["resend"]
        return (flag?.int64 ?? flag?.string.flatMap { Int64($0) } ?? 0) != 0
    }

    // MARK: Server

    private mutating func observeServer(_ packet: NIMPacket, _ event: borrowing Event, _ log: inout FindingLog) {
        firstAnswer = min(firstAnswer, event.time)
        lastAnswer = max(lastAnswer, event.time)
        guard packet.direction == .response, let sid = packet.sid, let cid = packet.cid else { return }
        let command = packet.command(in: event.units.nim.scope)
        let name = command?.name
        if name == "heartbeat" { heartbeats.answer(event, &log) }
        if let serial = packet.ser, serial > 0 {
            pair(serial, Command(sid: sid, cid: cid), packet, Self.name(packet, command), event, &log)
        }
        switch name {
        case "login":
            if packet.code == 200 {
                silence.begin(event)
                kick = nil
            }
        case "kicked":
            kick = (event.number, event.time)
            requests.excuse { _ in true }
            heartbeats.forget()
            silence.end(at: nil, &log)
        default: break
        }
        // Only pushes of single messages: a synchronisation may repeat pushed messages, and comments and pins refer to
        // messages that were pushed before.
        guard packet.wrapped != nil || name.map(Self.messagePushes.contains) == true,
            command?.service != "msgExtend"
        else { return }
        for message in event.units.nim.messages where !message.isSystem {
            guard let id = message.idServer else { continue }
            delivered.note(id, event, &log)
        }
    }

    /// The commands that push one message each.
    private static let messagePushes: Set<String> = ["msg", "teamMsg", "superTeamMsg"]

    /// Pairs a packet with the request that waits with its serial, as the SDK does.
    private mutating func pair(
        _ serial: Int64,
        _ command: Command,
        _ packet: NIMPacket,
        _ name: String,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        switch requests.answer(serial) {
        case .request(let request):
            // Of requests that share a serial, any may be the one that is answered.
            guard request.uses == 1 else { return }
            guard request.kind == command else {
                // The request's own response may still arrive.
                requests.excuse(serial)
                let text = "\(name) with the serial \(serial), which is that of \(request.name)"
                return add(Self.answerMismatch, event, [event.number, request.number], text, &log)
            }
            let waited = event.time.subtractingSaturated(request.time)
            guard waited > Self.wait else { return }
            log.add(
                Self.requestUnanswered,
                flow: request.flow,
                events: [request.number, event.number],
                time: request.time,
                "\(name) with the serial \(serial) has its answer only after \(CheckTimes.milliseconds(waited)) s"
            )
        case .excused: break
        case .nothing:
            // A push need not answer anything.
            guard packet.isResponse(in: event.units.nim.scope) else { return }
            orphans.append(
                NIMOrphans.Orphan(
                    serial: serial,
                    command: command,
                    number: event.number,
                    flow: event.flow.number,
                    time: event.time,
                    name: name,
                    isJudged: isWhole
                )
            )
        }
    }

    // MARK: Time

    private mutating func judge(now: Int64, isOver: Bool, _ log: inout FindingLog) {
        // Outside of the time between the server's first and last packet, the capture may lack its answers.
        guard firstAnswer <= lastAnswer else { return }
        let deadline = now.subtractingSaturated(Self.wait)
        let end = min(deadline, lastAnswer.addingSaturated(1))
        for (serial, request) in requests.takeLate(from: firstAnswer, before: end) {
            let seconds = Self.wait / CheckTimes.second
            let text = "\(request.name) with the serial \(serial) has no answer within \(seconds) s"
            log.add(Self.requestUnanswered, flow: request.flow, events: [request.number], time: request.time, text)
        }
        heartbeats.judge(now: now, heard: firstAnswer...lastAnswer, &log)
        judgeOrphans(before: isOver ? .max : lastRequest.subtractingSaturated(CheckTimes.reordering), &log)
    }

    /// Judges the responses that have waited for their requests since before a time.
    private mutating func judgeOrphans(before time: Int64, _ log: inout FindingLog) {
        if lastRequest > .min { orphans.judge(from: firstRequest, before: time, &log) }
    }

    private func add(
        _ rule: FindingRule,
        _ event: borrowing Event,
        _ numbers: [Int],
        _ text: String,
        _ log: inout FindingLog
    ) {
        log.add(rule, flow: event.flow.number, events: numbers, time: event.time, text)
    }

    private static func name(_ packet: NIMPacket, _ command: NIMCommand?) -> String {
        let name = command?.name ?? ""
        return name.isEmpty ? "\(packet.sid ?? 0)_\(packet.cid ?? 0)" : name
    }

    // Source of the times: NIM_Web_SDK_v8.5.0.js.

    /// The time that the SDK waits for a response: its `cmdTimeout`, 8e3 ms.
    private static let wait = 8 * CheckTimes.second
    /// The time that the SDK waits for the response to a heartbeat: its `hbCmdTimeout`, 5e3 ms.
    static let heartbeatWait = 5 * CheckTimes.second
    /// The seconds from the response to a heartbeat to the next heartbeat: the SDK's `heartbeatInterval`, 3e4 ms unless
    /// the application sets another one.
    static let heartbeatInterval: Int64 = 30
}
