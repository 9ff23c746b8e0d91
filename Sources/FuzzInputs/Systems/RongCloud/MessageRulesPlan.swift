/// A session of RongCloud over WebSocket in which messages come again, are recalled and read, rooms are used, names are odd and
/// clocks differ; and how often each rule should find something.
///
/// The first byte of a plan says how far the server's clock is from that of the capture, and how the session ends; a step is three
/// bytes: what is sent, what is in it, and the time before it.
package struct MessageRulesPlan: Sendable {
    /// How often each rule should find something, in the order of ``rules``.
    package var findings: [Int] { Self.rules.map { found[$0] ?? 0 } }
    /// The connection.
    package internal(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    package private(set) var kinds: [Int] = []

    package static let rules = [
        "chatroom-not-joined", "duplicate-message-uid", "message-uid-two-contents", "message-uid-format",
        "message-uid-time", "recall-unknown", "recall-repeated", "receipt-unknown", "receipt-future", "topic-kind",
        "target-empty", "target-wrong", "status-topic-content", "object-name-length", "object-name-case",
        "object-name-reserved", "wrong-direction", "websocket-mask", "clock-skew", "message-id-zero",
        "message-id-order", "status-unknown", "frame-after-disconnect", "cursor-backwards",
    ]

    /// Bits of the plan's first byte that say that it is such a plan.
    package static func isMeant(by options: UInt8) -> Bool { options & 0x30 == 0x20 }

    private var found: [String: Int] = [:]
    /// What is found once in a session, or once of each.
    private var said: Set<String> = []
    /// How many seconds the server's clock is ahead.
    private let ahead: Int64
    /// The server's clock as it was told last, and when, in milliseconds.
    var told: (server: Int64, at: Int64)?
    /// What is said of the first time that is far from the capture's.
    package private(set) var skew: String?
    /// The id of the last request, and whether there was one.
    private var lastId: Int
    private var hasAsked = false
    /// Rooms that were joined or left; of others nothing is known.
    var rooms: Set<Int> = []
    /// Messages by their UIDs as they were delivered first.
    var delivered: [String: (content: String, time: UInt64, isPush: Bool, event: Int)] = [:]
    /// UIDs of messages that the server has named, and of those that were recalled.
    var seen: Set<String> = []
    var recalled: Set<String> = []
    /// What the last pull asked for.
    var cursors: (received: Int64, sent: Int64)?
    /// Names that were seen, and how each was spelt first.
    var names: Set<String> = []
    var spellings: Set<String> = []

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        ahead = [0, 60, 61, -61][options & 3]
        // Ids begin again behind 65535.
        lastId = options & 0x40 == 0 ? 0 : 65_500
        session.upgrade(extensions: nil, version: "4.2.0")
        session.message(fromClient: false, [0x20, 0x80, 0] + SessionPlan.text("me"))
        for step in reader.steps(of: 3, atMost: 40) {
            var step = step
            let (choice, content, pause) = (step.byte(), step.byte(), step.byte())
            // Around what packets may be late by, to a thousandth of a second.
            let coarse: UInt64 = pause & 3 == 3 ? 4_992_000 : 0
            session.wait(coarse + UInt64(pause >> 2) * 1000)
            kinds.append(choice % 14)
            take(choice, content)
        }
        end(options >> 2 & 3, options >> 7)
        session.close()
    }

    private mutating func take(_ choice: Int, _ content: Int) {
        switch choice % 14 {
        case 0: join(content)
        case 1: leave(content)
        case 2: use(content)
        case 3, 4, 5: push(content, choice / 14)
        case 6: pull(content, choice / 14)
        case 7, 8: recall(content)
        case 9: receipt(content, choice / 14)
        case 10: named(content)
        case 11: misuse(content)
        case 12: turn(content)
        default: unmask(content)
        }
    }

    // MARK: What is found

    mutating func find(_ rule: String, _ count: Int = 1) { found[rule, default: 0] += count }

    /// Finds something that is said once, or once of each.
    mutating func findOnce(_ rule: String, _ what: String = "") {
        if said.insert("\(rule) \(what)").inserted { find(rule) }
    }

    // MARK: Frames

    /// The number of the event that comes next.
    var number: Int { session.packets.count }

    /// The id of a request: the next one, seldom 0 or one that goes back.
    private mutating func id(_ choice: Int) -> Int {
        guard choice & 15 != 14 else {
            find("message-id-zero")
            return 0
        }
        // One that goes back by almost all of them has begun again behind the last one (65535).
        let back = choice & 15 == 15 ? [1, 64_510, 64_511, 0][choice >> 4 & 3] : lastId
        let id = back < lastId ? lastId - back : lastId == 65_535 ? 1 : lastId + 1
        if hasAsked, id == lastId {
            findOnce("message-id-order")
        } else if hasAsked, id < lastId, lastId - id < 64_511 {
            find("message-id-order")
        }
        hasAsked = true
        lastId = id
        return id
    }

    /// Sends a message, and answers it.
    ///
    /// - Parameter off: how far the time of the UID that the server gives is from its clock; `nil` where it gives none.
    mutating func publish(
        _ topic: String,
        to target: String,
        _ name: String = "RC:TxtMsg",
        _ content: String = #"{"content":"hi"}"#,
        idChoice: Int = 0,
        status: Int = 0,
        uidOff off: Int64? = nil
    ) {
        let data = SessionPlan.varint(1, 3) + Self.field(2, name) + Self.field(3, content)
        let id = SessionPlan.number(id(idChoice), 2)
        note(name)
        session.message(
            fromClient: true,
            [0x32] + SessionPlan.text(topic) + SessionPlan.text(target) + id + data
        )
        let now = tell()
        let (date, millisecond) = (SessionPlan.number(Int(now / 1000), 4), SessionPlan.number(Int(now % 1000), 2))
        answer(status)
        if let off, abs(off) > 60_000 { findOnce("message-uid-time") }
        let text = off.map { SessionPlan.text(Self.uid(now + $0, lastId & 0xFFF)) } ?? []
        session.message(fromClient: false, [0x40] + id + date + SessionPlan.number(status, 2) + millisecond + text)
    }

    /// Asks for something, and answers it; the answer has whole seconds.
    mutating func query(
        _ topic: String,
        to target: String,
        _ data: [UInt8] = [],
        idChoice: Int = 0,
        status: Int = 0,
        answer result: (inout Self) -> [UInt8] = { _ in [] }
    ) {
        let id = SessionPlan.number(id(idChoice), 2)
        session.message(
            fromClient: true,
            [0x52] + SessionPlan.text(topic) + SessionPlan.text(target) + id + data
        )
        let now = tell(isWhole: true)
        answer(status)
        let list = result(&self)
        let head = [0x60] + id + SessionPlan.number(Int(now / 1000), 4) + SessionPlan.number(status, 2)
        session.message(fromClient: false, head + list)
    }

    private mutating func answer(_ status: Int) {
        if status > 0 { findOnce("status-unknown", "\(status)") }
    }

    /// The server tells its clock, in milliseconds, with the packet that comes next.
    private mutating func tell(isWhole: Bool = false) -> Int64 {
        let now = Int64(session.now / 1000)
        var server = now + ahead * 1000
        if isWhole { server -= server % 1000 }
        if abs(server - now) > 60_000, skew == nil {
            find("clock-skew")
            skew = "\(abs(server - now) / 1000) s \(server > now ? "ahead of" : "behind") that of the capture"
        }
        told = (server, now)
        return server
    }

    /// A text in a field of a message.
    static func field(_ number: Int, _ text: String) -> [UInt8] {
        [UInt8(number << 3 | 2)] + Framing.varint(UInt64(text.utf8.count)) + Array(text.utf8)
    }

    /// The session ends, and perhaps goes on.
    private mutating func end(_ choice: Int, _ isLate: Int) {
        guard choice > 0 else { return }
        let isOfClient = choice < 3
        session.message(fromClient: isOfClient, [0xE0, 0, 0])
        // What the other end sends within a second may have crossed it on the way.
        session.wait(isLate == 0 ? 999_000 : 1_000_000)
        let isOther = choice & 1 != 0
        let fromClient = isOfClient != isOther
        let isAllowed = isOther && isLate == 0
        // However many come, it is said once.
        if !isAllowed { find("frame-after-disconnect") }
        for _ in 0..<(isAllowed ? 1 : 2) { session.message(fromClient: fromClient, [fromClient ? 0xC0 : 0xD0]) }
    }
}
