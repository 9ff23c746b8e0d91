// What both ends do with messages, rooms and names.
extension MessageRulesPlan {
    // MARK: Rooms

    private static let statuses = [0, 0, 0, 60_001, 60_002]

    /// A room is joined when the client asks for it, until the server refuses.
    mutating func join(_ content: Int) {
        let room = content & 3
        let status = Self.statuses[(content >> 2) % 5]
        rooms.insert(room)
        if status > 0 { rooms.remove(room) }
        query(content & 0x80 == 0 ? "joinChrm" : "joinChrmR", to: "r\(room)", status: status)
    }

    /// A refusal lets nobody know whether the room was left.
    mutating func leave(_ content: Int) {
        rooms.remove(content & 3)
        query("exitChrm", to: "r\(content & 3)", status: Self.statuses[(content >> 2) % 5])
    }

    /// What only members may do; one who is none is told so once.
    mutating func use(_ content: Int) {
        let room = content & 3
        if rooms.insert(room).inserted { find("chatroom-not-joined") }
        if content & 4 == 0 {
            publish("chatMsg", to: "r\(room)", status: Self.statuses[(content >> 3) % 5])
        } else {
            query(["setKV", "delKV"][content >> 3 & 1], to: "r\(room)")
        }
    }

    // MARK: Deliveries

    /// When the first UID of the plan was given, in milliseconds.
    private static let first: Int64 = 1_795_000_000_000

    /// A UID as the reference has it: 42 bits of time, 12 that count, 4 of the conversation's kind, 22 of the target; of 5 bits each
    /// a character.
    static func uid(_ time: Int64, _ count: Int) -> String {
        func bits(_ number: Int64, _ width: Int) -> String {
            let text = String(number, radix: 2)
            return String(repeating: "0", count: width - text.count) + text
        }
        let all = Array(bits(time, 42) + bits(Int64(count), 12) + bits(1, 4) + bits(99, 22))
        let signs = stride(from: 0, to: 80, by: 5).map { start -> String in
            String(Int(String(all[start..<start + 5]), radix: 2) ?? 0, radix: 32).uppercased()
        }
        return stride(from: 0, to: 16, by: 4).map { signs[$0..<$0 + 4].joined() }.joined(separator: "-")
    }

    /// One of a few UIDs, two of which are none; and its time.
    private static func uid(_ choice: Int) -> (text: String, time: Int64) {
        let number = choice & 7
        let time = first + Int64(number) * 1000
        let text = uid(time, number)
        return ([6: "no-uid", 7: text.lowercased()][number] ?? text, time)
    }

    /// A message as the server delivers it.
    private struct Delivery {
        var bytes: [UInt8]
        var uid: String
        var time: Int64
        var content: String
        /// Whether it says that it was changed, or is what is left of a recalled one.
        var isChanged: Bool
    }

    /// Makes a message, and finds what is odd about its UID.
    private mutating func message(_ content: Int, _ more: Int) -> Delivery {
        let (uid, time) = Self.uid(content)
        // Its time is that of the UID, or up to a minute away from it, or further.
        let sent = time + [0, 0, 60_000, 60_001, -60_000, -60_001, 0, 1][more & 7]
        // What is left of a recalled message is a notice, or the command that recalled it.
        let isRecall = content & 0x10 != 0
        let name = isRecall ? more & 8 == 0 ? "RC:RcNtf" : "RC:RcCmd" : "RC:TxtMsg"
        let text = #"{"content":"\#(content & 8 == 0 ? "a" : "b")"}"#
        var bytes = Self.field(1, "lin") + SessionPlan.varint(2, 1) + Self.field(4, name) + Self.field(5, text)
        bytes += SessionPlan.varint(6, Int(sent)) + SessionPlan.varint(7, 48) + Self.field(9, uid)
        // Whether it was changed since it was delivered.
        let state = content >> 5 & 3
        if state > 1 { bytes += [0xA0, 1, state == 2 ? 4 : 3] }
        seen.insert(uid)
        if content & 7 > 5 {
            findOnce("message-uid-format")
        } else if abs(sent - time) > 60_000 {
            findOnce("message-uid-time")
        }
        return Delivery(
            bytes: bytes,
            uid: uid,
            time: sent,
            content: text,
            isChanged: state == 2 || isRecall
        )
    }

