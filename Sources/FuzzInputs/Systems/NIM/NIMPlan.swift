/// A session of NIM's Web SDK, and what its packets say: of an account or in a chat room over WebSocket, or of an account over
/// HTTP.
///
/// The byte of a plan before the steps says which of these it is, and how far the serials are from the last one, behind which
/// they begin again. A step is five bytes: the packet, which request it answers, the time since the one before, and what is in it.
package struct NIMPlan: Sendable {
    /// What each event should say: who sends, which command, what it answers, which message is in it.
    package private(set) var events: [String] = []
    /// How often the rules should find a serial that no request has, one that is used again, an answer to nothing, and a login
    /// that the SDK makes by itself after a kick.
    package private(set) var findings = [0, 0, 0, 0]
    /// The connection.
    package private(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    package private(set) var kinds: [Int] = []

    /// Whether packets come in the bodies of HTTP, and whether the session is one of a chat room.
    package let isPolling: Bool
    private let isRoom: Bool
    private var serial: Int
    /// Whether the capture begins behind the login, with a heartbeat.
    private let beginsLate: Bool
    /// Whether a login has said whose session it is.
    package private(set) var isKnown = false
    /// Whether the account was kicked and has not logged in since.
    private var isKicked = false
    /// How the session ended: with a kick it is over, whatever follows.
    package private(set) var ending = "clean"
    /// When the last packet was there as a whole.
    private var lastTime: UInt64 = 0
    /// Serials of requests that no request has.
    private var invalid: Set<Int> = []
    /// Requests that wait: their serials, the numbers of their events, their names, their times.
    private var waiting: [(serial: Int, number: Int, name: String, time: UInt64)] = []

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        let distance = options % 32
        serial = distance == 0 ? 0 : 32767 - distance
        isPolling = options >> 5 == 3 || options >> 5 == 6
        isRoom = options >> 5 == 2 || options >> 5 == 5
        beginsLate = isPolling && distance >= 24
        if !isPolling { session.upgrade(path: "/socket.io/1/websocket/s1") }
        if !beginsLate { send(false, "1::", "connect - - -", "", "") }
        if beginsLate {
            heartbeat(serial: 0)
        } else if isRoom {
            let login = #"{"1":"app","2":"ann","5":"r1"}"#
            let both = #"{"t":"Property","v":\#(login)},{"t":"Property","v":{"19":"ann","1000":"tok"}}"#
            request(13, 2, "login", #"[{"t":"byte","v":1},\#(both)]"#, "")
            answer(13, 2, 0, #"[{"1":"r1"},{"1":"r1"},{}]"#)
        } else {
            let login = #"{"3":16,"18":"app","19":"ann","1000":"tok"}"#
            request(2, 3, "login", #"[{"t":"Property","v":\#(login)}]"#, "")
            isKnown = true
            answer(2, 3, 0, #"[{"102":"c"},[]]"#)
        }
        for step in reader.steps(of: 5, atMost: 80) {
            var step = step
            let choice = step.byte()
            let which = step.byte()
            session.wait(UInt64(step.byte()) * 97)
            let content = step.byte()
            let length = step.byte()
            kinds.append(choice % 12)
            switch choice % 12 {
            case 0, 1: message(content, length)
            case 2, 3:
                if isRoom {
                    answer(13, 6, which, #"[{"1":"k"}]"#)
                } else {
                    answer(7, 1, which, #"[{"11":"k","12":"9"}]"#)
                }
            case 4: heartbeat(serial: which < 200 ? 0 : which)
            case 5: send(false, #"3:::{"sid":1,"cid":2,"ser":0,"code":200}"#, "message 1 2 0", "", "")
            case 6: push(content, length)
            case 7:
                let (sid, cid) = isRoom ? (13, 9) : (7, 6)
                request(sid, cid, "getHistoryMsgs", "[]", "", serial: [0, 32768, -1, 40000][which & 3])
            case 8: if let last = waiting.last { request(6, 23, "getServerTime", "[]", "", serial: last.serial) }
            case 9: if isRoom { history(content, length) } else { system(content, length) }
            case 10: kick()
            default: login(byItself: content & 1 == 0)
            }
        }
        session.close()
    }

    // MARK: Packets

    private mutating func request(
        _ sid: Int,
        _ cid: Int,
        _ name: String,
        _ arguments: String,
        _ message: String,
        serial given: Int? = nil
    ) {
        if given == nil { serial = serial == 32767 ? 1 : serial + 1 }
        let serial = given ?? self.serial
        let isValid = (1...32767).contains(serial)
        if !isValid { findings[0] += 1 }
        let packet = #"3:::{"SID":\#(sid),"CID":\#(cid),"SER":\#(serial),"Q":\#(arguments)}"#
        send(true, packet, "message \(sid) \(cid) \(serial)", "", message)
        // Serials that no request has are never answered here.
        guard isValid else {
            if !invalid.insert(serial).inserted { findings[1] += 1 }
            return
        }
        if let place = waiting.firstIndex(where: { $0.serial == serial }) {
            findings[1] += 1
            waiting.remove(at: place)
        }
        // Over WebSocket the switch is the first event.
        waiting.append((serial, events.count + (isPolling ? 0 : 1), name, lastTime))
    }

    /// Answers one of those that wait, or nothing.
    private mutating func answer(_ sid: Int, _ cid: Int, _ which: Int, _ values: String) {
        // Over HTTP the request that fetches the answer comes first.
        let now = session.now + (isPolling ? 1000 : 0)
        var serial = 20_000 + which
        var reply = ""
        if waiting.isEmpty || which >= 0xE0 {
            // What was asked before the capture began is not known.
            if !beginsLate { findings[2] += 1 }
        } else {
            let request = waiting.remove(at: which % waiting.count)
            serial = request.serial
            reply = "answers \(request.number) \(request.name) after \(now - request.time)"
        }
        let packet = #"3:::{"sid":\#(sid),"cid":\#(cid),"ser":\#(serial),"code":200,"r":\#(values)}"#
        send(false, packet, "message \(sid) \(cid) \(serial)", reply, "")
    }

    /// The server ends the account's session on purpose, and the connection stays.
    private mutating func kick() {
        guard !isRoom else { return }
        // Of whom nobody has seen log in it is not known who was kicked.
        isKicked = isKnown
        ending = "kicked: reason 1"
        send(false, #"3:::{"sid":2,"cid":5,"ser":0,"code":200,"r":[1,1,"",16]}"#, "message 2 5 0", "", "")
    }

    /// The account logs in once more.
    private mutating func login(byItself: Bool) {
        guard !isRoom else { return }
        if isKicked, byItself { findings[3] += 1 }
        isKicked = false
        isKnown = true
        let login = #"{"3":16,"8":\#(byItself ? 0 : 1),"18":"app","19":"ann","1000":"tok"}"#
        request(2, 3, "login", #"[{"t":"Property","v":\#(login)}]"#, "")
    }

    private mutating func heartbeat(serial: Int) {
        if serial != 0 { findings[0] += 1 }
        send(true, #"3:::{"SID":1,"CID":2,"SER":\#(serial)}"#, "message 1 2 \(serial)", "", "")
    }

    private mutating func message(_ content: Int, _ length: Int) {
        guard !isRoom else {
            let (tags, says) = Self.roomContent(content, length)
            let values = #"{"1":"k\#(events.count)",\#(Self.extension("4", content, length))\#(tags)}"#
            return request(
                13,
                6,
                "sendMsg",
                #"[{"t":"Property","v":\#(values)}]"#,
                "\(says) chatroom - ann k\(events.count) -"
            )
        }
        let (tags, says) = Self.content(content, length)
        let scene = [(0, "p2p"), (1, "team"), (5, "superTeam")][content % 3]
        let more = Self.extension("15", content, length)
        let values = #"{"0":\#(scene.0),"1":"to\#(length & 3)",\#(more)\#(tags),"11":"k\#(events.count)"}"#
        let message = "\(says) \(scene.1) to\(length & 3) \(isKnown ? "ann" : "-") k\(events.count) -"
        request(7, 1, "sendMsg", #"[{"t":"Property","v":\#(values)}]"#, message)
    }

    private mutating func push(_ content: Int, _ length: Int) {
        guard !isRoom else {
            let (values, says) = pushed(content, length, 0)
            return send(
                false,
                #"3:::{"sid":13,"cid":7,"ser":0,"code":200,"r":[\#(values)]}"#,
                "message 13 7 0",
                "",
                says
            )
        }
        let (tags, says) = Self.content(content, length)
        let time = Int64(length - 128) * 86_400_000 * 200 + Int64(content)
        let text = PlanMoment.text(time, digits: 3)
        // The id that its sender gave it may stand there too, before the server's or behind it.
        let own = #""11":"k\#(events.count)","#
        let ids =
            [own, "", ""][content % 3] + #""12":"s\#(events.count)""# + (content % 3 == 1 ? "," + own.dropLast() : "")
        let more = Self.extension("15", content, length)
        let values = #"{"0":"0","1":"ann",\#(more)"2":"bob","7":"\#(time)",\#(tags),\#(ids)}"#
        let message = "\(says) p2p ann bob s\(events.count) \(text)"
        // Pushes with and without an envelope of their own (reference section 9.4).
        if content & 0x80 == 0 {
            let packet = #"3:::{"sid":7,"cid":2,"ser":0,"code":200,"r":[\#(values)]}"#
            send(false, packet, "message 7 2 0", "", message)
        } else {
            let inner = #"{"headerPacket":{"sid":7,"cid":2},"body":[\#(values)]}"#
            let packet = #"3:::{"sid":4,"cid":1,"ser":0,"code":200,"r":["77",\#(inner)]}"#
            send(false, packet, "message 4 1 0", "", message)
        }
    }

    /// A message that comes in a chat room.
    private func pushed(_ content: Int, _ length: Int, _ place: Int) -> (values: String, says: String) {
        let (tags, says) = Self.roomContent(content, length)
        let time = Int64(length - 128) * 86_400_000 * 200 + Int64(content)
        let id = "s\(events.count)-\(place)"
        let more = Self.extension("4", content, length)
        let values = #"{"1":"\#(id)",\#(tags),\#(more)"20":"\#(time)","21":"bob","22":"r1"}"#
        return (values, "\(says) chatroom r1 bob \(id) \(PlanMoment.text(time, digits: 3))")
    }

    /// Messages of the past: an answer that nothing asked for, with several of them.
    private mutating func history(_ content: Int, _ length: Int) {
        let messages = (0..<1 + content % 3).map { pushed((content &+ $0) & 255, (length &+ $0 * 7) & 255, $0) }
        let list = messages.map(\.values).joined(separator: ",")
        let packet = #"3:::{"sid":13,"cid":9,"ser":0,"code":200,"r":[[\#(list)]]}"#
        send(false, packet, "message 13 9 0", "", messages.map(\.says).joined(separator: "; "))
    }

    /// A system message of the application.
    private mutating func system(_ content: Int, _ length: Int) {
        let text = PlanText.text(content, length & 15)
        let attach = PlanText.json(#"{"id":2,"content":\#(PlanText.json(text, escapes: content))}"#)
        let values = #"{"1":"100","2":"ann","3":"bob","5":\#(attach)}"#
        let packet = #"3:::{"sid":7,"cid":3,"ser":0,"code":200,"r":[\#(values)]}"#
        send(false, packet, "message 7 3 0", "", "sys/2 \(text) p2p ann bob - -")
    }

    /// What an application adds to a message, seldom: so long that packets get as long as those that are read otherwise.
    private static func `extension`(_ tag: String, _ content: Int, _ length: Int) -> String {
        guard content & 31 == 17 else { return "" }
        return #""\#(tag)":"\#(String(repeating: "x", count: 64 << 10 - 384 + length * 2))","#
    }

    /// The tags of a message's content, and what it says.
    private static func content(_ content: Int, _ length: Int) -> (tags: String, says: String) {
        let text = PlanText.text(content, length & 15)
        let json = PlanText.json(text, escapes: length)
        switch content & 3 {
        case 0:
            let custom = PlanText.json(#"{"type":1,"data":{"value":2,"s":\#(json)}}"#)
            return (#""8":100,"10":\#(custom)"#, "100/1 \(text)")
        case 1: return (#""8":4,"10":\#(PlanText.json(#"{"lat":1,"lng":2,"title":\#(json)}"#))"#, "4 \(text)")
        default: return (#""8":0,"9":\#(json)"#, "text \(text)")
        }
    }

    /// The same in a chat room, where a text stands in the attachment or in the body.
    private static func roomContent(_ content: Int, _ length: Int) -> (tags: String, says: String) {
        let text = PlanText.text(content, length & 15)
        let json = PlanText.json(text, escapes: length)
        switch content & 7 {
        case 0:
            let custom = PlanText.json(#"{"type":1,"data":{"value":2,"s":\#(json)}}"#)
            return (#""2":100,"3":\#(custom)"#, "100/1 \(text)")
        case 1: return (#""2":4,"3":\#(PlanText.json(#"{"lat":1,"lng":2,"title":\#(json)}"#))"#, "4 \(text)")
        case 2: return (#""2":0,"13":\#(json)"#, "text \(text)")
        case 3: return (#""2":"10","3":\#(json),"13":"other""#, "text \(text)")
        default: return (#""2":0,"3":\#(json)"#, "text \(text)")
        }
    }

    private mutating func send(_ fromClient: Bool, _ packet: String, _ head: String, _ reply: String, _ says: String) {
        events.append("\(fromClient ? "client" : "server") \(head) \(reply) \(says)")
        guard isPolling else {
            session.message(fromClient: fromClient, Array(packet.utf8), first: 0x81)
            lastTime = session.now - SampleSession.pause
            return
        }
        let target = "/socket.io/1/xhr-polling/s1?t=\(events.count)"
        // A packet stands alone, or behind its length in units of UTF-16 between two marks.
        let body = events.count & 1 == 0 ? packet : "\u{FFFD}\(packet.utf16.count)\u{FFFD}\(packet)"
        func answer(_ text: String) -> [UInt8] {
            Array(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8
            )
        }
        if fromClient {
            let head = "POST \(target) HTTP/1.1\r\nHost: im.example\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            session.send(fromClient: true, Array((head + body).utf8))
            lastTime = session.now - SampleSession.pause
            session.send(fromClient: false, answer("1"))
        } else {
            session.send(fromClient: true, Array("GET \(target) HTTP/1.1\r\nHost: im.example\r\n\r\n".utf8))
            session.send(fromClient: false, answer(body))
        }
    }
}
