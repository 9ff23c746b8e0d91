/// A session of RongCloud in which answers come in time, late, not at all or without being asked for, ids are used again, and ends
/// fall silent; and what is to be said of each request and answer.
///
/// An answer is missing once the end that owes it was heard after the time that SDKs wait, and once the session is over; it is late
/// when it comes after that time, and nothing was heard before it. At the end of a session it is missing as well when a later request
/// of its kind has its answer, and 5 s have passed.
///
/// The byte of a plan before the steps says which generation the SDK is of, how long both ends are silent before the end, and whether
/// a frame is lost there. A step is two bytes: the frame, and the time before it. The length of a plan says whether it is about long
/// polling, by which clients confirm nothing from the fourth generation on.
package struct AnswersPlan: Sendable {
    /// What is to be said of which event, in the order of the events.
    package private(set) var findings: [(event: Int, text: String)] = []
    /// The connection.
    package private(set) var session: RuledSession
    /// What the plan does, for the fuzzer to tell plans apart.
    package private(set) var kinds: [Int] = []

    /// Bits of the plan's first byte that say that it is such a plan.
    package static func isMeant(by options: UInt8) -> Bool { options & 0x30 == 0x10 }

    /// Kinds of requests.
    private enum Kind: Int, CaseIterable {
        case publish, query, push, result

        var isOfClient: Bool { self == .publish || self == .query }
        /// How a finding calls it and its answer, and the rule.
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
        /// In microseconds.
        var time: UInt64
        /// Whether it asks for an answer, and whether somebody waits for that.
        var asks: Bool
        var isAwaited: Bool
        var isAnswered = false
        /// Whether it was said of it that its answer is missing.
        var isTold = false
        /// Whether its id is another one's by now.
        var isReplaced = false
    }

    private var requests: [Request] = []
    private var lastId = 0
    /// Answers to nothing, and who may still send what they answer: networks change the order of packets, so up to 5 s later.
    private var strays: [(time: UInt64, isOfClient: Bool, finding: (event: Int, text: String))] = []
    /// When the server and the client were heard last.
    private var heard: [UInt64] = [0, 0]
    /// Microseconds that SDKs wait for an answer (reference: 30 s, the first generation 6 s).
    private let patience: UInt64
    private let isPolling: Bool
    /// When the client asked for what the server has.
    private var polled: UInt64?
    /// Whether the client confirms what comes.
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

    /// Time around the edges, to a thousandth of a second, or some; a packet takes one more.
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

    /// Lets an end have its turn; by long polling the client may be heard by that, and what follows tells what that means.
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
        // What a server pushes without asking for an answer needs no id.
        let id = id(for: kind, again: which >= 12 && (asks || kind.isOfClient))
        let number = SessionPlan.number(id, 2)
        var topic = ""
        switch kind {
        case .publish:
            // Nobody waits for the answer to a status.
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

    /// A message id: another one, or the last one of that end once more, which may belong to one that waits.
    ///
    /// What a client asks shares one counter (reference, section B.1).
    private mutating func id(for kind: Kind, again: Bool) -> Int {
        let last = requests.last { $0.kind != .result && $0.kind.isOfClient == kind.isOfClient }
        let holders = requests.indices.filter { place in
            let other = requests[place]
            let isRival = other.kind.isOfClient == kind.isOfClient && other.kind != .result
            return isRival && other.id == last?.id && !other.isReplaced && !other.isAnswered && !other.isTold
        }
        // One that has waited for longer is missing its answer, of which nobody could tell any more.
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

    /// Answers one of the requests of a kind that were not answered, if there is one; or nothing.
    ///
    /// - Parameter asks: whether the answer asks to be confirmed.
    private mutating func answer(_ kind: Kind, _ which: Int, asks: Bool = false) {
        prepare(fromClient: !kind.isOfClient)
        let now = session.now
        let waiting = requests.indices.filter { place in
            let request = requests[place]
            // Nobody remembers for longer what asks for nothing.
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
            tell(place, "only after \((now - request.time) / 1_000_000) s")
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

    // MARK: What is to be said

    /// An end is heard now: what it should have answered long ago and does not answer now is missing.
    private mutating func hear(fromClient: Bool) { hear(fromClient: fromClient, at: session.now) }

    private mutating func hear(fromClient: Bool, at now: UInt64) {
        for place in requests.indices where requests[place].kind.isOfClient != fromClient {
            guard requests[place].time + patience < now else { continue }
            miss(place, "within \(patience / 1_000_000) s")
        }
    }

    /// A frame of the client is lost: what was asked and answered before it nobody can tell any more.
    private mutating func lose() {
        heard[1] = session.now
        // How long after each its asker was heard last; just at the edge it is not settled what may still come.
        let ages = strays.map { Int64(heard[$0.isOfClient ? 1 : 0]) - Int64($0.time) }
        guard !ages.contains(where: { 4_990_000..<5_010_000 ~= $0 }) else { return end(at: session.now) }
        strays = zip(strays, ages).filter { $0.1 > 5_000_000 }.map(\.0)
        hear(fromClient: true)
        sendAnswer(.push, 50_000, asks: false)
        send(true, [0x70] + SessionPlan.number(50_001, 2))
        session.lose()
        send(true, [0xC0])
    }

    /// The session is over.
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