    mutating func push(_ content: Int, _ more: Int) {
        let message = message(content, more)
        // What says that it comes again is none.
        let isAgain = content & 0x80 != 0
        if !isAgain { deliver(message, cursor: nil) }
        let head: [UInt8] = [isAgain ? 0x3A : 0x32] + SessionPlan.number(Int(Self.first / 1000), 4)
        let names = SessionPlan.text("s_msg") + SessionPlan.text("me")
        session.message(fromClient: false, head + names + SessionPlan.number(number & 0xFFFF, 2) + message.bytes)
    }

    /// Pulls messages from behind two cursors, of what others and of what the own account sent.
    mutating func pull(_ content: Int, _ more: Int) {
        let times = [-1000, 0, 1000, 3000, 3001, 9000].map { Self.first + Int64($0) }
        let (received, sent) = (times[content % 6], more % 7 < 6 ? times[more % 7] : nil)
        if let cursors {
            if received < cursors.received { find("cursor-backwards") }
            if let sent, sent < cursors.sent { find("cursor-backwards") }
        }
        cursors = (received, sent ?? 0)
        var data = SessionPlan.varint(1, Int(received)) + [0x10, 0]
        if let sent { data += SessionPlan.varint(6, Int(sent)) }
        let cursor = min(received, sent ?? received)
        let target = content & 0x40 == 0 ? "me" : content & 0x80 == 0 ? "lin" : ""
        if target != "me" { find(target.isEmpty ? "target-empty" : "target-wrong") }
        query("pullMsg", to: target, data) { plan in
            var list: [UInt8] = []
            for place in 0..<content % 4 {
                let message = plan.message(content &+ place * (more | 8), more &+ place)
                plan.deliver(message, cursor: cursor)
                list += [0x0A] + Framing.varint(UInt64(message.bytes.count)) + message.bytes
            }
            return list + SessionPlan.varint(2, Int(received))
        }
    }

    /// - Parameter cursor: that of the pull; `nil` for a push.
    private mutating func deliver(_ message: Delivery, cursor: Int64?) {
        guard let first = delivered[message.uid] else {
            delivered[message.uid] = (message.content, session.now, cursor == nil, number)
            return
        }
        guard first.content == message.content else {
            if !message.isChanged { find("message-uid-two-contents") }
            return
        }
        // What is pulled may be what was pushed, unless it is from before the cursor; what is pushed may cross a pull.
        let isRepeated =
            first.event == number
            ? true : cursor.map { message.time < $0 } ?? (first.isPush || session.now > first.time + 5_000_000)
        if isRepeated { find("duplicate-message-uid") }
    }

    // MARK: Recalls and receipts

    mutating func recall(_ content: Int) {
        let (uid, _) = Self.uid(content)
        let isNamed = content & 8 == 0
        let status = Self.statuses[(content >> 4) % 5]
        let target = content & 0x80 == 0 ? "me" : "lin"
        if target != "me" { find("target-wrong") }
        if isNamed {
            let isRepeated = !recalled.insert(uid).inserted
            if isRepeated { find("recall-repeated") } else if !seen.contains(uid) { find("recall-unknown") }
            // What the server refused was not recalled.
            if !isRepeated, status > 0 { recalled.remove(uid) }
        }
        let text = #"{"messageUId":"\#(isNamed ? uid : "")","conversationType":1,"targetId":"lin","sentTime":1}"#
        publish("recallMsg", to: target, "RC:RcCmd", text, status: status)
    }

