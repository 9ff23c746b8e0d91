/// A session of NIM's Web SDK over WebSocket, and what its packets say.
///
/// The byte of a plan before the steps says how far the serials are from the last one, behind which they begin again. A
/// step is five bytes: the packet, which request it answers, the time since the one before, and what is in it.
struct NIMPlan: Sendable {
    /// What each event should say: who sends, which command, what it answers, which message is in it.
    private(set) var events: [String] = []
    /// How often the rules should find a serial that no request has, one that is used again, and an answer to nothing.
    private(set) var findings = [0, 0, 0]
    /// The connection.
    private(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    private(set) var kinds: [Int] = []

    private var serial: Int
    /// Serials of requests that no request has.
    private var invalid: Set<Int> = []
    /// Requests that wait: their serials, the numbers of their events, their names, their times.
    private var waiting: [(serial: Int, number: Int, name: String, time: UInt64)] = []

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let distance = reader.below(32)
        serial = distance == 0 ? 0 : 32767 - distance
        session.upgrade(path: "/socket.io/1/websocket/s1")
        send(false, "1::", "connect - - -", "", "")
        let login = #"{"3":16,"18":"app","19":"ann","1000":"tok"}"#
        request(2, 3, "login", #"[{"t":"Property","v":\#(login)}]"#, "")
        answer(2, 3, 0, #"[{"102":"c"},[]]"#)
        for step in reader.steps(of: 5, atMost: 80) {
            var step = step
            let choice = step.byte()
            let which = step.byte()
            session.wait(UInt64(step.byte()) * 97)
            let content = step.byte()
            let length = step.byte()
            kinds.append(choice % 10)
            switch choice % 10 {
            case 0, 1: message(content, length)
            case 2, 3: answer(7, 1, which, #"[{"11":"k","12":"9"}]"#)
            case 4: heartbeat(serial: which < 200 ? 0 : which)
            case 5: send(false, #"3:::{"sid":1,"cid":2,"ser":0,"code":200}"#, "message 1 2 0", "", "")
            case 6: push(content, length)
            case 7: request(7, 6, "getHistoryMsgs", "[]", "", serial: [0, 32768, -1, 40000][which & 3])
            case 8: if let last = waiting.last { request(6, 23, "getServerTime", "[]", "", serial: last.serial) }
            default: system(content, length)
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
        let time = session.now
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
        waiting.append((serial, events.count + 1, name, time))
    }

    /// Answers one of those that wait, or nothing.
    private mutating func answer(_ sid: Int, _ cid: Int, _ which: Int, _ values: String) {
        let now = session.now
        var serial = 20_000 + which
        var reply = ""
        if waiting.isEmpty || which >= 0xE0 {
            findings[2] += 1
        } else {
            let request = waiting.remove(at: which % waiting.count)
            serial = request.serial
            reply = "answers \(request.number) \(request.name) after \(now - request.time)"
        }
        let packet = #"3:::{"sid":\#(sid),"cid":\#(cid),"ser":\#(serial),"code":200,"r":\#(values)}"#
        send(false, packet, "message \(sid) \(cid) \(serial)", reply, "")
    }

    private mutating func heartbeat(serial: Int) {
        if serial != 0 { findings[0] += 1 }
        send(true, #"3:::{"SID":1,"CID":2,"SER":\#(serial)}"#, "message 1 2 \(serial)", "", "")
    }

    private mutating func message(_ content: Int, _ length: Int) {
        let (tags, says) = Self.content(content, length)
        let scene = [(0, "p2p"), (1, "team"), (5, "superTeam")][content % 3]
        let values = #"{"0":\#(scene.0),"1":"to\#(length & 3)",\#(tags),"11":"k\#(events.count)"}"#
        let message = "\(says) \(scene.1) to\(length & 3) ann k\(events.count) -"
        request(7, 1, "sendMsg", #"[{"t":"Property","v":\#(values)}]"#, message)
    }

    private mutating func push(_ content: Int, _ length: Int) {
        let (tags, says) = Self.content(content, length)
        let time = Int64(length - 128) * 86_400_000 * 200 + Int64(content)
        let text = PlanMoment.text(time, digits: 3)
        let values = #"{"0":"0","1":"ann","2":"bob","7":"\#(time)",\#(tags),"12":"s\#(events.count)"}"#
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

    /// A system message of the application.
    private mutating func system(_ content: Int, _ length: Int) {
        let text = PlanText.text(content, length & 15)
        let attach = PlanText.json(#"{"id":2,"content":\#(PlanText.json(text, escapes: content))}"#)
        let values = #"{"1":"100","2":"ann","3":"bob","5":\#(attach)}"#
        let packet = #"3:::{"sid":7,"cid":3,"ser":0,"code":200,"r":[\#(values)]}"#
        send(false, packet, "message 7 3 0", "", "sys/2 \(text) p2p ann bob - -")
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

    private mutating func send(_ fromClient: Bool, _ packet: String, _ head: String, _ reply: String, _ says: String) {
        events.append("\(fromClient ? "client" : "server") \(head) \(reply) \(says)")
        session.message(fromClient: fromClient, Array(packet.utf8), first: 0x81)
    }
}
