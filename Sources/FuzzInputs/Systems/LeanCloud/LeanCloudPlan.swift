/// A session of LeanCloud over WebSocket, and what its commands say.
///
/// The byte of a plan before the steps says in which form commands are written: JSON, protobuf or base64 of it, or MessagePack,
/// which nobody reads; whether texts have plain letters, whose lines and trees are known, or any; and whether control frames come
/// before the first command. The next one says where the sub-protocol stands, if anywhere, and which it is of those with that
/// form; which app and which SDK the client names when it opens its session. A step is five bytes: the command, which request
/// it answers, the time since the one before, and what is in it. Names and numbers of commands and fields are those of the
/// reference.
package struct LeanCloudPlan: Sendable {
    /// What each event should say: who sends, which command, what it answers, which messages are in it, what is odd.
    package internal(set) var events: [String] = []
    /// How often the rules should find a receipt for nothing, an answer to nothing, a mark of what is read that goes back, a
    /// command without an answer in time, one without an open session, a client that keeps nothing alive, and an answer that is
    /// none to the command whose id it has.
    package internal(set) var findings = [0, 0, 0, 0, 0, 0, 0]
    /// The connection.
    package internal(set) var session = SampleSession()
    /// The bytes of each command, base64 undone.
    package internal(set) var payloads: [[UInt8]] = []
    /// Each command as JSON without what its messages say: with its secrets, and without them; `nil` where there is nothing.
    package internal(set) var values: [(whole: String, shown: String)?] = []
    /// The lines of each command's tree, and of what is odd about it.
    package internal(set) var trees: [[String]] = []
    /// What a line of text says of the messages of each command.
    package internal(set) var words: [[String]] = []
    /// How each command says that something failed or ended, in words; empty where it does not.
    package internal(set) var statuses: [String] = []
    /// How the session ended, while it is not open.
    package internal(set) var ending: String?
    /// Who is there: the app, and the SDK, of which the first ones count that were named.
    package internal(set) var app: String?
    package let agent: String
    /// Which clients are open, and who seems to be silent.
    var presence = LeanCloudPresence()
    /// Whether a command broke off: it may have been any, so that nothing is missed from then on.
    var hasBroken = false
    /// What the plan does, for the fuzzer to tell plans apart.
    package internal(set) var kinds: [Int] = []

    /// 0 JSON, 1 protobuf, 2 base64 of it, 3 MessagePack.
    package let form: Int
    /// Whether texts have letters only.
    package let isPlain: Bool
    /// Whether no sub-protocol says which form it is: each command tells it by its first signs.
    let isUnnamed: Bool
    /// Whether commands are those of the schema before 2017, which has none that changes a message.
    let isOlder: Bool
    /// Commands that may be answered: their ids, the numbers of their events, their names, their times, their clients.
    private var waiting: [(id: Int64, number: Int, topic: String, time: UInt64, peer: String)] = []
    /// The ids of those whose answers nobody misses: their time is over, or nobody knows that they need one.
    private var late: Set<Int64> = []
    private var lastId: Int64 = 0
    /// Of each conversation the ids and times of what the server delivered.
    var delivered: [String: [(id: String, time: Int64)]] = [:]
    /// Of each conversation the time up to which it is read.
    var marks: [String: Int64] = [:]

    /// Subprotocols of each form.
    private static let subprotocols = [
        ["lc.json.1", "lc.json.2", "lc.json.3"],
        ["lc.protobuf2.3", "lc.protobuf2.1", "lc.protobuf2.2", "lc.protobuf.3"],
        ["lc.proto2base64.3", "lc.protobase64.3"], ["lc.msgpack.3", "lc.msgpack.1"],
    ]
    private static let agents = ["js/5.0.0", "js/2.4.0", "java/8.2.3", "js/3.4.0"]
    static let commands = [
        "session": 0, "conv": 1, "direct": 2, "ack": 3, "rcp": 4, "unread": 5, "logs": 6, "error": 7,
        "login": 8, "read": 11, "echo": 14, "patch": 18, "goaway": 21,
    ]
    /// The number of the body of each command in the envelope.
    static let bodies = [
        "session": 102, "error": 103, "conv": 110, "direct": 104, "ack": 105, "unread": 106, "read": 107, "rcp": 108,
        "logs": 109,
        "patch": 114, "login": 100,
    ]
    static let operations = [
        "open": 1, "close": 4, "opened": 5, "closed": 6, "query": 7, "refresh": 12, "results": 42, "count": 43,
        "result": 44,
        "modify": 150, "modified": 151, "joined": 32, "left": 39, "members_joined": 33, "members_left": 40,
    ]
    static let kinds = ["normal", "transient", "system", "temporary"]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let head = reader.byte()
        form = head >= 0xF8 ? 3 : head % 3
        isPlain = head / 3 & 1 == 0
        let options = reader.byte()
        let names = Self.subprotocols[form]
        let name = names[(options >> 2 & 3) % names.count]
        // It stands in the headers, in the address, or nowhere; JSON mostly has none, and MessagePack is known by nothing else.
        let place = [3, 1, 2, 3, 1, 1, 2, 3, 1, 1, 2, 3, 1, 1, 2, 1][form * 4 + options & 3]
        isUnnamed = place == 3
        isOlder = !isUnnamed && (name.hasPrefix("lc.protobuf.") || name.hasPrefix("lc.protobase64."))
        agent = Self.agents[options >> 6]
        if form == 0 { app = "a" }
        // The server chooses one of those that the client offers, not always the first.
        session.upgrade(
            path: "/?" + (form == 0 ? "appId=a&" : "") + (place == 2 ? "subprotocol=\(name)" : "x=1"),
            subprotocol: place < 2 ? name : nil,
            offered: place < 2 ? "lc.msgpack.9, \(name), lc.json.3" : nil
        )
        guard form < 3 else {
            for step in reader.steps(of: 5, atMost: 80) { opaque(step) }
            session.close()
            return
        }
        // They say nothing about whose connection it is, where that is not known for sure.
        if head >= 192 { session.controls(head) }
        open("tom", options & 16 == 0 ? nil : "first", [("ua", 4, .text(agent))])
        answer("session", "opened", 0, [("st", 10, .secret("token-1"))], envelope: [("peerId", 4, .text("tom"))])
        for step in reader.steps(of: 5, atMost: 80) {
            var step = step
            let choice = step.byte()
            let which = step.byte()
            let pause = UInt64(step.byte())
            // Some milliseconds, or seconds up to more than SDKs wait, or minutes up to more than they are silent.
            session.wait(
                pause < 240 ? pause * 997 : pause < 253 ? (pause - 239) * 2_500_000 : (pause - 252) * 181_000_000
            )
            let content = step.byte()
            let length = step.byte()
            kinds.append(choice % 22)
            let conversation = "c\(content & 3)"
            switch choice % 22 {
            case 0: direct(conversation, content >> 2, length, which)
            case 1: answer("ack", nil, which, [("t", 5, .number(1_795_000_000_000)), ("uid", 6, .text("m"))])
            case 2, 3: push(conversation, content >> 2, length, which)
            case 4: receipt(conversation, which)
            case 5: receipt(conversation, from: which, length)
            case 6: request("conv", "query", [("limit", 8, .number(Int64(content)))])
            case 7: answer("conv", "results", which, [])
            case 8: beat(content)
            case 9: answer("echo", nil, which, [])
            case 10: logs(conversation, content, length, which)
            case 11: unread(content, length, which)
            case 12 where !isOlder: patch(content, length, which)
            case 13: read(content, length)
            case 14: reopen(content)
            case 15: answer("session", "opened", which, [("st", 10, .secret("token-2"))], envelope: peer(content))
            case 17: close()
            case 18: closed(which, content)
            case 19: strange(content, length, which)
            case 20: plain(content, length, which)
            case 21: broken(content, length)
            default: request("logs", nil, [("cid", 1, .text(conversation)), ("limit", 3, .number(Int64(length)))])
            }
        }
        judge()
        if presence.isLong(session.now) { findings[5] += 1 }
        session.close()
    }

    // MARK: Commands

    /// Notes which commands have waited for longer than SDKs do (30 s) by the time of the next packet.
    mutating func judge() { judge(session.now) }

    private mutating func judge(_ now: UInt64) {
        for request in waiting where request.time + 30_000_000 < now && late.insert(request.id).inserted {
            findings[3] += 1
        }
    }

    /// A command that breaks off may be the answer to any of them: none is missed any more.
    mutating func forgetWaiting() {
        judge(session.packets.last?.time ?? 0)
        late.formUnion(waiting.map(\.id))
    }

    mutating func request(
        _ name: String,
        _ operation: String?,
        _ body: [Field],
        envelope: [Field] = [],
        messages: [Said] = []
    ) {
        lastId += 1
        let time = session.now
        var command = Command(fromClient: true, name: Word(name, Self.commands[name] ?? 0))
        command.envelope = envelope
        let peer = presence.name(command.text("peerId"))
        send(true, name, operation, lastId, body, envelope, messages)
        wait(for: operation.map { "\(name)/\($0)" } ?? name, time, peer)
    }

    /// Lets the last command wait for an answer.
    ///
    /// - Parameter peer: whose it is; `nil` where nobody knows that it has to be answered.
    mutating func wait(for topic: String, _ time: UInt64, _ peer: String?) {
        waiting.append((lastId, events.count + 1, topic, time, peer ?? ""))
        if peer == nil { late.insert(lastId) }
    }

    /// What answers the commands of a plan, but for failures.
    private static let replies = [
        "session/open": ["session/opened", "session/closed"], "session/close": ["session/closed"],
        "session/refresh": ["session/refreshed"], "conv/query": ["conv/results"], "direct": ["ack"], "logs": ["logs"],
        "echo": ["echo"], "login": ["loggedin"], "patch/modify": ["patch/modified"],
    ]

    /// The id of the next request.
    mutating func nextId() -> Int64 {
        lastId += 1
        return lastId
    }

    /// Answers one of those that wait, or nothing with an id that no request has.
    ///
    /// - Returns: the client that asked; `nil` where nobody knows.
    @discardableResult
    mutating func answer(
        _ name: String,
        _ operation: String?,
        _ which: Int,
        _ body: [Field],
        envelope: [Field] = [],
        messages: [Said] = [],
        noBase64: [(path: String, text: String)] = []
    ) -> String? {
        let now = session.now
        judge()
        guard !waiting.isEmpty, which < 0xE0 else {
            if !hasBroken { findings[1] += 1 }
            let id = 30_000 + Int64(which)
            send(false, name, operation, id, body, envelope, messages, noBase64: noBase64)
            return nil
        }
        let place = which % waiting.count
        let request = waiting.remove(at: place)
        let reply = "answers \(request.number) \(request.topic) after \(now - request.time)"
        // What comes late is still its answer, but what it was for is not remembered.
        var asked: Asked?
        if !late.contains(request.id) {
            asked = (request.peer, request.topic == "session/open")
            let shown = operation.map { "\(name)/\($0)" } ?? name
            if Self.replies[request.topic]?.contains(shown) != true { findings[6] += 1 }
        }
        send(
            false,
            name,
            operation,
            request.id,
            body,
            envelope,
            messages,
            reply: reply,
            asked: asked,
            noBase64: noBase64
        )
        return asked?.peer
    }

    /// A message of the client that was opened first, or of the one that the command names.
    private mutating func direct(_ conversation: String, _ content: Int, _ length: Int, _ which: Int) {
        let said = message(content, length)
        let sender = which & 7 == 7 ? "ann" : "tom"
        let envelope: [Field] = which & 6 == 6 ? [("peerId", 4, .text(sender))] : []
        let body: [Field] = [("msg", 1, said.value), ("cid", 11, .text(conversation)), ("dt", 14, .text("d"))]
        let says = said.with(" to \(conversation) of \(sender), -, -, -")
        request("direct", nil, body, envelope: envelope, messages: [says])
    }

    private mutating func push(_ name: String, _ content: Int, _ length: Int, _ which: Int) {
        var conversation = name
        var said = message(content, length)
        let id = "m\(events.count)"
        // Times of all signs and sizes: around now, around 1970 and far before.
        let base: [Int64] = [1_795_000_000_000, 1_795_000_000_000, 0, -86_400_000 * 365]
        let time = base[which & 3] + Int64(which >> 2) * 1009 - 31_000
        // Rooms of old have no conversation; none is called like one, so that no receipt is for what came to a room.
        let isRoom = length & 15 == 15
        if isRoom { conversation = "r\(content & 3)" }
        let (type, kind) = Self.kind(length >> 4, &conversation)
        let place: Field = isRoom ? ("roomId", 15, .text(conversation)) : ("cid", 11, .text(conversation))
        var body: [Field] = [("msg", 1, said.value), ("fromPeerId", 3, .text("bob")), ("timestamp", 4, .number(time))]
        body += [place, ("id", 12, .text(id))]
        if length & 15 == 14 {
            // Bytes come before a text.
            let bytes = planBytes(content, 1 + which & 15)
            said = Self.said(bytes)
            body.append(("binaryMsg", 19, .bytes(bytes)))
        }
        if let type { body.append(("convType", 22, .number(type))) }
        let sent = PlanMoment.text(time, digits: 3)
        send(false, "direct", nil, nil, body, [], [said.with(" to \(conversation) of bob, \(kind), \(id), \(sent)")])
        if !isRoom { delivered[conversation, default: []].append((id, time)) }
    }

    /// The number of a conversation's kind and the word for it; without a number, or with one that nobody knows, only the id of
    /// a temporary conversation tells.
    private static func kind(_ choice: Int, _ conversation: inout String) -> (number: Int64?, name: String) {
        if choice < 12 { return (Int64(choice & 3 + 1), kinds[choice & 3]) }
        // Nothing need follow the sign of a temporary one; without its colon it is none.
        if choice & 1 != 0 { conversation = choice & 2 == 0 ? "_tmp:\(conversation)" : "_tmp:" }
        if choice == 14 { conversation = "_tmp" }
        return (choice & 2 == 0 ? nil : choice & 1 == 0 ? 0 : 5, choice & 1 == 0 ? "-" : "temporary")
    }

    /// A receipt for one message, or for one that was never delivered.
    private mutating func receipt(_ conversation: String, _ which: Int) {
        let known = delivered[conversation] ?? []
        let isKnown = !known.isEmpty && which & 1 == 0
        let id = isKnown ? known[which / 2 % known.count].id : "none"
        if !isKnown, !hasBroken { findings[0] += 1 }
        send(true, "ack", nil, nil, [("cid", 4, .text(conversation)), ("mid", 3, .text(id))])
    }

    /// A receipt for all messages of a stretch of time: around one that was delivered, or beside all of them.
    private mutating func receipt(_ conversation: String, from which: Int, _ length: Int) {
        let times = (delivered[conversation] ?? []).map(\.time)
        var range: (Int64, Int64) = (100, 200)
        if let first = times.min(), let last = times.max() {
            switch which & 3 {
            case 0: range = (last + 1, last + 1 + Int64(length))
            case 1: range = (first - 1 - Int64(length), first - 1)
            case 2:
                let time = times[length % times.count]
                range = (time, time)
            default:
                range = (which & 4 == 0 ? first - Int64(length) : last, which & 4 == 0 ? first : last + Int64(length))
            }
        }
        if !hasBroken, !times.contains(where: { range.0 <= $0 && $0 <= range.1 }) { findings[0] += 1 }
        let body: [Field] = [
            ("cid", 4, .text(conversation)), ("fromts", 7, .number(range.0)), ("tots", 8, .number(range.1)),
        ]
        send(true, "ack", nil, nil, body)
    }
}
