/// A session of RongCloud whose client joins rooms, leaves them, and uses them before, between and after; the server
/// accepts, refuses, or does not answer.
///
/// A step is two bytes: the frame with its room, and the choice among similar frames.
package struct RoomsPlan: SessionRuledPlan {
    package static let rules = ["chatroom-not-joined"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    private struct Room {
        /// The event that left the room, and whether the room is joined; both unset at first.
        var left: Int?
        var isJoined = false
        /// Whether a finding was reported since the last join or exit.
        var isSaid = false
        /// The joins and exits without an answer: message id and event.
        var passages: [(id: Int, event: Int, isExit: Bool)] = []
        /// The use of the room while it was not joined; its answer decides whether it was a mistake.
        var use: (id: Int, isQuery: Bool, events: [Int], text: String)?
        /// Whether the room counts as joined: a request to join is enough.
        var isOpen: Bool { isJoined || passages.contains { !$0.isExit } }
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
        // An unanswered use counts as a mistake.
        for place in rooms.indices { refuse(place) }
        session.close()
    }

    private mutating func take(_ choice: Int, _ place: Int, _ which: Int) {
        let name = Self.names[place]
        switch choice {
        case 0:
            lastId += 1
            pass(place, which & 1 == 0 ? "joinChrm" : "joinChrmR")
        case 1:
            lastId += 1
            pass(place, "exitChrm")
        case 2:
            guard !rooms[place].passages.isEmpty else { return }
            let passage = rooms[place].passages.remove(at: (which >> 1) % rooms[place].passages.count)
            session.answer(passage.id, status: which & 1 == 0 ? 0 : [1, 23_410, 23_411][which % 3])
            // A refusal changes nothing.
            guard which & 1 == 0 else { return }
            rooms[place].isJoined = !passage.isExit
            rooms[place].left = passage.isExit ? passage.event : nil
            rooms[place].isSaid = false
        case 3:
            // Frames that only listen, that are about other conversations, or that the server sends, do not use a room.
            lastId += 1
            switch which & 3 {
            case 0: session.query("pullKV", to: name, lastId)
            case 1: session.publish("chatMsgS", to: name, lastId, RuledSession.message("RC:TypSts"), header: 0x30)
            case 2: session.publish("ppMsgP", to: name, lastId, RuledSession.message())
            default: session.push("s_ntf", RuledSession.varint(1, 2) + RuledSession.text(3, name))
            }
        case 4:
            guard let use = rooms[place].use else { return }
            let status = which & 1 == 0 ? 0 : 23_406
            if use.isQuery {
                session.answer(use.id, status: status)
            } else {
                session.acknowledge(use.id, status: status)
            }
            guard status == 0 else { return refuse(place) }
            // If the server grants a use, the room is joined.
            rooms[place].use = nil
            rooms[place].isJoined = true
        default: use(place, which)
        }
    }

    /// Sends a request to join a room or to leave it.
    private mutating func pass(_ place: Int, _ topic: String) {
        let event = session.query(topic, to: Self.names[place], lastId, RuledSession.varint(1, 1))
        rooms[place].passages.append((lastId, event, topic == "exitChrm"))
    }

    /// Reports the waiting use as a mistake.
    private mutating func refuse(_ place: Int) {
        guard let use = rooms[place].use else { return }
        rooms[place].use = nil
        rooms[place].isSaid = true
        session.say("warning", "chatroom-not-joined", use.events, use.text)
    }

    private mutating func use(_ place: Int, _ which: Int) {
        let name = Self.names[place]
        let topic = ["chatMsg", "chrmPull", "setKV", "delKV", "setKVS", "delKVS", "chatMsg", "chrmPull"][which & 7]
        lastId += 1
        if !rooms[place].isOpen, !rooms[place].isSaid, rooms[place].use == nil {
            let left = rooms[place].left
            let words = left == nil ? "before it is joined" : "after it was left"
            let events = [session.next] + (left.map { [$0] } ?? [])
            let text = "\(topic) for room \"\(name)\" \(words)"
            rooms[place].use = (lastId, topic != "chatMsg", events, text)
        }
        if topic == "chatMsg" {
            session.publish(topic, to: name, lastId, RuledSession.message())
        } else {
            session.query(topic, to: name, lastId, topic == "chrmPull" ? RuledSession.varint(1, 0) : [])
        }
    }
}
