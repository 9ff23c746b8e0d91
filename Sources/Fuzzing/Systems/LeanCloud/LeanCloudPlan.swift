/// A session of LeanCloud over WebSocket, and what its commands say.
///
/// The byte of a plan before the steps says in which form commands are written: JSON, protobuf or base64 of it. A step is
/// five bytes: the command, which request it answers, the time since the one before, and what is in it. Names and numbers
/// of commands and fields are those of the reference.
struct LeanCloudPlan: Sendable {
    /// A field of a body: its name in JSON, its number in protobuf, its value.
    typealias Field = (name: String, number: Int, value: Value)

    /// A value.
    enum Value: Sendable {
        case number(Int64)
        /// A text, and its spelling in JSON.
        case text(String, json: String)
        /// True or false.
        case truth(Bool)
        /// Fields of its own, once for each of a list.
        case items([[Field]])

        static func text(_ text: String) -> Value { .text(text, json: PlanText.json(text)) }
    }

    /// What each event should say: who sends, which command, what it answers, which messages are in it.
    private(set) var events: [String] = []
    /// How often the rules should find a receipt for nothing, an answer to nothing, and a mark of what is read that goes back.
    var findings = [0, 0, 0]
    /// The connection.
    private(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    private(set) var kinds: [Int] = []

    private let form: Int
    /// Requests that wait: their ids, the numbers of their events, their names, their times.
    private var waiting: [(id: Int64, number: Int, topic: String, time: UInt64)] = []
    private var lastId: Int64 = 0
    /// Of each conversation the ids and times of what the server delivered.
    var delivered: [String: [(id: String, time: Int64)]] = [:]
    /// Of each conversation the time up to which it is read.
    var marks: [String: Int64] = [:]

    /// Subprotocols; without one it is JSON.
    private static let subprotocols = [nil, "lc.protobuf2.3", "lc.proto2base64.3"]
    private static let commands = [
        "session": 0, "conv": 1, "direct": 2, "ack": 3, "rcp": 4, "unread": 5, "logs": 6, "read": 11, "echo": 14,
        "patch": 18,
    ]
    /// The number of the body of each command in the envelope.
    private static let bodies = [
        "session": 102, "conv": 110, "direct": 104, "ack": 105, "unread": 106, "read": 107, "rcp": 108, "logs": 109,
        "patch": 114,
    ]
    private static let operations = [
        "open": 1, "opened": 5, "query": 7, "results": 42, "count": 43, "result": 44, "modify": 150, "modified": 151,
    ]
    static let kinds = ["normal", "transient", "system", "temporary"]

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        form = reader.below(3)
        session.upgrade(path: form == 0 ? "/?appId=a" : "/", subprotocol: Self.subprotocols[form])
        request("session", "open", [("ua", 4, .text("js/5.0.0"))], envelope: [("peerId", 4, .text("tom"))])
        answer("session", "opened", 0, [("st", 10, .text("s"))], envelope: [("peerId", 4, .text("tom"))])
        for step in reader.steps(of: 5, atMost: 80) {
            var step = step
            let choice = step.byte()
            let which = step.byte()
            session.wait(UInt64(step.byte()) * 997)
            let content = step.byte()
            let length = step.byte()
            kinds.append(choice % 15)
            let conversation = "c\(content & 3)"
            switch choice % 15 {
            case 0: direct(conversation, content >> 2, length)
            case 1: answer("ack", nil, which, [("t", 5, .number(1_795_000_000_000)), ("uid", 6, .text("m"))])
            case 2, 3: push(conversation, content >> 2, length, which)
            case 4: receipt(conversation, which)
            case 5: receipt(conversation, from: which, length)
            case 6: request("conv", "query", [("limit", 8, .number(Int64(content)))])
            case 7: answer("conv", "results", which, [])
            case 8: request("echo", nil, [])
            case 9: answer("echo", nil, which, [])
            case 10: logs(conversation, content, length, which)
            case 11: unread(content, length, which)
            case 12: patch(content, length, which)
            case 13: read(content, length)
            default: request("logs", nil, [("cid", 1, .text(conversation)), ("limit", 3, .number(Int64(length)))])
            }
        }
        session.close()
    }

