/// A session of RongCloud with answers that are in time, late, missing or unasked, with reused ids and silent ends, and
/// the expected findings.
///
/// An answer is missing if its sender is heard after the SDKs' timeout, or if the session ends after it. An answer is
/// late if it arrives after the timeout, and its sender was not heard in between. At the end of a session an answer is
/// also missing if a later request of the same kind has its answer, and 5 s have passed.
///
/// The byte of a plan before the steps has the SDK's generation, the silence of both ends before the end, and whether a
/// frame is lost there. A step is two bytes: the frame, and the time before it. The length of a plan says whether it
/// uses long polling, where clients from the fourth generation on confirm nothing.
package struct AnswersPlan: Sendable {
    /// The expected findings and their events, in the order of the events.
    package private(set) var findings: [(event: Int, text: String)] = []
    /// The connection.
    package private(set) var session: RuledSession
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [Int] = []

    /// Returns whether a plan that begins with this byte is of this kind.
    package static func isMeant(by options: UInt8) -> Bool { options & 0x30 == 0x10 }

    /// The kinds of requests.
    private enum Kind: Int, CaseIterable {
        case publish, query, push, result

        var isOfClient: Bool { self == .publish || self == .query }
        /// The names of the request and of its answer in a finding, and the rule.
        var words: (name: String, answer: String, rule: String) {
            switch self {
            case .publish: ("PUBLISH", "PUBACK", "publish-unacknowledged")
            case .query: ("QUERY", "QUERYACK", "query-unanswered")
            case .push: ("push", "PUBACK", "push-unacknowledged")
            case .result: ("QUERYACK", "QUERYCON", "query-unconfirmed")
            }
        }
    }

    private struct Request {
        /// The number of its event.
        var event: Int
        var kind: Kind
        var id: Int
        var topic: String
        /// The time in microseconds.
        var time: UInt64
        /// Whether it asks for an answer, and whether a missing answer is a finding.
        var asks: Bool
        var isAwaited: Bool
        var isAnswered = false
        /// Whether it already has a finding.
        var isTold = false
        /// Whether a later request has the same id.
        var isReplaced = false
    }

    private var requests: [Request] = []
    private var lastId = 0
    /// The answers without a request, and the sender of a possible request: networks reorder packets, so it may arrive
    /// up to 5 s later.
    private var strays: [(time: UInt64, isOfClient: Bool, finding: (event: Int, text: String))] = []
    /// The times at which the server and the client were last heard.
    private var heard: [UInt64] = [0, 0]
    /// The SDKs' timeout for an answer in microseconds (reference: 30 s, the first generation 6 s).
    private let patience: UInt64
    private let isPolling: Bool
    /// The time of the client's last poll.
    private var polled: UInt64?
    /// Whether the client confirms pushes and answers.
    private let confirms: Bool

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        let version = ["4.2.0", "5.9.0", "2.5.6", "1.0.0"][options & 3]
        patience = options & 3 == 3 ? 6_000_000 : 30_000_000
        isPolling = plan.count & 7 == 7
        confirms = !isPolling || options & 2 != 0
        session = RuledSession(version: version, isPolling: isPolling)
        for step in reader.steps(of: 2, atMost: 40) {
            var step = step
            let choice = step.byte()
            session.wire.wait(wait(step.byte()))
            kinds.append(choice & 15)
            take(choice & 15, choice >> 4)
        }
        session.wire.wait(wait((options >> 6) * 2 + (options >> 2 & 1)))
        if options & 8 == 0 || isPolling { end(at: session.now) } else { lose() }
        session.close()
        findings += strays.map(\.finding)
        findings.sort { ($0.event, $0.text) < ($1.event, $1.text) }
    }

    /// Returns a time around the limits, to a millisecond, or a short one; a packet takes one more.
    private func wait(_ choice: Int) -> UInt64 {
        let seconds: [UInt64] = [0, patience, patience, 5_000_000, 7_000_000, 16_000_000, patience + 5_000_000, 0]
        let fine = UInt64(choice >> 3) * 1000
        let coarse = seconds[choice & 7]
        return coarse >= 5_000_000 ? coarse + fine - 16_000 : fine
    }

    private mutating func take(_ choice: Int, _ which: Int) {
        switch choice {
        case 0, 1: ask(.publish, which)
        case 2: ask(.query, which)
        case 3, 4: ask(.push, which)
        case 5: answer(.query, which, asks: true)
        case 6: answer(.query, which)
        case 7, 8: answer(.publish, which)
        case 9, 10: answer(.push, which)
        case 11: answer(.result, which)
        case 12, 13: ask(.publish, which, asks: false)
        default: ask(.push, which, asks: false)
        }
    }

    // MARK: Frames

    private static let content =
        SessionPlan.varint(1, 3) + SessionPlan.bytes(2, "RC:TxtMsg") + SessionPlan.bytes(3, #"{"content":"hi"}"#)
    private static let delivered =
        SessionPlan.bytes(1, "lin") + SessionPlan.varint(2, 1) + SessionPlan.bytes(4, "RC:TxtMsg")
        + SessionPlan.bytes(5, #"{"content":"hi"}"#) + SessionPlan.varint(6, 1_795_000_000_123)
        + SessionPlan.varint(7, 48)

    private static func head(_ first: UInt8, _ topic: String) -> [UInt8] {
        [first] + SessionPlan.number(1_795_000_000, 4) + SessionPlan.text(topic) + SessionPlan.text("me")
    }

    private mutating func send(_ fromClient: Bool, _ bytes: [UInt8]) {
        heard[fromClient ? 1 : 0] = session.now
        session.send(fromClient, bytes)
    }

    /// Gives an end its turn; with long polling this may include a request of the client, which `hearPoll` evaluates.
    private mutating func prepare(fromClient: Bool) {
        let now = session.now
        if session.prepare(fromClient: fromClient) { polled = now }
    }

    private mutating func hearPoll() {
        if let polled { hear(fromClient: true, at: polled) }
        polled = nil
    }

    private mutating func ask(_ kind: Kind, _ which: Int, asks: Bool = true) {
        prepare(fromClient: kind.isOfClient)
        hear(fromClient: kind.isOfClient)
        // A push with QoS 0 needs no id.
        let id = id(for: kind, again: which >= 12 && (asks || kind.isOfClient))
        let number = SessionPlan.number(id, 2)
        var topic = ""
        switch kind {
        case .publish:
            // Nobody waits for the answer to a status message.
            topic = ["ppMsgP", "pgMsgP", "ppMsgS", "chatMsgS"][which & 3]
            let head = [asks ? 0x32 : 0x30] + SessionPlan.text(topic) + SessionPlan.text("lin")
            add(kind, id, topic, asks: asks)
            send(true, head + number + Self.content)
        case .query:
            topic = ["qnTkn", "joinChrm"][which & 1]
            add(kind, id, topic, asks: true)
            send(true, [0x52] + SessionPlan.text(topic) + SessionPlan.text("lin") + number)
        case .push:
            add(kind, id, "s_msg", asks: asks)
            send(false, Self.head(asks ? 0x32 : 0x30, "s_msg") + number + Self.delivered)
        case .result: return
        }
        hearPoll()
    }

    private mutating func add(_ kind: Kind, _ id: Int, _ topic: String, asks: Bool) {
        for place in requests.indices where requests[place].kind == kind && requests[place].id == id {
            requests[place].isReplaced = true
        }
        let isAwaited = asks && !topic.hasSuffix("MsgS") && (confirms || kind.isOfClient)
        requests.append(
            Request(
                event: session.next,
                kind: kind,
                id: id,
                topic: topic,
                time: session.now,
                asks: asks,
                isAwaited: isAwaited
            )
        )
    }

    /// Returns a message id: a new one, or the last one of that end again, which a waiting request may still have.
    ///
    /// The client's requests share one counter (reference, section B.1).
    private mutating func id(for kind: Kind, again: Bool) -> Int {
        let last = requests.last { $0.kind != .result && $0.kind.isOfClient == kind.isOfClient }
        let holders = requests.indices.filter { place in
            let other = requests[place]
            let isRival = other.kind.isOfClient == kind.isOfClient && other.kind != .result
            return isRival && other.id == last?.id && !other.isReplaced && !other.isAnswered && !other.isTold
        }
        // An overdue request would be missing its answer, but nobody could tell after the id is reused.
        let isOverdue = holders.contains { requests[$0].time + patience <= session.now }
        guard again, let last, !isOverdue else {
            lastId += 1
            return lastId
        }
        for place in holders where requests[place].isAwaited {
            let holder = requests[place]
            let owner = "\(holder.kind.words.name) (\(holder.topic))"
            let text = "message id \(last.id) still belongs to an earlier \(owner) [message-id-reused]"
            findings.append((session.next, text))
        }
        return last.id
    }

    /// Answers one of the unanswered requests of a kind, or none.
    ///
    /// - Parameter asks: whether the answer asks for a confirmation.
    private mutating func answer(_ kind: Kind, _ which: Int, asks: Bool = false) {
        prepare(fromClient: !kind.isOfClient)
        let now = session.now
        let waiting = requests.indices.filter { place in
            let request = requests[place]
            // A request with QoS 0 is not remembered for longer.
            let isKnown = request.asks || request.time + patience > now
            return request.kind == kind && !request.isAnswered && !request.isReplaced && isKnown
        }
        let (name, answer, _) = kind.words
        guard which < 14 else {
            hear(fromClient: !kind.isOfClient)
            let rule = kind == .publish || kind == .push ? "ack-without-publish" : "answer-without-request"
            let id = 40_000 + session.wire.packets.count
            let text = "\(answer) \(id) answers no \(name) that waits [\(rule)]"
            strays.append((now, kind.isOfClient, (session.next, text)))
            sendAnswer(kind, id, asks: false)
            return hearPoll()
        }
        guard !waiting.isEmpty else { return }
        let place = waiting[which % waiting.count]
        let request = requests[place]
        requests[place].isAnswered = true
        hear(fromClient: !kind.isOfClient)
        if !request.asks, !kind.isOfClient {
            findings.append((session.next, "\(answer) \(request.id) is for a \(name) with QoS 0 [ack-unasked]"))
        } else if request.isAwaited, !request.isTold, now - request.time > patience {
            tell(place, "only after \(PlannedText.seconds(now - request.time)) s")
        }
        if kind == .query { add(.result, request.id, request.topic, asks: asks) }
        sendAnswer(kind, request.id, asks: asks)
        hearPoll()
    }

    private mutating func sendAnswer(_ kind: Kind, _ id: Int, asks: Bool) {
        let number = SessionPlan.number(id, 2)
        let date = SessionPlan.number(1_795_000_000, 4) + SessionPlan.number(0, 2)
        switch kind {
        case .publish: send(false, [0x40] + number + date + SessionPlan.number(5, 2))
        case .push: send(true, [0x40] + number)
        case .result: send(true, [0x70] + number)
        case .query: send(false, [asks ? 0x62 : 0x60] + number + date)
        }
    }

    // MARK: Expected findings

    /// Adds the findings about missing answers of an end that is heard now.
    private mutating func hear(fromClient: Bool) { hear(fromClient: fromClient, at: session.now) }

    private mutating func hear(fromClient: Bool, at now: UInt64) {
        for place in requests.indices where requests[place].kind.isOfClient != fromClient {
            guard requests[place].time + patience < now else { continue }
            miss(place, "within \(patience / 1_000_000) s")
        }
    }

    /// Loses a frame of the client: earlier requests and answers can no longer be judged.
    private mutating func lose() {
        heard[1] = session.now
        // The time for which each stray answer has waited for its request; close to the limit the result is not
        // settled.
        let ages = strays.map { Int64(heard[$0.isOfClient ? 1 : 0]) - Int64($0.time) }
        guard !ages.contains(where: { 4_990_000..<5_010_000 ~= $0 }) else { return end(at: session.now) }
        strays = zip(strays, ages).filter { $0.1 > 5_000_000 }.map(\.0)
        hear(fromClient: true)
        sendAnswer(.push, 50_000, asks: false)
        send(true, [0x70] + SessionPlan.number(50_001, 2))
        session.lose()
        send(true, [0xC0])
    }

    /// Adds the findings at the end of the session.
    private mutating func end(at time: UInt64) {
        for kind in Kind.allCases {
            let own = requests.indices.filter { requests[$0].kind == kind }
            let latest = own.last { requests[$0].isAnswered } ?? -1
            for place in own {
                if requests[place].time + patience < time {
                    miss(place, "within \(patience / 1_000_000) s")
                } else if requests[place].time + 5_000_000 < time, place < latest {
                    miss(place, "though a later one has one")
                }
            }
        }
    }

    private mutating func miss(_ place: Int, _ reason: String) {
        let request = requests[place]
        guard request.isAwaited, !request.isAnswered, !request.isTold, !request.isReplaced else { return }
        tell(place, reason)
    }

    private mutating func tell(_ place: Int, _ words: String) {
        requests[place].isTold = true
        let request = requests[place]
        let (name, answer, rule) = request.kind.words
        let verb = words.hasPrefix("only") ? "has its" : "has no"
        findings.append(
            (request.event, "\(name) \(request.id) (\(request.topic)) \(verb) \(answer) \(words) [\(rule)]")
        )
    }
}
