/// A session of RongCloud whose client numbers its requests in order, backwards, twice, around the end of the range, or with 0.
///
/// The two highest bits of a plan's first byte choose the SDK: one that nobody knows may count as it likes. A step is two bytes: the
/// frame, and the message id. The length of a plan says whether it is about long polling, by which requests overtake one another.
package struct IdsPlan: SessionRuledPlan {
    package static let rules = ["message-id-order", "message-id-zero"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// The latest request that had a number; whether it waits for nothing.
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

    /// Numbers behind, at and before the last one, at the ends of the range, and as far from its end as a new round may begin.
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
            // Nobody answers what asks for no answer.
            request("PUBLISH", id, isOver: true)
            session.publish("ppMsgP", to: "lin", id, RuledSession.message(), header: 0x30)
        case 4, 5:
            guard let last else { return }
            // Any answer with the number will do.
            if choice == 4 { session.answer(last.id) } else { session.acknowledge(last.id) }
            self.last?.isOver = true
        case 6:
            // Answers of the client have the numbers of the server.
            session.send(true, [0x40] + SessionPlan.number(id, 2))
            session.send(true, [0x70] + SessionPlan.number(id, 2))
        default:
            // So have its messages, and answers to earlier requests.
            session.push("s_msg", RuledSession.delivery(time: session.milliseconds), last?.id ?? 0, header: 0x32)
            session.acknowledge((last?.id ?? 0) ^ 1)
        }
    }

    /// Says what there is to say of a request's number, and remembers it.
    private mutating func request(_ name: String, _ id: Int, isOver: Bool) {
        session.prepare(fromClient: true)
        let event = session.next
        guard isKnown else { return }
        guard id > 0 else { return session.say("error", "message-id-zero", [event], "\(name) with message id 0") }
        // By up to sixteen.
        if isPolling, let last, id < last.id, id + 16 >= last.id { return }
        if let last, id == last.id {
            // While the first waits, that is another rule's.
            if last.isOver, !isTwiceSaid {
                isTwiceSaid = true
                session.say("warning", "message-id-order", [event, last.event], "message id \(id) twice in a row")
            }
        } else if let last, id < last.id, last.id < id + 64_511 {
            // A new round begins within 1024 numbers of the end and of the beginning.
            session.say("warning", "message-id-order", [event, last.event], "message id \(id) follows \(last.id)")
        }
        last = (id, event, name == "QUERY", isOver)
    }
}