    // MARK: Commands

    mutating func request(
        _ name: String,
        _ operation: String?,
        _ body: [Field],
        envelope: [Field] = [],
        message: String = ""
    ) {
        lastId += 1
        let time = session.now
        send(true, name, operation, lastId, body, envelope, message)
        let topic = operation.map { "\(name)/\($0)" } ?? name
        waiting.append((lastId, events.count + 1, topic, time))
    }

    /// Answers one of those that wait, or nothing with an id that no request has.
    mutating func answer(
        _ name: String,
        _ operation: String?,
        _ which: Int,
        _ body: [Field],
        envelope: [Field] = [],
        message: String = ""
    ) {
        let now = session.now
        guard !waiting.isEmpty, which < 0xE0 else {
            findings[1] += 1
            return send(false, name, operation, 30_000 + Int64(which), body, envelope, message)
        }
        let place = which % waiting.count
        let request = waiting.remove(at: place)
        let reply = "answers \(request.number) \(request.topic) after \(now - request.time)"
        send(false, name, operation, request.id, body, envelope, message, reply: reply)
    }

    private mutating func direct(_ conversation: String, _ content: Int, _ length: Int) {
        let (value, says) = Self.message(content, length)
        let body: [Field] = [("msg", 1, value), ("cid", 11, .text(conversation)), ("dt", 14, .text("d"))]
        request("direct", nil, body, message: "\(says) to \(conversation) of tom, -, -, -")
    }

    private mutating func push(_ conversation: String, _ content: Int, _ length: Int, _ which: Int) {
        let (value, says) = Self.message(content, length)
        let id = "m\(events.count)"
        // Times of all signs and sizes: around now, around 1970 and far before.
        let base: [Int64] = [1_795_000_000_000, 1_795_000_000_000, 0, -86_400_000 * 365]
        let time = base[which & 3] + Int64(which >> 2) * 1009 - 31_000
        let kind = length & 3
        let body: [Field] = [
            ("msg", 1, value), ("fromPeerId", 3, .text("bob")), ("timestamp", 4, .number(time)),
            ("cid", 11, .text(conversation)), ("id", 12, .text(id)), ("convType", 22, .number(Int64(kind + 1))),
        ]
        let sent = PlanMoment.text(time, digits: 3)
        let message = "\(says) to \(conversation) of bob, \(Self.kinds[kind]), \(id), \(sent)"
        send(false, "direct", nil, nil, body, [], message)
        delivered[conversation, default: []].append((id, time))
    }

    /// A receipt for one message, or for one that was never delivered.
    private mutating func receipt(_ conversation: String, _ which: Int) {
        let known = delivered[conversation] ?? []
        let isKnown = !known.isEmpty && which & 1 == 0
        let id = isKnown ? known[which / 2 % known.count].id : "none"
        if !isKnown { findings[0] += 1 }
        send(true, "ack", nil, nil, [("cid", 4, .text(conversation)), ("mid", 3, .text(id))], [], "")
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
        if !times.contains(where: { range.0 <= $0 && $0 <= range.1 }) { findings[0] += 1 }
        let body: [Field] = [
            ("cid", 4, .text(conversation)), ("fromts", 7, .number(range.0)), ("tots", 8, .number(range.1)),
        ]
        send(true, "ack", nil, nil, body, [], "")
    }

    // MARK: Messages

