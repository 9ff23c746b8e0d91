/// A session of RongCloud whose client joins rooms, leaves them, and uses them before, between and after.
///
/// A step is two bytes: the frame with its room, and which of several that do the same.
package struct RoomsPlan: SessionRuledPlan {
    package static let rules = ["chatroom-not-joined"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    private struct Room {
        /// The event with which it was left, and whether it is joined; neither before.
        var left: Int?
        var isJoined = false
        /// Whether it was said that it is not joined, since it was joined or left last.
        var isSaid = false
        /// The message id of a joining whose answer is to come, and which nothing followed.
        var joining: Int?
    }

    private static let names = ["room-a", "room-b", "\u{623F}\u{95F4}", "room-a1"]
    private var rooms = [Room](repeating: Room(), count: 4)
    private var lastId = 0

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        session = RuledSession(version: RuledSession.versions[reader.byte() >> 6])
        for step in reader.steps(of: 2, atMost: 60) {
            var step = step
            let choice = step.byte()
            kinds.append(choice & 7)
            take(choice & 7, choice >> 3 & 3, step.byte())
        }
        session.close()
    }

    private mutating func take(_ choice: Int, _ place: Int, _ which: Int) {
        let name = Self.names[place]
        switch choice {
        case 0:
            lastId += 1
            session.query(which & 1 == 0 ? "joinChrm" : "joinChrmR", to: name, lastId, RuledSession.varint(1, 1))
            rooms[place] = Room(isJoined: true, joining: lastId)
        case 1:
            lastId += 1
            rooms[place] = Room(left: session.query("exitChrm", to: name, lastId, RuledSession.varint(1, 1)))
        case 2:
            guard let id = rooms[place].joining else { return }
            // A room that refused is not joined.
            if which & 1 == 0 { rooms[place].joining = nil } else { rooms[place] = Room() }
            session.answer(id, status: which & 1 == 0 ? 0 : [23_408, 23_410, 23_411][which % 3])
        case 3:
            // What only listens, what is about others, or comes from the server, uses no room.
            lastId += 1
            switch which & 3 {
            case 0: session.query("pullKV", to: name, lastId)
            case 1: session.publish("chatMsgS", to: name, lastId, RuledSession.message("RC:TypSts"), header: 0x30)
            case 2: session.publish("ppMsgP", to: name, lastId, RuledSession.message())
            default: session.push("s_ntf", RuledSession.varint(1, 2) + RuledSession.text(3, name))
            }
        default: use(place, which)
        }
    }

    private mutating func use(_ place: Int, _ which: Int) {
        let name = Self.names[place]
        let topic = ["chatMsg", "chrmPull", "setKV", "delKV", "setKVS", "delKVS", "chatMsg", "chrmPull"][which & 7]
        if !rooms[place].isJoined, !rooms[place].isSaid {
            rooms[place].isSaid = true
            let left = rooms[place].left
            let words = left == nil ? "before it is joined" : "after it was left"
            session.say(
                "warning",
                "chatroom-not-joined",
                [session.next] + (left.map { [$0] } ?? []),
                "\(topic) for room \"\(name)\" \(words)"
            )
        }
        lastId += 1
        if topic == "chatMsg" {
            session.publish(topic, to: name, lastId, RuledSession.message())
        } else {
            session.query(topic, to: name, lastId, topic == "chrmPull" ? RuledSession.varint(1, 0) : [])
        }
    }
}
