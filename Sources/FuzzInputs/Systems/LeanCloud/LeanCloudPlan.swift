/// A session of LeanCloud over WebSocket, and its decoded commands.
///
/// The byte of a plan before the steps chooses the form of commands: JSON, protobuf, protobuf in base64, or
/// MessagePack, which is not decoded; whether texts have letters and digits only, so that lines and trees are known;
/// and whether control frames precede the first command. The next byte chooses the place of the sub-protocol, if any,
/// and one of those with that form; the app and the SDK of the client's open request. A step is five bytes: the
/// command, the request that it answers, the time since the last command, the content. The names and numbers of
/// commands and fields are those of the reference.
package struct LeanCloudPlan: Sendable {
    /// The expected text of each event: sender, command, answered event, messages, diagnostics.
    package internal(set) var events: [String] = []
    /// The expected number of findings of each rule: a receipt without a message, an answer without a request, a read
    /// mark that moves back, a request without an answer in time, a command without an open session, a client without
    /// keep-alives, an answer of another command than its request.
    package internal(set) var findings = [0, 0, 0, 0, 0, 0, 0]
    /// The connection.
    package internal(set) var session = SampleSession()
    /// The bytes of each command, decoded from base64.
    package internal(set) var payloads: [[UInt8]] = []
    /// Each command as JSON without its messages' contents: with its secrets in full, and as outputs show it; `nil` if
    /// there is none.
    package internal(set) var values: [(whole: String, shown: String)?] = []
    /// The lines of each command's tree and diagnostics.
    package internal(set) var trees: [[String]] = []
    /// The expected texts of each command's messages in a line of text.
    package internal(set) var words: [[String]] = []
    /// The failure or the ending of each command, in words; empty if it has none.
    package internal(set) var statuses: [String] = []
    /// The ending of the session; `nil` while the session is open.
    package internal(set) var ending: String?
    /// The app and the SDK of the connection; the first ones that were named count.
    package internal(set) var app: String?
    package let agent: String
    /// The open clients, and the times of keep-alives.
    var presence = LeanCloudPresence()
    /// Whether a command was broken: it might have been any command, so no later command is missed.
    var hasBroken = false
    /// The time of the server's last command, in microseconds: while only the client is heard, nothing is missing.
    var serverTime: UInt64 = 0
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package internal(set) var kinds: [Int] = []

    /// The form of commands: 0 JSON, 1 protobuf, 2 protobuf in base64, 3 MessagePack.
    package let form: Int
    /// Whether texts have letters and digits only.
    package let isPlain: Bool
    /// Whether no sub-protocol names the form: the first characters of each command identify it.
    let isUnnamed: Bool
    /// Whether commands use the schema before 2017, which has no command that modifies a message.
    let isOlder: Bool
    /// The commands that may be answered: their ids, event numbers, names, times, clients.
    private var waiting: [(id: Int64, number: Int, topic: String, time: UInt64, peer: String)] = []
    /// The ids of commands whose answers are not missed: their time is over, the server has ended the session, or nobody
    /// knows that they need one.
    private var late: Set<Int64> = []
    private var lastId: Int64 = 0
    /// Whether the server sent the client to another server: then it owes no answer and hears no echo.
    private var isSentAway = false
    /// Whether the client opened again with `r`: then it may acknowledge what came on an earlier connection.
    var isReconnect = false
    /// The ids and times of the messages that the server delivered, by conversation.
    var delivered: [String: [(id: String, time: Int64)]] = [:]
    /// The time up to which each conversation is read.
    var marks: [String: Int64] = [:]

    /// The sub-protocols of each form.
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
    /// The field number of each command's body in the envelope.
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
        // The sub-protocol is in the headers, in the address, or absent; JSON mostly has none, and only a sub-protocol
        // identifies MessagePack.
        let place = [3, 1, 2, 3, 1, 1, 2, 3, 1, 1, 2, 3, 1, 1, 2, 1][form * 4 + options & 3]
        isUnnamed = place == 3
        isOlder = !isUnnamed && (name.hasPrefix("lc.protobuf.") || name.hasPrefix("lc.protobase64."))
        agent = Self.agents[options >> 6]
        if form == 0 { app = "a" }
        // The server chooses one of the client's offers, not always the first one.
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
        // Control frames do not identify the system.
        if head >= 192 { session.controls(head) }
        open("tom", options & 16 == 0 ? nil : "first", [("ua", 4, .text(agent))])
        answer("session", "opened", 0, [("st", 10, .secret("token-1"))], envelope: [("peerId", 4, .text("tom"))])
        for step in reader.steps(of: 5, atMost: 80) { take(step) }
        judge()
        if presence.isLong(session.now) { findings[5] += 1 }
        session.close()
    }

    /// Adds the command of a step.
    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let which = step.byte()
        session.wait(Self.pause(step.byte()))
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

    /// Returns the time before a command, in microseconds: milliseconds, or seconds up to more than the SDKs' timeout, or
    /// minutes up to more than the interval of keep-alives.
    private static func pause(_ choice: Int) -> UInt64 {
        let choice = UInt64(choice)
        return choice < 240 ? choice * 997 : choice < 253 ? (choice - 239) * 2_500_000 : (choice - 252) * 181_000_000
    }

    // MARK: Commands

    /// Counts the commands that have waited longer than the SDKs do (30 s) by the time of the next packet.
    mutating func judge() { judge(session.now) }

    private mutating func judge(_ now: UInt64) {
        for request in waiting where request.time + 30_000_000 < now && late.insert(request.id).inserted {
            findings[3] += 1
        }
    }

    /// Stops waiting for all answers: a broken command may be the answer to any request.
    mutating func forgetWaiting() {
        judge(serverTime)
        late.formUnion(waiting.map(\.id))
    }

    /// Stops waiting for the answers to a client, or to all: the session has ended.
    mutating func releaseWaiting(of peer: String?) {
        judge()
        late.formUnion(waiting.lazy.filter { peer == nil || $0.peer == peer }.map(\.id))
    }

    /// Sends the client to another server.
    mutating func sendAway() {
        ending = ending ?? "kicked: the server goes away"
        releaseWaiting(of: nil)
        send(false, "goaway", nil, nil, [])
        isSentAway = true
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
    /// - Parameter peer: the client of the command; `nil` if nobody knows that the command needs an answer.
    mutating func wait(for topic: String, _ time: UInt64, _ peer: String?) {
        waiting.append((lastId, events.count + 1, topic, time, peer ?? ""))
        if peer == nil || isSentAway { late.insert(lastId) }
    }

    /// The answers of each planned request, except failures.
    private static let replies = [
        "session/open": ["session/opened", "session/closed"], "session/close": ["session/closed"],
        "session/refresh": ["session/refreshed"], "conv/query": ["conv/results"], "direct": ["ack"], "logs": ["logs"],
        "echo": ["echo"], "login": ["loggedin"], "patch/modify": ["patch/modified"],
    ]

    /// Returns the id of the next request.
    mutating func nextId() -> Int64 {
        lastId += 1
        return lastId
    }

    /// Answers one of the waiting requests, or sends an answer with an unused id.
    ///
    /// - Returns: the client of the request; `nil` if it is unknown.
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
        // A late answer still belongs to its request, but the request's details are forgotten.
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

    /// Sends a message of the client that was opened first, or of the one that the command names.
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
        // Times of both signs and all sizes: around now, around 1970 and before.
        let base: [Int64] = [1_795_000_000_000, 1_795_000_000_000, 0, -86_400_000 * 365]
        let time = base[which & 3] + Int64(which >> 2) * 1009 - 31_000
        // Old rooms have no conversation; their names differ from conversations, so that no receipt matches a room's
        // message.
        let isRoom = length & 15 == 15
        if isRoom { conversation = "r\(content & 3)" }
        let (type, kind) = Self.kind(length >> 4, &conversation)
        let place: Field = isRoom ? ("roomId", 15, .text(conversation)) : ("cid", 11, .text(conversation))
        var body: [Field] = [("msg", 1, said.value), ("fromPeerId", 3, .text("bob")), ("timestamp", 4, .number(time))]
        body += [place, ("id", 12, .text(id))]
        if length & 15 == 14 {
            // Bytes take precedence over a text.
            let bytes = planBytes(content, 1 + which & 15)
            said = Self.said(bytes)
            body.append(("binaryMsg", 19, .bytes(bytes)))
        }
        if let type { body.append(("convType", 22, .number(type))) }
        let sent = PlanMoment.text(time, digits: 3)
        send(false, "direct", nil, nil, body, [], [said.with(" to \(conversation) of bob, \(kind), \(id), \(sent)")])
        if !isRoom { delivered[conversation, default: []].append((id, time)) }
    }

    /// Returns the number and the name of a conversation's type.
    ///
    /// Without a known number, only the id identifies a temporary conversation.
    private static func kind(_ choice: Int, _ conversation: inout String) -> (number: Int64?, name: String) {
        if choice < 12 { return (Int64(choice & 3 + 1), kinds[choice & 3]) }
        // The prefix of a temporary id may be the whole id; without its colon it is not one.
        if choice & 1 != 0 { conversation = choice & 2 == 0 ? "_tmp:\(conversation)" : "_tmp:" }
        if choice == 14 { conversation = "_tmp" }
        return (choice & 2 == 0 ? nil : choice & 1 == 0 ? 0 : 5, choice & 1 == 0 ? "-" : "temporary")
    }

    /// Sends a receipt for one message, or for one that was never delivered.
    private mutating func receipt(_ conversation: String, _ which: Int) {
        let known = delivered[conversation] ?? []
        let isKnown = !known.isEmpty && which & 1 == 0
        let id = isKnown ? known[which / 2 % known.count].id : "none"
        if !isKnown, !hasBroken, !isReconnect { findings[0] += 1 }
        send(true, "ack", nil, nil, [("cid", 4, .text(conversation)), ("mid", 3, .text(id))])
    }

    /// Sends a receipt for all messages in a range of time: one around a delivered message, or one beside all of them.
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
        if !hasBroken, !isReconnect, !times.contains(where: { range.0 <= $0 && $0 <= range.1 }) { findings[0] += 1 }
        let body: [Field] = [
            ("cid", 4, .text(conversation)), ("fromts", 7, .number(range.0)), ("tots", 8, .number(range.1)),
        ]
        send(true, "ack", nil, nil, body)
    }
}
