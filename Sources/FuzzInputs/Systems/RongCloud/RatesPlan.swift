/// A session of RongCloud whose client sends messages slowly, at the limit, and faster, and frames that the rule does
/// not count.
///
/// A user may send five messages in a second. A step is two bytes: the frame, and the time before it.
package struct RatesPlan: SessionRuledPlan {
    package static let rules = ["message-rate"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    private var messages: [(event: Int, time: Int)] = []
    /// The server's refusals because of the rate (status 20604).
    private var refusals: [(event: Int, time: Int, isOfQuery: Bool)] = []
    private var lastId = 0

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        session = RuledSession(version: RuledSession.versions[reader.byte() >> 6])
        for step in reader.steps(of: 2, atMost: 50) {
            var step = step
            let choice = step.byte()
            // In milliseconds; a packet takes one itself.
            let waits = [0, 0, 198, 199, 200, 100, 994, 1, 0, 49, 199, 332, 249, 4000, 2000, 993]
            session.wait(waits[step.byte() & 15])
            kinds.append(choice & 7)
            take(choice & 7, choice >> 3)
        }
        session.close()
        tellBursts()
    }

    private mutating func take(_ choice: Int, _ which: Int) {
        lastId += 1
        switch choice {
        case 0, 1, 2, 3: send(which)
        case 4, 5:
            // Five more messages in equal steps: just within a second, just beyond it, or at once.
            let pause = [198, 199, 200, 0][which & 3]
            for _ in 0..<5 {
                send(which)
                session.wait(pause)
                lastId += 1
            }
            send(which)
        case 6: sendOther(which)
        default: refuse(which)
        }
    }

    private mutating func send(_ which: Int) {
        messages.append((session.next, session.milliseconds))
        let name = ["RC:TxtMsg", "app:own", "RC:InfoNtf", "RC:ImgMsg"][which >> 1 & 3]
        let topic = ["ppMsgP", "pgMsgP", "chatMsg", "ppMsgN"][which >> 2 & 3]
        session.publish(topic, to: "lin", lastId, RuledSession.message(name))
    }

    /// Sends a frame that does not count: a repetition, a status message, a message that is neither stored nor counted,
    /// or a query.
    private mutating func sendOther(_ which: Int) {
        switch which & 7 {
        case 0: session.publish("ppMsgP", to: "lin", lastId, RuledSession.message(), header: 0x3A)
        case 1: session.publish("ppMsgS", to: "lin", lastId, RuledSession.message("app:own", flags: 0))
        case 2: session.publish("ppMsgP", to: "lin", lastId, RuledSession.message("RC:TypSts", "{}", flags: 0))
        case 3: session.publish("ppMsgP", to: "lin", lastId, RuledSession.message("RC:ReadNtf", "{}", flags: 0))
        case 4: session.publish("recallMsg", to: "me", lastId, RuledSession.message("app:own", flags: 0))
        case 5: session.query("qnTkn", to: "me", lastId)
        case 6: session.push("s_msg", RuledSession.delivery(time: session.milliseconds))
        default: session.publish("chatMsgS", to: "lin", lastId, RuledSession.message("app:own", flags: 0))
        }
    }

    /// Sends a refusal of a message or of a QUERY, because of the rate or for another reason.
    private mutating func refuse(_ which: Int) {
        let status = which & 3 == 3 ? 20_605 : 20_604
        let (event, time) = (session.next, session.milliseconds)
        if which & 4 == 0 {
            session.acknowledge(lastId - 1, status: status)
        } else {
            session.answer(lastId, status: status)
        }
        if status == 20_604 { refusals.append((event, time, which & 4 != 0)) }
    }

    // MARK: Expected findings

    /// Returns the number of messages in the second that ends with a message.
    private func count(_ place: Int) -> Int {
        messages[...place].count { messages[place].time - $0.time < 1000 }
    }

    /// Adds the findings about bursts, in which each message exceeds the limit of its second, and about refusals that
    /// no burst explains.
    private mutating func tellBursts() {
        var bursts: [(first: Int, last: Int, end: Int)] = []
        var place = 0
        while place < messages.count {
            guard count(place) > 5 else {
                place += 1
                continue
            }
            let first = place
            var most = 0
            while place < messages.count, count(place) > 5 {
                most = max(most, count(place))
                place += 1
            }
            let before = first + 1 - count(first)
            let tenths = (messages[place - 1].time - messages[before].time) / 100
            let events = [messages[first].event] + messages[before..<first].map(\.event)
            session.say(
                "warning",
                "message-rate",
                Array(events.prefix(16)),
                "\(place - before) messages in \(tenths / 10).\(tenths % 10) s, up to \(most) in one second"
            )
            // A burst lasts until the next message.
            bursts.append(
                (messages[first].event, messages[place - 1].time, place < messages.count ? messages[place].event : .max)
            )
        }
        tellRefusals(bursts)
    }

    private mutating func tellRefusals(_ bursts: [(first: Int, last: Int, end: Int)]) {
        var told: Int?
        for refusal in refusals {
            let isUnderWay = bursts.contains { $0.first < refusal.event && refusal.event < $0.end }
            // A refusal within five seconds of a burst or of another refusal belongs to it.
            let latest = (bursts.filter { $0.end < refusal.event }.map(\.last) + [told].compactMap(\.self)).max()
            guard !isUnderWay, latest.map({ refusal.time - $0 > 5000 }) ?? true else { continue }
            told = refusal.time
            let refused = refusal.isOfQuery ? "a QUERY" : "a message"
            let text = "the server refused \(refused), for they come too fast (20604)"
            session.say("warning", "message-rate", [refusal.event], text)
        }
    }
}
