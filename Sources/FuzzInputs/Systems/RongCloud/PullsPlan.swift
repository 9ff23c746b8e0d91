/// A session of RongCloud in which the server announces messages, and the client pulls them in time, late, or not at
/// all; with answers that are not finished.
///
/// A pull is due 10 s after a notice; for the inbox and for rooms, after the answer to a pull of either that waits, or its
/// timeout. It is missing if the client is heard with another frame after that, or if the session ends after it, but not
/// after DISCONNECT. The two highest bits of a plan's first byte choose the SDK's generation. A step is three bytes: the
/// frame, the time before it, and its content.
package struct PullsPlan: SessionRuledPlan {
    package static let rules = ["notify-without-pull", "pull-unfinished"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    private struct Notice {
        var event: Int
        /// The time in milliseconds.
        var time: Int
        /// The topic of the expected pull, and the room.
        var pull: String
        var room: String?
        /// The time in the notice, in milliseconds after `moment`; 0 for none.
        var happened = 0
        var isUnfinished = false

        /// Whether messages are due, instead of settings or entries.
        var isOfMessages: Bool { PullsPlan.messagePulls.contains(pull) }

        /// Whether a pull asks for what is due; if the notice names no room, any room will do.
        func isServed(by topic: String, _ target: String) -> Bool { pull == topic && (room ?? target) == target }
    }

    /// A pull without an answer.
    private struct Pull {
        var id: Int
        var topic: String
        var target: String
        /// The time in milliseconds.
        var time: Int
    }

    private var notices: [Notice] = []
    /// The times up to which the inbox and the rooms were delivered, in milliseconds after `moment`.
    private var delivered = 0
    private var deliveredOfRooms: [String: Int] = [:]
    private var pulls: [Pull] = []
    /// The time at which the client was last heard, in milliseconds.
    private var heard = 0
    /// The rooms that the client left and did not join again.
    private var left: Set<String> = []
    /// Whether DISCONNECT has ended the session.
    private var isOver = false
    private var lastId = 0
    private let generation: Int
    /// The time after which the SDK waits no longer for an answer, in milliseconds.
    private var timeout: Int { generation == 1 ? 6000 : 30_000 }
    private static let moment = 1_795_000_000_000
    private static let rooms = ["room-a", "room-b"]
    private static let messagePulls = ["pullMsg", "chrmPull"]
    /// The pull that an `s_cmd` of a type announces, and the first generation that knows it (reference: notices; v2
    /// acts on none).
    private static let commands: [Int: (pull: String, since: Int)] = [
        2: ("pullKV", 4), 3: ("pullSeAtts", 4), 6: ("pullUgMsg", 5), 7: ("qryMsgChange", 5),
    ]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        generation = [4, 5, 2, 1][options >> 6]
        session = RuledSession(version: RuledSession.versions[options >> 6])
        for step in reader.steps(of: 3, atMost: 60) {
            var step = step
            let choice = step.byte()
            // Around ten seconds, to a millisecond; a packet takes one itself.
            session.wait([0, 0, 0, 9998, 9999, 10_000, 4999, 5000][step.byte() & 7])
            kinds.append(choice & 15)
            take(choice & 15, choice >> 4, step.byte())
        }
        session.wait([0, 5000, 11_000, 100][plan.count & 3])
        miss(at: session.milliseconds)
        session.close()
    }

    private mutating func take(_ choice: Int, _ which: Int, _ detail: Int) {
        switch choice {
        case 0, 1, 2:
            announce(type: [1, 1, 3, 0][which & 3], happened: detail % 5 * 1000, isDup: choice == 2 && which > 9)
        case 3: announce(type: 2, room: which & 3 == 3 ? nil : Self.rooms[which & 1], happened: detail % 5 * 1000)
        case 4: command([2, 3, 4, 6, 7, 1, 2, 3][which & 7], happened: detail % 5 * 1000)
        case 5: settings()
        case 6, 7: pull("pullMsg", to: "me")
        case 8: pull("chrmPull", to: Self.rooms[which & 1])
        case 9: pull(["pullKV", "pullSeAtts", "pullUgMsg", "qryMsgChange", "pullUS"][which % 5], to: "me")
        case 10, 11:
            answer(upTo: detail % 5 * 1000 + (detail >> 5) - 3, isFinished: [nil, false, false, true][which & 3])
        case 12: deliver(which, detail % 5 * 1000)
        case 13 where which == 7:
            session.send(false, [0xE0, 0x80, 3])
            notices = []
            isOver = true
        case 14 where which > 7:
            pass(Self.rooms[which & 1], isExit: which & 6 != 0)
        default:
            session.send(true, [0xC0])
            miss(at: session.milliseconds - 1)
        }
    }

    // MARK: Notices

    private static func notice(_ type: Int, _ happened: Int, _ room: String? = nil) -> [UInt8] {
        RuledSession.varint(1, type) + (happened > 0 ? RuledSession.varint(2, moment + happened) : [])
            + (room.map { RuledSession.text(3, $0) } ?? [])
    }

    /// Sends an `s_ntf`: type 2 is about a room, another type about the inbox; with DUP it was sent before.
    private mutating func announce(type: Int, room: String? = nil, happened: Int, isDup: Bool = false) {
        let time = session.milliseconds
        let event = session.push("s_ntf", Self.notice(type, happened, room), header: isDup ? 0x38 : 0x30)
        guard !isDup else { return }
        // A notice of delivered messages is not new.
        // Nothing of a room that was left is due.
        if let room, left.contains(room) { return }
        let pull = type == 2 ? "chrmPull" : "pullMsg"
        let notice = Notice(event: event, time: time, pull: pull, room: room, happened: happened)
        if !isDelivered(notice) { add(notice) }
    }

    private mutating func command(_ type: Int, happened: Int) {
        let time = session.milliseconds
        let event = session.push("s_cmd", Self.notice(type, happened))
        guard let (pull, since) = Self.commands[type], generation >= since, !isUnderWay(pull, at: time) else { return }
        add(Notice(event: event, time: time, pull: pull, happened: happened))
    }

    /// Pushes a message, which makes a pull up to its time unnecessary.
    private mutating func deliver(_ which: Int, _ happened: Int) {
        let type = [1, 3, 6, 4, 10, 12, 1, 2][which & 7]
        let isOwn = which == 6
        let room = type == 4 ? Self.rooms[which >> 3 & 1] : nil
        // While a pull of the inbox, or of the room, waits up to the SDK's timeout, the client drops pushed messages.
        let isDropped = isUnderWay(room == nil ? "pullMsg" : "chrmPull", of: room, at: session.milliseconds)
        let direction = isOwn ? RuledSession.varint(10, 1) : []
        session.push("s_msg", RuledSession.delivery(type: type, room: room, time: Self.moment + happened) + direction)
        // Ultra groups are pulled separately, and so are messages of the own user.
        if !isDropped, !isOwn, ![10, 12].contains(type) { noteDelivered(room, upTo: happened) }
    }

    private mutating func noteDelivered(_ room: String?, upTo time: Int) {
        if let room {
            deliveredOfRooms[room] = max(deliveredOfRooms[room] ?? 0, time)
        } else {
            delivered = max(delivered, time)
        }
    }

    private func isDelivered(_ notice: Notice) -> Bool {
        guard notice.isOfMessages, notice.happened > 0 else { return false }
        guard notice.pull == "chrmPull" else { return notice.happened <= delivered }
        return notice.room.flatMap { deliveredOfRooms[$0] }.map { notice.happened <= $0 } ?? false
    }

    /// Returns whether a pull waits for its answer, up to the SDK's timeout.
    private func isUnderWay(_ topic: String, of room: String? = nil, at time: Int) -> Bool {
        pulls.contains { $0.topic == topic && time - $0.time <= timeout && (room ?? $0.target) == $0.target }
    }

    private mutating func settings() {
        let time = session.milliseconds
        let event = session.push("s_us", RuledSession.varint(1, 7) + RuledSession.varint(2, 0))
        // Only the fifth generation acts on this notice.
        guard generation == 5, !isUnderWay("pullUS", at: time) else { return }
        add(Notice(event: event, time: time, pull: "pullUS"))
    }

    private mutating func add(_ notice: Notice) {
        if !isOver { notices.append(notice) }
    }

    // MARK: Pulls

    private mutating func pull(_ topic: String, to target: String) {
        lastId += 1
        if !isOver { pulls.append(Pull(id: lastId, topic: topic, target: target, time: session.milliseconds)) }
        let cursor = RuledSession.varint(1, Self.moment) + RuledSession.varint(2, 0)
        session.query(topic, to: target, lastId, Self.messagePulls.contains(topic) ? cursor : [])
        notices.removeAll { $0.isServed(by: topic, target) }
        miss(at: session.milliseconds - 1)
    }

    /// Asks to leave a room, or to join it; after leaving, nothing of the room is due.
    private mutating func pass(_ room: String, isExit: Bool) {
        lastId += 1
        session.query(isExit ? "exitChrm" : "joinChrm", to: room, lastId, RuledSession.varint(1, 1))
        if isExit {
            left.insert(room)
            notices.removeAll { $0.room == room }
        } else {
            left.remove(room)
        }
        miss(at: session.milliseconds - 1)
    }

    /// Answers the earliest waiting pull of messages: they are delivered up to a time, and the inbox may have more.
    private mutating func answer(upTo happened: Int, isFinished: Bool?) {
        guard let place = pulls.firstIndex(where: { Self.messagePulls.contains($0.topic) }) else { return }
        let pull = pulls.remove(at: place)
        let time = session.milliseconds
        let finished = isFinished.map { RuledSession.varint(3, $0 ? 1 : 0) } ?? []
        let event = session.answer(pull.id, RuledSession.varint(2, Self.moment + happened) + finished)
        guard !isOver else { return }
        noteDelivered(pull.topic == "chrmPull" ? pull.target : nil, upTo: happened)
        // Before v4, SDKs leave the rest to the next notice.
        let isUnfinished = pull.topic == "pullMsg" && isFinished == false && generation > 3
        var others: [Notice] = []
        var waiting: [Notice] = []
        for var notice in notices {
            let isServed = notice.isServed(by: pull.topic, pull.target)
            // The next pull after an unfinished answer brings everything.
            if isServed, isUnfinished || isDelivered(notice) { continue }
            // What the answer did not bring is due from now on, and so is what had to wait for it.
            if isServed || notice.isOfMessages && notice.time >= pull.time {
                notice.time = time
                waiting.append(notice)
            } else {
                others.append(notice)
            }
        }
        notices = others + waiting
        if isUnfinished { add(Notice(event: event, time: time, pull: "pullMsg", isUnfinished: true)) }
        miss(at: heard)
    }

    /// Adds the findings about overdue pulls, at a time at which the client was heard.
    private mutating func miss(at time: Int) {
        heard = time
        let latest = pulls.lazy.filter { Self.messagePulls.contains($0.topic) }.map(\.time).max()
        let waits = latest.map { $0 + timeout } ?? 0
        func isOverdue(_ notice: Notice) -> Bool {
            time - (notice.isOfMessages ? max(notice.time, waits) : notice.time) > 10_000
        }
        for notice in notices where isOverdue(notice) {
            let rule = notice.isUnfinished ? "pull-unfinished" : "notify-without-pull"
            let reason = notice.isUnfinished ? "of an answer that is not finished" : "of this notice"
            session.say("warning", rule, [notice.event], "no \(notice.pull) within 10 s \(reason)")
        }
        notices.removeAll(where: isOverdue)
    }
}