    /// What was read up to a time, which is at most a minute ahead of the server's clock.
    mutating func receipt(_ content: Int, _ more: Int) {
        let (uid, _) = Self.uid(content)
        let isNamed = content & 8 == 0
        let now = told.map { $0.server + Int64(session.now / 1000) - $0.at } ?? Self.first
        let ahead: Int64 = [-1, 60_000, 60_001, 600_000][more & 3]
        if told != nil, ahead > 60_000 { find("receipt-future") }
        let name = content & 0x10 == 0 ? "RC:ReadNtf" : "RC:RRReqMsg"
        if isNamed, !seen.contains(uid) { find("receipt-unknown") }
        let text =
            #"{"lastMessageSendTime":\#(now + ahead),"messageUId":"\#(isNamed ? uid : "")","type":1}"#
        publish("ppMsgP", to: "lin", name, text)
    }

    // MARK: Names

    private static let allNames = [
        "app:a", "App:a", "APP:A", "rc:txtmsg", "RC:TXTMSG", "RC:Own", "rc:own", String(repeating: "x", count: 32),
        String(repeating: "x", count: 33), String(repeating: "é", count: 32), String(repeating: "é", count: 33), "",
        "RC:VcMsg", String(repeating: "É", count: 32), "rc:", "Rc",
    ]

    /// A message of any name; the server names it, with a UID whose time may be up to a minute off.
    mutating func named(_ content: Int) {
        let isNowhere = content & 0x30 == 0x30
        if isNowhere { find("target-empty") }
        publish(
            "ppMsgP",
            to: isNowhere ? "" : "lin",
            Self.allNames[content & 15],
            idChoice: content >> 2,
            uidOff: [0, 60_000, 60_001, -60_001][content >> 6]
        )
    }

    /// Takes in a name that no SDK has; of each spelling something is said once.
    mutating func note(_ name: String) {
        let known = ["RC:TxtMsg", "RC:VcMsg", "RC:ReadNtf", "RC:RRReqMsg", "RC:RcCmd", "RC:TypSts"]
        guard !known.contains(name), names.insert(name).inserted else { return }
        guard !name.isEmpty else { return find("object-name-length") }
        if name.unicodeScalars.count > 32 { find("object-name-length") }
        let folded = name.lowercased()
        if folded == "rc:txtmsg" || !spellings.insert(folded).inserted {
            find("object-name-case")
        } else if folded.hasPrefix("rc:") {
            find("object-name-reserved")
        }
    }

    // MARK: Misuse

    /// Topics that are sent otherwise, and what is stored on topics that store nothing.
    mutating func misuse(_ content: Int) {
        switch content % 7 {
        case 0:
            find("topic-kind")
            publish("qnTkn", to: "lin")
        case 1:
            find("topic-kind")
            publish("s_msg", to: "lin")
        case 2:
            find("topic-kind")
            query("ppMsgP", to: "lin", idChoice: content >> 2)
        case 3:
            find("status-topic-content")
            publish(content & 8 == 0 ? "ppMsgS" : "pgMsgS", to: "lin")
        case 4: publish("ppMsgS", to: "lin", "RC:TypSts", #"{"typingContentType":"RC:TxtMsg"}"#)
        case 5: publish("pgMsgS", to: "lin", "app:a")
        default: query("qnTkn", to: "", idChoice: content >> 1)
        }
    }

    /// A frame that only the other end sends.
    mutating func turn(_ content: Int) {
        find("wrong-direction")
        let fromClient = content & 1 == 0
        session.message(fromClient: fromClient, [fromClient ? 0xD0 : 0xC0])
    }

    /// A heartbeat of the client without a mask, or an answer with one; it is said once of each end.
    mutating func unmask(_ content: Int) {
        let fromClient = content & 1 == 0
        let isMasked = content & 6 == 0 ? fromClient : !fromClient
        if isMasked != fromClient { findOnce("websocket-mask", "\(fromClient)") }
        session.send(
            fromClient: fromClient,
            SessionPlan.webSocket([fromClient ? 0xC0 : 0xD0], isMasked: isMasked)
        )
    }
}
