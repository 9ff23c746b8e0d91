/// A session of RongCloud with messages whose object names are known, misspelled, unknown, reserved, too long or empty.
///
/// A step is two bytes: the way the message is sent, and its name.
package struct NamesPlan: SessionRuledPlan {
    package static let rules = [
        "object-name-case", "object-name-reserved", "object-name-length", "content-too-large",
    ]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// The names with a finding, or without one, so far: each name is judged once.
    private var seen: Set<String> = []
    /// The first spelling of each unknown name, by its lower case, and its event.
    private var spellings: [String: (name: String, event: Int)] = [:]
    private var lastId = 0

    private static let known = ["RC:TxtMsg", "RC:ImgMsg", "RC:VcMsg", "RC:RcCmd", "RC:chrmKVNotiMsg"]
    private static let names =
        known + [
            "rc:TxtMsg", "RC:txtMsg", "RC:IMGMSG", "rc:vcmsg", "RC:RCCMD", "RC:ChrmKVNotiMsg",
            "app:own", "App:own", "app:Own", "app:own2", "RC:Own", "RC:own", "rc:other", "Rc:Other", "RCD:own", "RC",
            "", String(repeating: "n", count: 32), String(repeating: "n", count: 33), String(repeating: "N", count: 33),
            // The limit counts characters, not bytes.
            String(repeating: "\u{540D}", count: 32), String(repeating: "\u{540D}", count: 33),
            "RC:" + String(repeating: "x", count: 29), "RC:" + String(repeating: "x", count: 30),
            String(repeating: "q", count: 80), String(repeating: "q", count: 81), "RC:Own ",
        ]
    /// The longest content in bytes: 128 KiB.
    private static let most = 131_072

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        session = RuledSession(version: RuledSession.versions[options >> 6])
        // A content of the longest length, or one byte longer.
        if options >> 6 == 1 { large(plan.count & 3) }
        for step in reader.steps(of: 2, atMost: 60) {
            var step = step
            let choice = step.byte()
            kinds.append(choice & 3)
            take(choice & 3, Self.names[step.byte() % Self.names.count])
        }
        session.close()
    }

    private mutating func take(_ choice: Int, _ name: String) {
        lastId += 1
        let own = RuledSession.message(name, "{}", flags: 0)
        let other = RuledSession.delivery(name, "{}", time: 1_795_000_000_000, flags: 0)
        switch choice {
        case 0: judge(name, session.publish("ppMsgP", to: "lin", lastId, own))
        case 1: judge(name, session.push("s_msg", other))
        case 2: judge(name, session.publish("pgMsgP", to: "crowd", lastId, own, header: 0x3A))
        default:
            // An answer with two messages; the first one has a known name.
            let cursor = RuledSession.varint(1, 1_795_000_000_000) + RuledSession.varint(2, 0)
            session.query("pullMsg", to: "me", lastId, cursor)
            let list = [RuledSession.delivery(time: 1_795_000_000_000), other].flatMap { RuledSession.bytes(1, $0) }
            judge(name, session.answer(lastId, list + RuledSession.varint(2, 1_795_000_000_000)))
        }
    }

    private mutating func large(_ choice: Int) {
        lastId += 1
        let count = Self.most + (choice & 1)
        let content = #"{"content":"\#(String(repeating: "a", count: count - 14))"}"#
        let event = session.next
        if choice & 2 == 0 {
            session.publish("ppMsgP", to: "lin", lastId, RuledSession.message("RC:TxtMsg", content))
        } else {
            session.push("s_msg", RuledSession.delivery("RC:TxtMsg", content, time: 1_795_000_000_000))
        }
        guard count > Self.most else { return }
        let text = "a content of \(count) bytes; at most \(Self.most) are allowed"
        session.say("error", "content-too-large", [event], text)
    }

    // MARK: Expected findings

    private mutating func judge(_ name: String, _ event: Int) {
        guard !Self.known.contains(name), seen.insert(name).inserted else { return }
        guard !name.isEmpty else {
            return session.say("error", "object-name-length", [event], "a message without object name")
        }
        // A longer name is cut after the characters within its first eighty bytes.
        var start = name
        while start.utf8.count > 80 { start.removeLast() }
        let shown = start == name ? "\"\(name)\"" : "\"\(start)…\""
        if name.count > 32 {
            let text = "\(shown) has \(name.count) characters; at most 32 are allowed"
            session.say("error", "object-name-length", [event], text)
        }
        let lower = name.lowercased()
        if let right = Self.known.first(where: { $0.lowercased() == lower }) {
            let text = "\(shown) is not \"\(right)\": letter case counts"
            session.say("error", "object-name-case", [event], text)
        } else if let first = spellings[lower] {
            let text = "\(shown) was written \"\(first.name)\" before: letter case counts"
            session.say("error", "object-name-case", [event, first.event], text)
        } else {
            spellings[lower] = (name, event)
            guard lower.hasPrefix("rc:") else { return }
            session.say("warning", "object-name-reserved", [event], "\(shown) is no known message of RongCloud")
        }
    }
}
