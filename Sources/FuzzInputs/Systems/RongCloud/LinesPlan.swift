/// A session of RongCloud over WebSocket, and what each output should show of every frame in it.
///
/// A step of a plan is six bytes: the frame, its message id, the time since the one before (two bytes), two for what is in
/// it.
package struct LinesPlan: Sendable {
    /// The events behind the switch to WebSocket.
    package private(set) var events: [PlannedEvent] = []
    /// The connection.
    package private(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    package private(set) var kinds: [Int] = []

    /// A request that waits: the place of its event, its topic, its time.
    typealias Request = (place: Int, topic: String?, time: UInt64)
    var publishes: [Int: Request] = [:]
    var pushes: [Int: Request] = [:]
    var copies: [Int: Request] = [:]
    var queries: [Int: Request] = [:]
    var results: [Int: Request] = [:]
    var pings = PlannedPings<Request>()

    /// Topics of what clients send, and the conversation that each stands for, where the topic is known.
    static let topics: [(String, String?)] = [
        ("ppMsgP", "private"), ("pdMsgP", "discussion"), ("pgMsgP", "group"), ("chatMsg", "chatroom"),
        ("pcMsgP", "customerService"), ("prMsgS", "rtcRoom"), ("ugMsg", "ultraGroup"), ("pgMsgS", "group"),
        ("", nil), ("aTopic", nil),
    ]
    /// Kinds of conversations as messages to clients name them, and whether a group's name is their target.
    static let conversations = [
        (1, "private", false), (2, "discussion", true), (3, "group", true), (4, "chatroom", true),
        (5, "customerService", false), (6, "system", false), (7, "appPublicService", false),
        (8, "publicService", false),
        (9, "pushService", false), (10, "ultraGroup", true), (11, "encrypted", false), (12, "rtcRoom", true),
    ]
    static let channels = [
        1: "PERSON", 2: "PERSONS", 3: "GROUP", 4: "TEMPGROUP", 5: "CUSTOMERSERVICE", 6: "NOTIFY", 7: "MC", 8: "MP",
        10: "ULTRAGROUP",
    ]
    /// Statuses of answers, and what they mean whatever is answered.
    static let statuses = [
        (0, "ok"), (101, "not in the table"), (405, "sender is in the receiver's black list"),
        (22406, "sender is not in the group"),
        (19_999, "not in the table"), (23428, "batch failed in part; the answer's body says where"),
        (20604, "sending too fast"), (65_535, "not in the table"),
    ]
    /// A meaning that a status has in answers to one topic only: what `blackStat` asks is who is in a list.
    static let ownStatus = (topic: "blackStat", status: 101, "for blackStat: not listed, as mobile SDKs know it")
    /// Users, groups and rooms, and how the wire writes what lies beyond U+FFFF: as two surrogates of three bytes each; then what
    /// SDKs do not write.
    static let names: [(String, [UInt8]?)] = [
        ("lin", nil), ("a-name-that-is-wider-than-its-column", nil), ("é中", nil),
        ("x🙂", [0x78, 0xED, 0xA0, 0xBD, 0xED, 0xB9, 0x82]), ("🙂lin", nil), ("l\u{FFFD}n", [0x6C, 0xFF, 0x6E]),
    ]
    /// Bits of a message to others, what they are called, and the bits of the same to clients.
    static let flags = [
        (3, ["persisted", "counted"]), (1, ["persisted"]), (0x23, ["persisted", "counted", "noNotification"]),
        (0x47, ["persisted", "counted", "mentioned", "expansion"]), (0, []),
        (0x63, ["persisted", "counted", "noNotification", "expansion"]),
    ]

    /// Whether the plan is for JSON lines, of which those may be long that others tell on many lines.
    let isJSON: Bool

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        ending = Int(plan.last ?? 4) & 7
        let first = reader.byte()
        isJSON = first % 5 == 0
        session.wait(UInt64(first) * 331_000_000)
        session.upgrade(extensions: nil)
        connack()
        for step in reader.steps(of: 6, atMost: 60) {
            var step = step
            let choice = step.byte()
            let id = [1, 2, 3, 255, 256, 65_535][step.byte() % 6]
            let (coarse, fine) = (step.byte(), step.byte())
            // From some microseconds to an hour, so that days end, too.
            session.wait(UInt64(coarse >> 2) * [13, 1009, 350_003, 60_000_007][coarse & 3] + UInt64(fine) * 7)
            let (content, more) = (step.byte(), step.byte())
            kinds.append(choice % 13)
            switch choice % 13 {
            case 0, 1: publish(id, content, more)
            case 2: answerPublish(id, content, more)
            case 3: query(id, content, more)
            case 4: answerQuery(id, content, more)
            case 5: confirm(id)
            case 6, 7: push(id, content, more)
            case 8: answerPush(id)
            case 9: pinged(more)
            case 10: answerPing(more)
            case 11: pull(id, content, more)
            default: notice(id, content, more)
            }
        }
        disconnect()
        session.close()
    }

    // MARK: Parts

    static let user = "me"
    /// Why servers end a session.
    private static let endings = [
        "go to another server: ask navigation again and reconnect", "another device of the user logged in",
        "user blocked",
        "closed by the server without a known reason", "logged out", "user blocked, newer form",
        "go to another server, newer form", "not in the table",
    ]
    /// The number with which this one is ended, and what it means.
    private(set) var ending = 4
    package var endingWords: String { "\(ending) \(Self.endings[ending])" }

    func event(_ type: String, fromClient: Bool, header: Int) -> PlannedEvent {
        PlannedEvent(type: type, fromClient: fromClient, header: header)
    }

    /// The server's clock in seconds, behind the id that is answered.
    func date(_ event: inout PlannedEvent, _ more: Int, _ id: Int?) {
        let seconds = 1_795_000_000 + more * 40_000
        event.fields.number("date", seconds, 4, "\(seconds) \(PlanMoment.text(Int64(seconds) * 1000, digits: 3))")
        if let id { event.frame.append(("messageId", .number("\(id)"))) }
        event.frame.append(("date", .number("\(seconds)")))
    }

    /// A payload of which nobody knows what it is.
    func unread(_ event: inout PlannedEvent, _ number: Int, _ code: String, _ path: String, _ text: String) {
        // Some are longer than what is shown of them.
        let isLong = isJSON && number & 15 == 15
        let bytes = planBytes(number, isLong ? 4097 : 1 + number & 31)
        let start = path == "data" ? event.fields.bytes.count : 0
        event.fields.add("data", bytes, "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")")
        event.unread = (bytes, ("note", code, path, start, text))
    }

    /// A payload of a topic of which it is not known what it carries.
    func unread(_ event: inout PlannedEvent, _ number: Int, topic: String) {
        unread(&event, number, "payload-unknown", "data", "which message \(topic) carries here is not known")
    }

    /// Notes that what a payload is can only be guessed; it comes next.
    func guess(_ event: inout PlannedEvent, _ name: String) {
        let text = "the table does not know the topic; the payload fits \(name), which is a guess"
        event.odd.append(("note", "payload-guessed", "data", event.fields.bytes.count, text))
    }

    /// The user or group that a frame is for, which may be written as no SDK does.
    ///
    /// - Returns: its name.
    func target(_ event: inout PlannedEvent, _ number: Int) -> String {
        let (target, wire) = Self.names[number % Self.names.count]
        let start = event.fields.bytes.count + 2
        if target.hasPrefix("🙂") {
            let text = "four-byte UTF-8; the SDKs write surrogate pairs of three bytes each"
            event.oddTexts.append(("note", "string-utf8", "targetId", start, text))
        }
        if target.contains("\u{FFFD}") {
            let text = "bytes that are not text, shown as U+FFFD"
            event.oddTexts.append(("warning", "string-invalid", "targetId", start, text))
        }
        event.fields.text("targetId", target, wire: wire)
        return target
    }

    /// Bytes behind the last field.
    func trailing(_ event: inout PlannedEvent, _ count: Int) {
        let bytes = planBytes(count, 1 + count)
        event.trailing = (event.fields.bytes.count, bytes)
        event.fields.add("trailing", bytes, "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")")
        event.frame.append(("trailing", .text(bytes.map(PlannedFields.hex).joined())))
    }

    /// A message to the client: its fields, what the payload shows of it, what the list of messages does.
    func delivered(
        _ content: Int,
        _ more: Int
    ) -> (fields: PlannedFields, payload: PlannedJSON, shown: PlannedJSON, content: PlannedContent) {
        let message = PlannedContent.delivered(more, content)
        let (kind, conversation, hasGroup) = Self.conversations[content % 12]
        let isOwn = content & 0x40 != 0
        let group = content & 0x80 == 0 ? "crowd" : ""
        let (bits, words) = Self.flags[more % Self.flags.count]
        let isFetched = more & 0x10 != 0
        let status = bits << 4 | (isFetched ? 2 : 0)
        let time = 1_795_000_000_000 + content * 86_400_007
        let sent = PlanMoment.text(Int64(time), digits: 3)
        var fields = PlannedFields()
        fields.string("fromUserId", 1, "friend")
        // The schema has names for some.
        let word = Self.channels[kind]
        fields.varint("type", 2, kind, word.map { "\($0) (\(kind))" } ?? "\(kind) \(conversation)")
        if !group.isEmpty { fields.string("groupId", 3, group) }
        fields.string("classname", 4, message.name)
        fields.content(message, 5)
        fields.varint("dataTime", 6, time, "\(time) \(sent)")
        fields.varint("status", 7, status)
        fields.string("msgId", 9, "BD2C-28P4-JT85-SK8H")
        if isOwn { fields.varint("direction", 10, 1) }
        var payload: [(String, PlannedJSON)] = [
            ("fromUserId", .text("friend")), ("type", word.map { .text($0) } ?? .number("\(kind)")),
        ]
        if !group.isEmpty { payload.append(("groupId", .text(group))) }
        payload += [
            ("classname", .text(message.name)), ("dataTime", .text("\(time)")), ("status", .text("\(status)")),
            ("msgId", .text("BD2C-28P4-JT85-SK8H")),
        ]
        if isOwn { payload.append(("direction", .number("1"))) }
        let shown = PlannedEvent.message(
            message,
            conversation: conversation,
            target: hasGroup && !group.isEmpty ? group : "friend",
            sender: isOwn ? Self.user : "friend",
            flags: words + (isFetched ? ["fetched"] : []),
            more: [("uid", .text("BD2C-28P4-JT85-SK8H")), ("sentTime", .text(sent))]
        )
        return (fields, .object(payload), shown, message)
    }

    // MARK: Sending

    /// The frame that was sent last, as something to be answered.
    func request(_ topic: String?) -> Request { (events.count - 1, topic, events[events.count - 1].time) }

    mutating func add(_ event: PlannedEvent, _ header: Int, answering request: Request? = nil) {
        var event = event
        event.time = session.now
        event.packet = session.packets.count + 1
        if let request { event.reply = (request.place + 2, request.topic, session.now - request.time) }
        session.message(fromClient: event.fromClient, event.fields.bytes)
        events.append(event)
    }
}
