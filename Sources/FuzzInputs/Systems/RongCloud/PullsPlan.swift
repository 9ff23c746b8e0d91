/// A session of RongCloud over WebSocket in which the client pulls messages from behind cursors, and the server announces some: what
/// `check` says of cursors, and of what was announced and not asked for.
///
/// The first byte of a plan says which SDK it is. A step is four bytes: what is sent, two about what is in it, and the time before it.
package struct PullsPlan: Sendable {
    /// What is found: the number of the event, and the rule.
    package private(set) var findings: [(event: Int, rule: String)] = []
    /// The connection.
    package private(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    package private(set) var kinds: [Int] = []

    package static let rules = [
        "cursor-backwards", "cursor-stale", "cursor-ahead", "notify-without-pull", "pull-unfinished",
    ]

    /// Bits of the plan's first byte that say that it is such a plan.
    package static func isMeant(by options: UInt8) -> Bool { options & 0x30 == 0x30 }

    /// What should be asked for: by which query, of which room.
    private struct Due {
        var event: Int
        var time: UInt64
        var topic: String
        var room: String?
        /// When what is announced happened; 0 where that is not said.
        var happened = 0
        var rule = "notify-without-pull"
    }

    /// Where the client is in its inbox, or in a room.
    private struct Place {
        var asked: Int
        /// The time up to which the last answer brought messages.
        var answer: Int?
        /// Pulls without an answer.
        var open: Int
    }

    private static let generations = [("4.2.0", 4), ("5.9.0", 5), ("2.5.6", 2), ("3.0.1", 3)]
    private let generation: Int
    private var dues: [Due] = []
    /// Places by their rooms; that of the inbox has an empty name.
    private var places: [String: Place] = [:]
    /// Pulls that wait: their ids and rooms.
    private var waiting: [(id: Int, room: String)] = []
    /// Times that the server has named.
    private var told: Set<Int> = []
    /// Up to when the inbox was delivered.
    private var delivered = 0
    /// The switch and the CONNACK come first.
    private var events = 2
    private var lastId = 0

    /// When the first message was sent, in milliseconds.
    private static let first = 1_795_000_000_000
    /// So long a client may take to ask.
    private static let patience: UInt64 = 10_000_000

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let (version, generation) = Self.generations[reader.below(4)]
        self.generation = generation
        session.upgrade(extensions: nil, version: version)
        session.message(fromClient: false, [0x20, 0x80, 0] + SessionPlan.text("me"))
        for step in reader.steps(of: 4, atMost: 28) {
            var step = step
            let (choice, content, more, pause) = (step.byte(), step.byte(), step.byte(), step.byte())
            // Some milliseconds, or seconds; or around what a client may take, to a thousandth of a second.
            session.wait([UInt64(pause) * 20_000, UInt64(pause) * 1000, UInt64(pause) * 1000 + 9_870_000][pause % 3])
            kinds.append(choice % 10)
            take(choice % 10, content, more)
        }
        // Whatever is due by now has had its time.
        session.wait(2 * Self.patience)
        send(true, [0xC0])
        session.close()
    }

    private mutating func take(_ choice: Int, _ content: Int, _ more: Int) {
        let room = ["", "", "r1", "r2"][content & 3]
        switch choice {
        case 0, 1: pull(room, content >> 2, more)
        case 2, 3: answer(content, more)
        case 4, 5: notice(room, content >> 2, more)
        case 6: command(content, more)
        case 7: push(content)
        case 8 where room.isEmpty: ask(Self.commanded[content >> 2 & 7] ?? "pullUS", "me", [])
        case 8: join(room, isLeft: content & 4 != 0)
        default: send(true, [0xC0])
        }
    }

    // MARK: The client

    /// Asks for what is later than a cursor: that of the last answer, as it should be, or another.
    private mutating func pull(_ room: String, _ choice: Int, _ more: Int) {
        let place = places[room]
        let last = place?.answer ?? place?.asked ?? Self.first
        let latest = told.max() ?? Self.first
        // No later than a minute behind the latest time that the server has named, where nothing was pulled before.
        let cursor =
            [last, last, place?.asked ?? last, last - 1, last + 1, latest, latest + 60_000, latest + 60_001][choice & 7]
        send(true, query(room.isEmpty ? "pullMsg" : "chrmPull", room.isEmpty ? "me" : room, cursor, room))
        judge(cursor, room)
        let open = (place?.open ?? 0) + 1
        places[room] = Place(asked: cursor, answer: place?.answer, open: open)
        waiting.append((lastId, room))
    }

    /// What is wrong with a cursor.
    private mutating func judge(_ cursor: Int, _ room: String) {
        guard let place = places[room] else {
            if let latest = told.max(), cursor > latest + 60_000 { find("cursor-ahead") }
            return
        }
        guard cursor >= place.asked else { return find("cursor-backwards") }
        // What the answer to a pull that is under way will bring, its client does not know yet.
        guard place.open == 0, let answer = place.answer else { return }
        if cursor < answer { find("cursor-stale") }
        if cursor > answer, !told.contains(cursor) { find("cursor-ahead") }
    }

    private mutating func query(_ topic: String, _ target: String, _ cursor: Int, _ room: String) -> [UInt8] {
        dues.removeAll { $0.topic == topic && ($0.room ?? target) == target }
        lastId += 1
        let head = SessionPlan.text(topic) + SessionPlan.text(target) + SessionPlan.number(lastId, 2)
        return [0x50] + head + SessionPlan.varint(1, cursor) + [0x10, 0]
    }

    /// Asks for what a command announced.
    private mutating func ask(_ topic: String, _ target: String, _ data: [UInt8]) {
        dues.removeAll { $0.topic == topic }
        lastId += 1
        let head = SessionPlan.text(topic) + SessionPlan.text(target) + SessionPlan.number(lastId, 2)
        send(true, [0x50] + head + data)
    }

    /// Who joins a room again begins anew there.
    private mutating func join(_ room: String, isLeft: Bool) {
        places[room] = nil
        waiting.removeAll { $0.room == room }
        ask(isLeft ? "exitChrm" : "joinChrm", room, [])
    }

    // MARK: The server

    /// Answers one of the pulls that wait: up to which time, and whether there is more.
    private mutating func answer(_ content: Int, _ more: Int) {
        guard !waiting.isEmpty else { return }
        let (id, room) = waiting.remove(at: content >> 3 % waiting.count)
        let time = (places[room]?.answer ?? Self.first) + [0, 1000, 5000, 60_000][more & 3]
        let finished: [UInt8] = [[0x18, 1], [0x18, 0], [], [0x18, 1]][more >> 2 & 3]
        let date = Self.first / 1000 + (more >> 4)
        let head = SessionPlan.number(id, 2) + SessionPlan.number(date, 4) + SessionPlan.number(0, 2)
        send(false, [0x60] + head + SessionPlan.varint(2, time) + finished)
        told.formUnion([date * 1000, time])
        places[room]?.answer = time
        places[room]?.open -= 1
        guard room.isEmpty else { return }
        delivered = max(delivered, time)
        // What was announced meanwhile came with it, though its notice was late.
        dues.removeAll { $0.topic == "pullMsg" && $0.happened > 0 && $0.happened <= delivered }
        if finished == [0x18, 0] { due("pullMsg", rule: "pull-unfinished") }
    }

    /// Announces messages in the inbox, or in a room: of about the time up to which the inbox was delivered.
    private mutating func notice(_ room: String, _ choice: Int, _ more: Int) {
        let happened = (delivered > 0 ? delivered : Self.first) + [0, -1, 1, 5000, -5000, 60_000, 0, 1][choice & 7]
        // Where it does not say when.
        let hasTime = choice & 8 == 0
        let type = room.isEmpty ? [1, 0, 3, 1][more & 3] : 2
        var data = SessionPlan.varint(1, type) + (hasTime ? SessionPlan.varint(2, happened) : [])
        if !room.isEmpty { data += MessageRulesPlan.field(3, room) }
        announce("s_ntf", data, isAgain: more & 0xF0 == 0xF0)
        if hasTime { told.insert(happened) }
        if more & 0xF0 == 0xF0 { return }
        if !room.isEmpty { return due("chrmPull", room, happened: hasTime ? happened : 0) }
        if hasTime, happened <= delivered { return }
        due("pullMsg", happened: hasTime ? happened : 0)
    }

    /// What a client asks for when it is told of a change of a type (table of topics, `s_cmd`).
    private static let commanded = [2: "pullKV", 3: "pullSeAtts", 6: "pullUgMsg", 7: "qryMsgChange"]

    /// Announces a change of another kind, or of settings; clients of old need not act on it.
    private mutating func command(_ content: Int, _ more: Int) {
        guard content & 8 == 0 else {
            announce("s_us", SessionPlan.varint(1, Self.first))
            if generation == 5 { due("pullUS") }
            return
        }
        let type = content & 7
        announce("s_cmd", SessionPlan.varint(1, type) + SessionPlan.varint(2, Self.first + more))
        told.insert(Self.first + more)
        guard let topic = Self.commanded[type], generation >= (type < 4 ? 4 : 5) else { return }
        due(topic)
    }

    /// Delivers a message, whose time is one of the server's.
    private mutating func push(_ content: Int) {
        let time = (told.max() ?? Self.first) + [1, 0, 30_000, -20][content & 3]
        var data = MessageRulesPlan.field(1, "lin") + SessionPlan.varint(2, 1)
        data += MessageRulesPlan.field(4, "RC:TxtMsg") + MessageRulesPlan.field(5, #"{"content":"a"}"#)
        announce("s_msg", data + SessionPlan.varint(6, time) + SessionPlan.varint(7, 48))
        told.insert(time)
    }

    private mutating func announce(_ topic: String, _ data: [UInt8], isAgain: Bool = false) {
        let head = SessionPlan.number(Self.first / 1000, 4) + SessionPlan.text(topic) + SessionPlan.text("me")
        send(false, [isAgain ? 0x38 : 0x30] + head + SessionPlan.number(events & 0xFF, 2) + data)
    }

    // MARK: What is found

    private mutating func due(_ topic: String, _ room: String? = nil, happened: Int = 0, rule: String? = nil) {
        var due = Due(event: events, time: session.now - SampleSession.pause, topic: topic, room: room)
        due.happened = happened
        if let rule { due.rule = rule }
        dues.append(due)
    }

    /// Finds something about the last event.
    private mutating func find(_ rule: String) { findings.append((events, rule)) }

    /// Sends a frame; what the client has not asked for by then in time is missed.
    private mutating func send(_ fromClient: Bool, _ bytes: [UInt8]) {
        if fromClient {
            let late = dues.filter { $0.time + Self.patience < session.now }
            findings += late.map { ($0.event, $0.rule) }
            dues.removeFirst(late.count)
        }
        events += 1
        session.message(fromClient: fromClient, bytes)
    }
}
