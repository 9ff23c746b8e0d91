/// A session of RongCloud whose client numbers its requests in order, backwards, twice, around the end of the range, or
/// with 0.
///
/// The two highest bits of a plan's first byte choose the SDK; an unknown one may number as it likes. A step is two
/// bytes: the frame, and the message id. The length of a plan says whether it uses long polling, where requests may
/// overtake one another.
package struct IdsPlan: SessionRuledPlan {
    package static let rules = ["message-id-order", "message-id-zero"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// The latest request with a number, and whether it is no longer waiting.
    private var last: (id: Int, event: Int, isQuery: Bool, isOver: Bool)?
    private var isTwiceSaid = false
    private let isKnown: Bool
    private let isPolling: Bool

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        isKnown = options >> 6 != 3
        isPolling = plan.count & 7 == 7
        session = RuledSession(version: ["4.2.0", "2.5.6", "1.0.0", "7.0.0"][options >> 6], isPolling: isPolling)
        for step in reader.steps(of: 2, atMost: 60) {
            var step = step
            let choice = step.byte()
            let id = id(step.byte())
            kinds.append(choice & 7)
            take(choice & 7, id)
        }
        session.close()
    }

    /// Returns a number after, at or before the last one, at the ends of the range, or around the largest step of a new
    /// round.
    private func id(_ choice: Int) -> Int {
        let before = last?.id ?? 0
        let ids = [
            before + 1, before + 1, before, before - 1, 0, 1, 65_535, 65_534,
            1023, 1024, 1025, 1026, 65_535, before + 500, before - 17, before - 16,
        ]
        return min(max(0, ids[choice & 15]), 65_535)
    }

    private mutating func take(_ choice: Int, _ id: Int) {
        switch choice {
        case 0, 1:
            request("PUBLISH", id, isOver: false)
            session.publish("ppMsgP", to: "lin", id, RuledSession.message())
        case 2:
            request("QUERY", id, isOver: false)
            session.query("qnTkn", to: "me", id)
        case 3:
            // A message with QoS 0 gets no answer.
            request("PUBLISH", id, isOver: true)
            session.publish("ppMsgP", to: "lin", id, RuledSession.message(), header: 0x30)
        case 4, 5:
            guard let last else { return }
            // Any answer with the number ends the wait.
            if choice == 4 { session.answer(last.id) } else { session.acknowledge(last.id) }
            self.last?.isOver = true
        case 6:
            // The client's answers have the server's numbers.
            session.send(true, [0x40] + SessionPlan.number(id, 2))
            session.send(true, [0x70] + SessionPlan.number(id, 2))
        default:
            // The server's messages, and answers to earlier requests, do not count either.
            session.push("s_msg", RuledSession.delivery(time: session.milliseconds), last?.id ?? 0, header: 0x32)
            session.acknowledge((last?.id ?? 0) ^ 1)
        }
    }

    /// Adds the findings about a request's number, and remembers it.
    private mutating func request(_ name: String, _ id: Int, isOver: Bool) {
        session.prepare(fromClient: true)
        let event = session.next
        guard isKnown else { return }
        guard id > 0 else { return session.say("error", "message-id-zero", [event], "\(name) with message id 0") }
        // Requests may overtake up to sixteen others.
        if isPolling, let last, id < last.id, id + 16 >= last.id { return }
        if let last, id == last.id {
            // While the first request waits, another rule reports the repetition.
            if last.isOver, !isTwiceSaid {
                isTwiceSaid = true
                session.say("warning", "message-id-order", [event, last.event], "message id \(id) twice in a row")
            }
        } else if let last, id < last.id, last.id < id + 64_511 {
            // A new round is assumed if the ids go back by at least 64511, so within 1024 numbers of both ends of the
            // range.
            session.say("warning", "message-id-order", [event, last.event], "message id \(id) follows \(last.id)")
        }
        last = (id, event, name == "QUERY", isOver)
    }
}
