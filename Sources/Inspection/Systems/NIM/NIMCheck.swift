import NIM
import Reporting
import WireFormat
import WireJSON

/// All rules over one connection of NIM, or one session over HTTP.
struct NIMCheck: SessionCheck {
    private typealias Request = WaitingRequests<Int64>.Request

    /// A response whose request was not seen: it may come out of the capture later.
    private struct Orphan: Sendable {
        var serial: Int64
        var number: Int
        var flow: Int
        var time: Int64
        var name: String
        /// Whether it counts if no request comes.
        var isJudged: Bool
    }

    private let limits: CheckLimits
    private var lastTime: Int64
    /// Whether the session was seen from its first packet on, and nothing of it is missing.
    private var isWhole: Bool
    /// What is from before this time came out after a hole: its answers may have come out before it.
    private var disorderUntil = Int64.min
    private var requests: WaitingRequests<Int64>
    /// Serials of requests that were given up: their answers may still come.
    private var givenUp: Set<Int64> = []
    private var orphans: [Orphan] = []
    private var heartbeat: Request?
    /// When the latest response to a heartbeat came.
    private var heartbeatAnswer = Int64.min
    /// When the client was heard last, once it has logged in.
    private var lastSign: (number: Int, time: Int64)?
    /// When the client was heard first, and last.
    private var firstRequest = Int64.max
    private var lastRequest = Int64.min
    /// When the server was heard first, and last.
    private var firstAnswer = Int64.max
    private var lastAnswer = Int64.min
    private var kick: (number: Int, time: Int64)?
    /// Messages by their ids, of either side.
    private var delivered: [String: Int] = [:]
    private var sent: [String: Int] = [:]

