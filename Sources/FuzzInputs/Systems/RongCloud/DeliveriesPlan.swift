/// A session of RongCloud with pushed and pulled messages, some of them repeated or changed; their UIDs have the right
/// time, another one, or none.
///
/// A step is three bytes: the frame, the time before it, and the message.
package struct DeliveriesPlan: SessionRuledPlan {
    package static let rules = [
        "duplicate-message-uid", "message-uid-two-contents", "message-uid-format", "message-uid-time",
    ]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// The first delivery of a UID.
    private struct First {
        var event: Int
        /// The time in milliseconds.
        var time: Int
        var isPush: Bool
        var content: String
    }

    private var firsts: [String: First] = [:]
    /// Whether a finding was reported: once in a session, since a server with other ids has them in every message.
    private var isFormatSaid = false
    private var isTimeSaid = false
    private var lastId = 0
    /// The base time and the contents of the messages.
    private static let moment = 1_795_000_000_000
    private static let contents = [#"{"content":"hi"}"#, #"{"content":"ho"}"#]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        session = RuledSession(version: RuledSession.versions[reader.byte() >> 6])
        for step in reader.steps(of: 3, atMost: 40) {
            var step = step
            let choice = step.byte()
            // Around five seconds, to a millisecond; a packet takes one itself.
            session.wait([0, 0, 1, 4998, 4999, 5000, 4997, 2500][step.byte() & 7])
            let detail = step.byte()
            kinds.append(choice & 7)
            switch choice & 7 {
            case 0, 1, 2: push(detail, choice >> 3)
            case 3, 4: pull(detail, choice >> 3, count: 1)
            case 5: pull(detail, choice >> 3, count: 2 + choice >> 7)
            case 6: acknowledge(detail, choice >> 3)
            default: session.send(true, [0xC0])
            }
        }
        session.close()
    }

    // MARK: Messages

    private struct Message {
        var uid: String
        var name: String
        var content: String
        var time: Int
        /// The state in newer generations; a set bit of value 4 marks a changed message.
        var state: Int?

        var bytes: [UInt8] {
            let tail = state.map { RuledSession.varint(20, $0) } ?? []
            return RuledSession.delivery(name, content, time: time, uid: uid) + tail
        }
        /// Whether the content may differ from the first delivery: recalls replace a message.
        var isChanged: Bool { name == "RC:RcNtf" || name == "RC:RcCmd" || (state ?? 0) & 4 != 0 }
    }

    /// Returns one of a few messages, so that they are repeated.
    private func message(_ choice: Int, _ variant: Int) -> Message {
        let number = choice & 3
        let time = Self.moment + number * 1000
        var uid = PlannedUID.text(time: time, number: number)
        switch choice >> 2 & 15 {
        case 12: uid = PlannedUID.text(time: time + [60_000, 60_001, -60_000, -60_001][number], number: number)
        case 13: uid = ["", "BKR5-28P4-JT85-SK8", "BKR5-28P4-JT85-SK8W", "BKR528P4-JT85-SK8H-"][number]
        // The older layout has one bit more for the time; no message of today has such an old time.
        case 14: uid = PlannedUID.oldText(time: time)
        default: break
        }
        let name = [
            "RC:TxtMsg", "RC:TxtMsg", "RC:RcNtf", "RC:RcCmd", "app:own", "RC:InfoNtf", "RC:TxtMsg", "RC:TxtMsg",
        ]
        let state = [nil, nil, 3, 4, nil, nil, 8, 12][variant >> 1 & 7]
        return Message(
            uid: uid,
            name: name[choice >> 6 | (variant >> 2 & 4)],
            content: Self.contents[variant & 1],
            time: time,
            state: state
        )
    }

    private mutating func push(_ choice: Int, _ variant: Int) {
        let message = message(choice, variant)
        // A copy of an own message is not a delivery.
        let isCopy = variant == 31
        let time = session.milliseconds
        let event = session.push("s_msg", message.bytes, header: isCopy ? 0x38 : 0x30)
        judge(message, event, "uid")
        if !isCopy { deliver(message, event, time: time, cursor: nil) }
    }

    /// Asks for messages since a time, and answers with some.
    private mutating func pull(_ choice: Int, _ variant: Int, count: Int) {
        lastId += 1
        let messages = (0..<count).map { message(choice &+ $0 * 4 * (variant & 2), variant) }
        // Before, at and after the time of the first message; the inbox has a second cursor.
        let cursor = messages[0].time + [0, 1, 0, -1][variant >> 1 & 3]
        let isRoom = variant & 8 != 0
        let sent = !isRoom && variant & 16 != 0 ? messages[0].time : nil
        let request = RuledSession.varint(1, cursor) + RuledSession.varint(2, 0)
        let tail = sent.map { RuledSession.varint(6, $0) } ?? []
        session.query(isRoom ? "chrmPull" : "pullMsg", to: isRoom ? "room-a" : "me", lastId, request + tail)
        let time = session.milliseconds
        let list = messages.flatMap { RuledSession.bytes(1, $0.bytes) }
        let event = session.answer(lastId, list + RuledSession.varint(2, Self.moment + 9000))
        for (place, message) in messages.enumerated() {
            judge(message, event, count > 1 ? "messages[\(place)].uid" : "uid")
            deliver(message, event, time: time, cursor: min(cursor, sent ?? cursor))
        }
    }

    /// Acknowledges a message of the client with its UID.
    private mutating func acknowledge(_ choice: Int, _ variant: Int) {
        lastId += 1
        session.publish("ppMsgP", to: "lin", lastId, RuledSession.message())
        let now = session.milliseconds
        let ahead = [0, 60_000, 60_001, -60_000, -60_001, 0, 100, -100][choice & 7]
        let uid = variant & 7 == 7 ? "no-uid" : PlannedUID.text(time: now + ahead, number: choice)
        let event = session.acknowledge(lastId, uid: variant & 3 == 2 ? nil : uid)
        guard variant & 3 != 2 else { return }
        judge(uid: uid, isUID: uid != "no-uid", time: now, uidTime: now + ahead, event, "messageUId")
    }

    // MARK: Expected findings

    private mutating func deliver(_ message: Message, _ event: Int, time: Int, cursor: Int?) {
        guard !message.uid.isEmpty else { return }
        guard let first = firsts[message.uid] else {
            firsts[message.uid] = First(event: event, time: time, isPush: cursor == nil, content: message.content)
            return
        }
        let events = first.event == event ? [event] : [event, first.event]
        if first.content != message.content {
            guard !message.isChanged else { return }
            let text = "message \"\(message.uid)\" had another content when it was delivered first"
            return session.say("error", "message-uid-two-contents", events, text)
        }
        // A pull brings messages from its cursor on, also repeated ones; a push may cross an answer.
        let isWrong =
            first.event == event || (cursor.map { message.time < $0 } ?? (first.isPush || time - first.time > 5000))
        guard isWrong else { return }
        session.say("warning", "duplicate-message-uid", events, "message \"\(message.uid)\" was delivered already")
    }

    private mutating func judge(_ message: Message, _ event: Int, _ path: String) {
        guard !message.uid.isEmpty else { return }
        let time = PlannedUID.time(message.uid)
        judge(uid: message.uid, isUID: time != nil, time: message.time, uidTime: time ?? 0, event, path)
    }

    /// Compares a UID's time with that of its message.
    private mutating func judge(uid: String, isUID: Bool, time: Int, uidTime: Int, _ event: Int, _ path: String) {
        if !isUID, !isFormatSaid {
            isFormatSaid = true
            session.say("warning", "message-uid-format", [event], "\(path): \"\(uid)\" is no message UID")
        } else if isUID, abs(uidTime - time) > 60_000, !isTimeSaid {
            isTimeSaid = true
            let (own, other) = (Self.moment(uidTime), Self.moment(time))
            session.say(
                "warning",
                "message-uid-time",
                [event],
                "\(path): \"\(uid)\" is of \(own), its message of \(other)"
            )
        }
    }

    private static func moment(_ time: Int) -> String { PlanMoment.text(Int64(time) * 1000, digits: 6) }
}
