/// A session of RongCloud in which the server announces messages, and the client asks for them in time, late, or not at all; and
/// answers of which the client should ask for the rest.
///
/// What is announced is due 10 s later: it is missing once the client was heard with something else after that, or once the session
/// is over. The two highest bits of a plan's first byte choose the SDK's generation. A step is three bytes: the frame, the time before
/// it, and what it says.
package struct PullsPlan: SessionRuledPlan {
    package static let rules = ["notify-without-pull", "pull-unfinished"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    private struct Notice {
        var event: Int
        /// In milliseconds.
        var time: Int
        /// What is to be asked for, and of which room.
        var pull: String
        var room: String?
        /// When it happened, in milliseconds behind a moment; 0 where that is not said.
        var happened = 0
        var isUnfinished = false
    }

    private var notices: [Notice] = []
    /// Up to when the inbox was delivered, in milliseconds behind the moment.
    private var delivered = 0
    /// Pulls of the inbox that have no answer.
    private var pulls: [Int] = []
    /// When the latest of them was sent, in milliseconds, unless an answer came since.
    private var pulling: Int?
    private var lastId = 0
    private let generation: Int
    private static let moment = 1_795_000_000_000
    private static let rooms = ["room-a", "room-b"]
    /// What an `s_cmd` of a type announces, and from which generation on SDKs know it (reference: notices; v2 does not act on any).
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
            // Around ten seconds, to a thousandth; a packet takes one by itself.
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
        default:
            session.send(true, [0xC0])
            miss(at: session.milliseconds - 1)
        }
    }

    // MARK: What is announced

    private static func notice(_ type: Int, _ happened: Int, _ room: String? = nil) -> [UInt8] {
        RuledSession.varint(1, type) + (happened > 0 ? RuledSession.varint(2, moment + happened) : [])
            + (room.map { RuledSession.text(3, $0) } ?? [])
    }

    /// An `s_ntf`, which is of a room in type 2, else of the inbox; with `dup` it was sent before.
    private mutating func announce(type: Int, room: String? = nil, happened: Int, isDup: Bool = false) {
        let time = session.milliseconds
        let event = session.push("s_ntf", Self.notice(type, happened, room), header: isDup ? 0x38 : 0x30)
        guard !isDup else { return }
        // What was delivered already is nothing new.
        guard type == 2 || happened == 0 || happened > delivered else { return }
        let pull = type == 2 ? "chrmPull" : "pullMsg"
        notices.append(Notice(event: event, time: time, pull: pull, room: room, happened: happened))
    }

    private mutating func command(_ type: Int, happened: Int) {
        let time = session.milliseconds
        let event = session.push("s_cmd", Self.notice(type, happened))
        guard let (pull, since) = Self.commands[type], generation >= since else { return }
        notices.append(Notice(event: event, time: time, pull: pull, happened: happened))
    }

    /// A message that is pushed: the client need not ask for what its inbox got by that.
    private mutating func deliver(_ which: Int, _ happened: Int) {
        let type = [1, 3, 6, 4, 10, 12, 1, 2][which & 7]
        let isOwn = which == 6
        // While it asks, the client drops what comes, up to the time that it waits for an answer.
        let isDropped = pulling.map { session.milliseconds - $0 <= (generation == 1 ? 6000 : 30_000) } ?? false
        let direction = isOwn ? RuledSession.varint(10, 1) : []
        session.push("s_msg", RuledSession.delivery(type: type, time: Self.moment + happened) + direction)
        // Rooms and ultra groups are asked for by themselves, and so is what the user sent.
        if !isDropped, !isOwn, ![4, 10, 12].contains(type) { delivered = max(delivered, happened) }
    }

    private mutating func settings() {
        let time = session.milliseconds
        let event = session.push("s_us", RuledSession.varint(1, 7) + RuledSession.varint(2, 0))
        // Only the fifth generation acts on it.
        guard generation == 5 else { return }
        notices.append(Notice(event: event, time: time, pull: "pullUS"))
    }

    // MARK: What is asked for

    private mutating func pull(_ topic: String, to target: String) {
        lastId += 1
        if topic == "pullMsg" {
            pulls.append(lastId)
            pulling = session.milliseconds
        }
        let cursor = RuledSession.varint(1, Self.moment) + RuledSession.varint(2, 0)
        session.query(topic, to: target, lastId, topic == "pullMsg" || topic == "chrmPull" ? cursor : [])
        // Of a room of which the name is not told any will do.
        notices.removeAll { $0.pull == topic && ($0.room ?? target) == target }
        miss(at: session.milliseconds - 1)
    }

    /// Answers the earliest pull that waits: the inbox is delivered up to a time, and perhaps there is more.
    private mutating func answer(upTo happened: Int, isFinished: Bool?) {
        guard !pulls.isEmpty else { return }
        let time = session.milliseconds
        let finished = isFinished.map { RuledSession.varint(3, $0 ? 1 : 0) } ?? []
        let event = session.answer(pulls.removeFirst(), RuledSession.varint(2, Self.moment + happened) + finished)
        pulling = nil
        delivered = max(delivered, happened)
        notices.removeAll { $0.pull == "pullMsg" && $0.happened > 0 && $0.happened <= delivered }
        guard isFinished == false else { return }
        notices.append(Notice(event: event, time: time, pull: "pullMsg", isUnfinished: true))
    }

    /// The client was heard at a time: what was due before it is missing.
    private mutating func miss(at time: Int) {
        for notice in notices where time - notice.time > 10_000 {
            if notice.isUnfinished {
                let text = "no pullMsg within 10 s of an answer that is not finished"
                session.say("warning", "pull-unfinished", [notice.event], text)
            } else {
                session.say(
                    "warning",
                    "notify-without-pull",
                    [notice.event],
                    "no \(notice.pull) within 10 s of this notice"
                )
            }
        }
        notices.removeAll { time - $0.time > 10_000 }
    }
}
