/// A session of RongCloud over WebSocket, and the expected output of every frame.
///
/// A step of a plan is six bytes: the frame, its message id, the time since the last frame (two bytes), the content
/// (two bytes).
package struct LinesPlan: Sendable {
    /// The events after the upgrade to WebSocket.
    package private(set) var events: [PlannedEvent] = []
    /// The connection.
    package private(set) var session = SampleSession()
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [Int] = []

    /// A waiting request: the index of its event, its topic, its time.
    typealias Request = (place: Int, topic: String?, time: UInt64)
    var publishes: [Int: Request] = [:]
    var pushes: [Int: Request] = [:]
    var copies: [Int: Request] = [:]
    var queries: [Int: Request] = [:]
    var results: [Int: Request] = [:]
    var pings = PlannedPings<Request>()

    /// The topics of the client's messages, and the conversation type of each known topic.
    static let topics: [(String, String?)] = [
        ("ppMsgP", "private"), ("pdMsgP", "discussion"), ("pgMsgP", "group"), ("chatMsg", "chatroom"),
        ("pcMsgP", "customerService"), ("prMsgS", "rtcRoom"), ("ugMsg", "ultraGroup"), ("pgMsgS", "group"),
        ("", nil), ("aTopic", nil),
    ]
    /// The conversation types of messages to clients, and whether the group is the message's target.
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
    /// The statuses of answers, and their general meanings.
    static let statuses = [
        (0, "ok"), (101, "not in the table"), (405, "sender is in the receiver's black list"),
        (22406, "sender is not in the group"),
        (19_999, "not in the table"), (23428, "batch failed in part; the answer's body says where"),
        (20604, "sending too fast"), (65_535, "not in the table"),
    ]
    /// A status with another meaning for one topic: `blackStat` asks whether a user is in a list.
    static let ownStatus = (topic: "blackStat", status: 101, "for blackStat: not listed, as mobile SDKs know it")
    /// The names of users, groups and rooms, and their bytes if they differ from UTF-8: characters beyond U+FFFF as two
    /// surrogates of three bytes each, and bytes that no SDK writes.
    static let names: [(String, [UInt8]?)] = [
        ("lin", nil), ("a-name-that-is-wider-than-its-column", nil), ("é中", nil),
        ("x🙂", [0x78, 0xED, 0xA0, 0xBD, 0xED, 0xB9, 0x82]), ("🙂lin", nil), ("l\u{FFFD}n", [0x6C, 0xFF, 0x6E]),
    ]
    /// The flags of a message: their bits, and their names.
    static let flags = [
        (3, ["persisted", "counted"]), (1, ["persisted"]), (0x23, ["persisted", "counted", "noNotification"]),
        (0x47, ["persisted", "counted", "mentioned", "expansion"]), (0, []),
        (0x63, ["persisted", "counted", "noNotification", "expansion"]),
    ]

    /// Whether the plan is for JSON lines; only these may have values that other outputs would wrap.
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
            // From microseconds to an hour, so that midnight may pass.
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
    /// The reasons for the server's DISCONNECT.
    private static let endings = [
        "go to another server: ask navigation again and reconnect", "another device of the user logged in",
        "user blocked",
        "closed by the server without a known reason", "logged out", "user blocked, newer form",
        "go to another server, newer form", "not in the table",
    ]
    /// The status of this session's DISCONNECT, and its meaning.
    private(set) var ending = 4
    package var endingWords: String { "\(ending) \(Self.endings[ending])" }

    func event(_ type: String, fromClient: Bool, header: Int) -> PlannedEvent {
        PlannedEvent(type: type, fromClient: fromClient, header: header)
    }

    /// Adds the server's time in seconds, after the answered id.
    func date(_ event: inout PlannedEvent, _ more: Int, _ id: Int?) {
        let seconds = 1_795_000_000 + more * 40_000
        event.fields.number("date", seconds, 4, "\(seconds) \(PlanMoment.text(Int64(seconds) * 1000, digits: 3))")
        if let id { event.frame.append(("messageId", .number("\(id)"))) }
        event.frame.append(("date", .number("\(seconds)")))
    }

    /// Adds an unknown payload.
    func unread(_ event: inout PlannedEvent, _ number: Int, _ code: String, _ path: String, _ text: String) {
        // Some payloads are longer than their shown part.
        let isLong = isJSON && number & 15 == 15
        let bytes = planBytes(number, isLong ? 4097 : 1 + number & 31)
        let start = path == "data" ? event.fields.bytes.count : 0
        event.fields.add("data", bytes, "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")")
        event.unread = (bytes, ("note", code, path, start, text))
    }

    /// Adds a payload whose message is unknown for the topic.
    func unread(_ event: inout PlannedEvent, _ number: Int, topic: String) {
        unread(&event, number, "payload-unknown", "data", "which message \(topic) carries here is not known")
    }

    /// Notes that the following payload is only guessed.
    func guess(_ event: inout PlannedEvent, _ name: String) {
        let text = "the table does not know the topic; the payload fits \(name), which is a guess"
        event.odd.append(("note", "payload-guessed", "data", event.fields.bytes.count, text))
    }

    /// Adds the user or group that a frame is for, perhaps in bytes that no SDK writes.
    ///
    /// - Returns: the name.
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

    /// Adds bytes after the last field.
    func trailing(_ event: inout PlannedEvent, _ count: Int) {
        let bytes = planBytes(count, 1 + count)
        event.trailing = (event.fields.bytes.count, bytes)
        event.fields.add("trailing", bytes, "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")")
        event.frame.append(("trailing", .text(bytes.map(PlannedFields.hex).joined())))
    }

    /// Returns a message to the client: its fields, its JSON in the payload, its JSON in the list of messages.
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
        // The schema has names for some types.
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

    /// Returns the last frame as a request.
    func request(_ topic: String?) -> Request { (events.count - 1, topic, events[events.count - 1].time) }

    mutating func add(_ event: PlannedEvent, answering request: Request? = nil) {
        var event = event
        event.time = session.now
        event.packet = session.packets.count + 1
        if let request { event.reply = (request.place + 2, request.topic, session.now - request.time) }
        session.message(fromClient: event.fromClient, event.fields.bytes)
        events.append(event)
    }
}
