/// A session of RongCloud whose client asks for messages since a time: that of a server's answer, an earlier one, a
/// later one, or one that the server has not named; for the inbox and for two rooms.
///
/// A step is two bytes: the frame, and the time that it asks from or names.
package struct CursorsPlan: SessionRuledPlan {
    package static let rules = ["cursor-backwards", "cursor-stale", "cursor-ahead"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// A source of messages: the inbox or a room.
    private struct Box {
        var topic: String
        var target: String
        /// The latest question; for a room, since it was joined.
        var asked: (event: Int, received: Int, sent: Int?)?
        /// The answers since that question: the time that each named, and its arrival.
        var answered: [(event: Int, time: Int, came: Int)] = []
        /// The message ids of questions without an answer.
        var open: [Int] = []
    }

    private var boxes = [
        Box(topic: "pullMsg", target: "me"), Box(topic: "chrmPull", target: "room-a"),
        Box(topic: "chrmPull", target: "room-b"),
    ]
    /// The times that the server has named, in milliseconds; the check remembers the latest 64.
    private var told: [Int] = []
    private var lastId = 0
    /// Whether the SDK is of v2, which keeps the inbox's time in the browser's storage and moves it with each message.
    private let isV2: Bool

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        session = RuledSession(version: RuledSession.versions[options >> 6], hasAnswer: false)
        isV2 = options >> 6 == 2
        // CONNACK may name the time, too.
        var connack = [0x20, 0x80, 0] + SessionPlan.text(RuledSession.user)
        if options & 0x40 != 0 {
            told.append(session.milliseconds)
            connack += SessionPlan.text("s1") + SessionPlan.number(session.milliseconds, 8)
        }
        session.send(false, connack)
        for step in reader.steps(of: 2, atMost: 30) {
            var step = step
            let choice = step.byte()
            kinds.append(choice & 7)
            let place = [0, 0, 1, 2][choice >> 3 & 3]
            // Around the second that an answer must be old; the eight answers that the check remembers take longer.
            session.wait([150, 150, 300, 700, 848, 849, 999, 1000][choice >> 5])
            switch choice & 7 {
            case 0, 1, 2:
                let detail = step.byte()
                ask(place, detail)
                if detail & 0x80 != 0 { answer(place, detail >> 1, isFilled: true) }
            case 3, 4, 5: answer(place, step.byte(), isFilled: choice & 0xE0 != 0xE0)
            case 6:
                let detail = step.byte()
                tell(choice >> 5, detail)
                // A question from the time that was just named.
                if detail & 1 == 0 { ask(place, 9) }
            default:
                enter(place, choice >> 5)
                ask(place, step.byte())
            }
        }
        session.close()
    }

    // MARK: Client

    /// Returns a time around those of the last answer, the last question and the server.
    private func time(_ box: Box, _ choice: Int) -> Int {
        let answered = box.answered.last?.time ?? 0
        let asked = box.asked?.received ?? 0
        let latest = told.max() ?? session.milliseconds
        let times = [
            answered, answered, answered, answered - 1, answered + 1, asked, asked - 1, asked + 1, latest,
            told.last ?? 0, latest + 60_000, latest + 60_001, 0, told.first ?? 0, answered, latest - 1,
        ]
        return max(0, times[choice & 15])
    }

    private mutating func ask(_ place: Int, _ choice: Int) {
        let box = boxes[place]
        let received = time(box, choice)
        // Only the inbox has a second cursor, for messages from the user's other devices.
        let last = box.asked?.sent ?? 1_795_000_000_000
        let sent = place == 0 && choice & 0x40 != 0 ? [last, last, last + 1, last - 1][choice >> 4 & 3] : nil
        lastId += 1
        let event = session.next
        if let asked = box.asked {
            let pairs = [("syncTime", received, asked.received), ("sendBoxSyncTime", sent ?? .max, asked.sent ?? 0)]
            for (name, now, before) in pairs where now < before {
                let text = "\(name) \(now) of \(box.topic) is before \(before), which was asked for already"
                session.say("warning", "cursor-backwards", [event, asked.event], text)
            }
            // While a question waits, the time in its answer is unknown.
            if box.open.isEmpty, received >= asked.received, let answered = box.answered.last {
                judge(received, asked, answered.time, box)
            }
        } else {
            judgeByClock(received, box)
        }
        let cursor = RuledSession.varint(1, received) + RuledSession.varint(2, place == 0 ? 0 : 20)
        session.query(box.topic, to: box.target, lastId, cursor + (sent.map { RuledSession.varint(6, $0) } ?? []))
        boxes[place].asked = (event, received, sent)
        boxes[place].open.append(lastId)
    }

    private mutating func judgeByClock(_ received: Int, _ box: Box) {
        guard let latest = told.max(), received > latest + 60_000 else { return }
        let text = "syncTime \(received) of \(box.topic) is later than the server's clock, \(latest)"
        session.say("error", "cursor-ahead", [session.next], text)
    }

    /// Compares a time with that of the last answer.
    ///
    /// An earlier time is compared only with an answer older than a second, because the client may not have had a newer
    /// one when it asked.
    private mutating func judge(
        _ received: Int,
        _ asked: (event: Int, received: Int, sent: Int?),
        _ latest: Int,
        _ box: Box
    ) {
        let event = session.next
        let words = "syncTime \(received) of \(box.topic)"
        // Another tab of the browser may have moved it, and an answer without messages does not.
        if isV2, box.topic == "pullMsg" {
            if received > latest { judgeByClock(received, box) }
            return
        }
        if received > latest, !told.suffix(64).contains(received) {
            let text = "is later than \(latest) of the last answer, and no time of the server's"
            let events = [event] + box.answered.suffix(1).map(\.event)
            session.say("error", "cursor-ahead", events, "\(words) \(text)")
        }
        guard received < latest, let known = box.answered.last(where: { session.milliseconds - $0.came > 1000 }),
            received < known.time
        else { return }
        let text =
            received == asked.received
            ? "does not move, though the answer went up to \(known.time)"
            : "is before \(known.time) of the last answer"
        session.say("warning", "cursor-stale", [event, known.event, asked.event], "\(words) \(text)")
    }

    /// Joins or leaves a room after its questions are answered: earlier questions no longer count.
    private mutating func enter(_ place: Int, _ which: Int) {
        guard place > 0 else { return }
        while !boxes[place].open.isEmpty { answer(place, which, isFilled: true) }
        lastId += 1
        let topic = ["joinChrm", "exitChrm", "joinChrmR", "exitChrm"][which & 3]
        session.query(topic, to: boxes[place].target, lastId, RuledSession.varint(1, 1))
        boxes[place].asked = nil
        boxes[place].answered = []
    }

    // MARK: Server

    /// Answers the latest question, with or without a time.
    private mutating func answer(_ place: Int, _ choice: Int, isFilled: Bool) {
        guard let id = boxes[place].open.popLast() else { return }
        told.append(session.milliseconds / 1000 * 1000)
        let base = boxes[place].asked?.received ?? 0
        let time = [base, base + 1, base + 1000, max(0, base - 1), session.milliseconds][choice % 5]
        let came = session.milliseconds
        let event = session.answer(id, isFilled ? RuledSession.varint(2, time) : [])
        guard isFilled else { return }
        told.append(time)
        boxes[place].answered.append((event, time, came))
    }

    /// Names a time: of a message, of a notice, or of a publish's acknowledgment.
    private mutating func tell(_ which: Int, _ choice: Int) {
        let time = session.milliseconds + choice * 100
        switch which % 4 {
        case 0:
            told.append(time)
            session.push("s_msg", RuledSession.delivery(time: time))
        case 1, 2:
            told.append(time)
            session.push(which % 4 == 1 ? "s_ntf" : "s_cmd", RuledSession.varint(1, 3) + RuledSession.varint(2, time))
        default:
            told.append(session.milliseconds)
            session.acknowledge(lastId + 5000)
        }
    }
}