    /// The text of a message, and what it says: plain text with any escapes, or a typed message.
    static func message(_ content: Int, _ length: Int) -> (Value, String) {
        let text = PlanText.text(content, length & 15)
        switch content & 3 {
        case 0:
            let typed = #"{"_lctype":-1,"_lctext":\#(PlanText.json(text, escapes: length))}"#
            return (.text(typed), "-1 \(text)")
        case 1:
            // Around the ends of what degrees can be, in steps that any number can hold.
            let latitude = [90, -90, 0, 90.5, -90.25, 45, 89.75, -91][content >> 2 & 7]
            let longitude = [180, -180, 0, 180.5, -180.25, 120, -179.75, 181][length & 7]
            let place = #"{"_lctype":-5,"_lcloc":{"latitude":\#(latitude),"longitude":\#(longitude)}}"#
            let wrong = (abs(latitude) > 90 ? 1 : 0) + (abs(longitude) > 180 ? 1 : 0)
            return (.text(place), "-5 - outside \(wrong)")
        default: return (.text(text, json: PlanText.json(text, escapes: length)), "text \(text)")
        }
    }

    // MARK: Bytes

    mutating func send(
        _ fromClient: Bool,
        _ name: String,
        _ operation: String?,
        _ id: Int64?,
        _ body: [Field],
        _ envelope: [Field],
        _ message: String,
        reply: String = ""
    ) {
        // The first event is the switch to WebSocket.
        let parts = [
            fromClient ? "client" : "server", name, operation ?? "-", id.map { "\($0)" } ?? "-", reply, message,
        ]
        events.append(parts.joined(separator: " "))
        let more: [Field] = envelope + (id.map { [("i", 5, .number($0))] } ?? [])
        guard form > 0 else {
            var members = ["\"cmd\":\"\(name)\""] + (operation.map { ["\"op\":\"\($0)\""] } ?? [])
            // Of a key that comes twice the last one counts, as parsers take it.
            if events.count & 3 == 3, body.contains(where: { $0.name == "cid" }) { members.append("\"cid\":\"first\"") }
            members += (more + body).map(Self.json)
            let text = Array("{\(members.joined(separator: ","))}".utf8)
            return session.message(fromClient: fromClient, text, first: 0x81)
        }
        var bytes = Self.varint(1 << 3) + Self.varint(Self.commands[name] ?? 0)
        if let operation { bytes += Self.varint(2 << 3) + Self.varint(Self.operations[operation] ?? 0) }
        bytes += more.flatMap(Self.encoded)
        if !body.isEmpty {
            let inner = body.flatMap(Self.encoded)
            bytes += Self.varint((Self.bodies[name] ?? 0) << 3 | 2) + Self.varint(inner.count) + inner
        }
        if form == 2 { bytes = Self.base64(bytes) }
        session.message(fromClient: fromClient, bytes, first: form == 2 ? 0x81 : 0x82)
    }

    private static func json(_ field: Field) -> String {
        let value: String =
            switch field.value {
            case .number(let number): "\(number)"
            case .text(_, let json): json
            case .truth(let truth): "\(truth)"
            case .items(let items):
                "[" + items.map { "{" + $0.map(json).joined(separator: ",") + "}" }.joined(separator: ",") + "]"
            }
        return "\"\(field.name)\":\(value)"
    }

    private static func encoded(_ field: Field) -> [UInt8] {
        switch field.value {
        case .truth(let truth): return varint(field.number << 3) + [truth ? 1 : 0]
        case .items(let items):
            return items.flatMap { item in
                let inner = item.flatMap(encoded)
                return varint(field.number << 3 | 2) + varint(inner.count) + inner
            }
        case .number(let number): return varint(field.number << 3) + varint(Int(number))
        case .text(let text, _): return varint(field.number << 3 | 2) + varint(text.utf8.count) + Array(text.utf8)
        }
    }

    private static func varint(_ value: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = UInt64(bitPattern: Int64(value))
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// RFC 4648 section 4, with padding.
    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = Array(bytes[start..<min(start + 3, bytes.count)])
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0..<4 {
                output.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return output
    }
}