    init(_ event: borrowing Event, limits: CheckLimits) {
        self.limits = limits
        requests = WaitingRequests(limit: limits.requests)
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
            // What a hole held may be from before it; what can not be read came behind the responses.
            if case .gap = event.kind {} else { judgeOrphans(before: .max, &log) }
            return losePackets()
        }
        // The first packet of a connection whose beginning the capture lacks.
        if event.diagnostics.indices.contains(where: { event.diagnostics[$0].code == "stream-hole" }) { losePackets() }
        judge(now: event.time, isOver: false, &log)
        if event.sender == .client { observeClient(packet, event, &log) } else { observeServer(packet, event, &log) }
    }

    /// Forgets what waits: what is missing may be the answer to anything.
    private mutating func losePackets() {
        isWhole = false
        disorderUntil = lastTime
        requests.removeAll()
        orphans = []
        heartbeat = nil
        lastSign = nil
    }

    mutating func finish(_ log: inout FindingLog) {
        judge(now: lastTime, isOver: true, &log)
    }

    // MARK: Client

    private mutating func observeClient(_ packet: NIMPacket, _ event: borrowing Event, _ log: inout FindingLog) {
        firstRequest = min(firstRequest, event.time)
        lastRequest = max(lastRequest, event.time)
        checkSilence(event, &log)
        guard packet.direction == .request, let sid = packet.sid, let cid = packet.cid, let serial = packet.ser else {
            return
        }
        let isJudged = event.time > disorderUntil
        let name = Self.name(packet, event)
        let isHeartbeat = sid == 1 && cid == 2
        if isHeartbeat ? serial != 0 : !(1...32767).contains(serial) {
            add(Self.serialInvalid, event, [event.number], "\(name) has the serial \(serial)", &log)
        }
        if let kick, event.time.subtractingSaturated(kick.time) > CheckTimes.crossing {
            let text = "\(name) after the client was kicked"
            add(Self.requestAfterKick, event, [event.number, kick.number], text, &log)
        }
        let request = Request(number: event.number, flow: event.flow.number, time: event.time, name: name)
        if isHeartbeat {
            // What came out of the capture after its response has one.
            if heartbeat == nil, isJudged, event.time > heartbeatAnswer { heartbeat = request }
        } else if let place = orphans.firstIndex(where: { $0.serial == serial }) {
            orphans.remove(at: place)
        } else if isJudged, NIMCommand.find(sid: sid, cid: cid, .response, in: event.units.nim.scope) != nil {
            // Where the server is not heard, the first use may have its answer.
            if let first = requests[serial], lastAnswer > .min {
                let text = "serial \(serial) still belongs to \(first.name), which waits"
                add(Self.serialReused, event, [event.number, first.number], text, &log)
            }
            requests.insert(serial, request)
            givenUp.remove(serial)
        }
        for message in event.units.nim.messages where !message.isSystem {
            guard let id = message.idClient, !Self.isSentAgain(message, event) else { continue }
            note(id, "idClient", &sent, event, &log)
        }
    }

    /// Whether a message says that it was sent before.
    private static func isSentAgain(_ message: NIMMessage, _ event: borrowing Event) -> Bool {
        let flag = event.units.nim.body?[message.path]?["resend"]
        return (flag?.int64 ?? flag?.string.flatMap { Int64($0) } ?? 0) != 0
    }

    private mutating func checkSilence(_ event: borrowing Event, _ log: inout FindingLog) {
        guard let last = lastSign, event.time > last.time else { return }
        let passed = event.time.subtractingSaturated(last.time) / CheckTimes.second
        if passed > Self.heartbeatInterval * 2 + 1 {
            let text = "nothing for \(passed) s; a heartbeat is due every \(Self.heartbeatInterval) s"
            add(Self.heartbeatMissing, event, [event.number, last.number], text, &log)
        }
        lastSign = (event.number, event.time)
    }

    // MARK: Server

    private mutating func observeServer(_ packet: NIMPacket, _ event: borrowing Event, _ log: inout FindingLog) {
        firstAnswer = min(firstAnswer, event.time)
        lastAnswer = max(lastAnswer, event.time)
        guard packet.direction == .response, let sid = packet.sid, let cid = packet.cid else { return }
        if sid == 1, cid == 2 {
            heartbeat = nil
            heartbeatAnswer = max(heartbeatAnswer, event.time)
        }
        if let serial = packet.ser, serial > 0, !requests.answer(serial),
            givenUp.remove(serial) == nil, orphans.count < limits.requests
        {
            orphans.append(
                Orphan(
                    serial: serial,
                    number: event.number,
                    flow: event.flow.number,
                    time: event.time,
                    name: Self.name(packet, event),
                    isJudged: isWhole
                )
            )
        }
        switch (sid, cid) {
        case (2, 3), (13, 2):
            if packet.code == 200 {
                lastSign = (event.number, event.time)
                kick = nil
            }
        case (2, 5), (13, 3): kick = (event.number, event.time)
        // The pushes of one message; what is synchronised may hold messages that were pushed before.
        case (7, 2), (8, 3), (13, 7), (21, 3), (4, 1), (4, 2), (4, 10), (4, 11):
            for message in event.units.nim.messages where !message.isSystem {
                guard let id = message.idServer else { continue }
                note(id, "idServer", &delivered, event, &log)
            }
        default: break
        }
    }

    private func note(
        _ id: String,
        _ name: String,
        _ seen: inout [String: Int],
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        guard !id.isEmpty else { return }
        if let first = seen[id] {
            let text = "a message with the \(name) \(id) came before"
            add(Self.duplicateMessage, event, [event.number, first], text, &log)
        } else if seen.count < limits.messageUIDs {
            seen[id] = event.number
        }
    }

    // MARK: Time

    private mutating func judge(now: Int64, isOver: Bool, _ log: inout FindingLog) {
        // Where the server was not heard before and since, the capture may lack what it said.
        guard firstAnswer <= lastAnswer else { return }
        let heard = firstAnswer...lastAnswer
        let deadline = now.subtractingSaturated(Self.wait)
        let end = min(deadline, lastAnswer.addingSaturated(1))
        for (serial, request) in requests.takeLate(from: firstAnswer, before: end) {
            if givenUp.count < limits.requests { givenUp.insert(serial) }
            let seconds = Self.wait / CheckTimes.second
            let text = "\(request.name) with the serial \(serial) has no answer within \(seconds) s"
            log.add(Self.requestUnanswered, flow: request.flow, events: [request.number], time: request.time, text)
        }
        if let beat = heartbeat, beat.time < now.subtractingSaturated(Self.heartbeatWait), heard.contains(beat.time) {
            heartbeat = nil
            let text = "the heartbeat has no answer within \(Self.heartbeatWait / CheckTimes.second) s"
            log.add(Self.heartbeatUnanswered, flow: beat.flow, events: [beat.number], time: beat.time, text)
        }
        judgeOrphans(before: isOver ? .max : lastRequest.subtractingSaturated(CheckTimes.reordering), &log)
    }

    /// Judges the responses that have waited for their requests since before a time.
    private mutating func judgeOrphans(before time: Int64, _ log: inout FindingLog) {
        guard lastRequest > .min, let first = orphans.first, first.time < time else { return }
        // Before the client is heard, the capture may lack its requests.
        for orphan in orphans where orphan.isJudged && orphan.time < time && orphan.time >= firstRequest {
            let text = "\(orphan.name) with the serial \(orphan.serial) answers no request that waits"
            log.add(Self.answerWithoutRequest, flow: orphan.flow, events: [orphan.number], time: orphan.time, text)
        }
        orphans.removeAll { $0.time < time }
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

    private static func name(_ packet: NIMPacket, _ event: borrowing Event) -> String {
        let name = packet.command(in: event.units.nim.scope)?.name ?? ""
        return name.isEmpty ? "\(packet.sid ?? 0)_\(packet.cid ?? 0)" : name
    }

    /// How long the SDK waits for a response.
    private static let wait = 8 * CheckTimes.second
    /// How long it waits for that to a heartbeat.
    private static let heartbeatWait = 5 * CheckTimes.second
    /// Seconds between two heartbeats.
    private static let heartbeatInterval: Int64 = 30
}
