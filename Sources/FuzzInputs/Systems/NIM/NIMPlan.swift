/// A session of NIM's Web SDK and its decoded packets: of an account or in a chat room over WebSocket, also in TLS, or
/// of an account over HTTP.
///
/// The byte of a plan before the steps chooses one of these; the distance of the serials from the last serial, after
/// which they restart; whether control frames precede the first packet; and the captured order of the TLS hellos. A
/// step is five bytes: the packet, the request that it answers, the time since the last packet, the content.
package struct NIMPlan: Sendable {
    /// The expected text of each event: sender, command, answered event, message.
    package internal(set) var events: [String] = []
    /// The packet of each event; empty for an event without one.
    var texts: [String] = []
    /// The numbers of the packets of each event over WebSocket, from 1.
    package internal(set) var packets: [[Int]] = []
    /// The expected number of findings of each rule: an invalid serial, a reused one, an answer without a request, an
    /// automatic login after a kick, a request after a kick (over WebSocket only), a repeated message, an answer with
    /// another command than its request.
    package internal(set) var findings = [0, 0, 0, 0, 0, 0, 0]
    /// The message ids of the clients and of the server.
    var ids: [Set<String>] = [[], []]
    /// The connection.
    package internal(set) var session = SampleSession()
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [Int] = []

    /// Whether packets are in the bodies of HTTP, and whether the session is in a chat room.
    package let isPolling: Bool
    let isRoom: Bool
    /// Whether texts have letters and digits only, so that trees are known.
    package let isPlain: Bool
    /// The expected diagnostic of the next packet.
    var note = ""
    private var serial: Int
    /// Whether the capture begins after the login, with a heartbeat.
    package let beginsLate: Bool
    /// Whether a login has identified the account.
    package private(set) var isKnown = false
    /// The SDK version from the first login; `-` for none.
    package private(set) var version: String?
    /// Whether the account was kicked and has not logged in since.
    private var isKicked = false
    /// The ending of the session; a kick ends it, whatever follows.
    package private(set) var ending = "clean"
    /// The time at which the last packet was complete.
    private var lastTime: UInt64 = 0
    /// The time of the kick, until the account has logged in again, and the sum of the long pauses.
    private var kickTime: UInt64?
    private var paused: UInt64 = 0
    /// Whether the server has sent a packet; before that, its answers are unknown.
    private var hearsServer = false
    /// The invalid serials that requests have used.
    private var invalid: Set<Int> = []
    /// Whether a packet was broken: it might have been any request.
    private var hasBroken = false
    /// The waiting serials that nothing is said about: those at the time of the broken packet or of a kick, and those of
    /// requests after a kick.
    private var forgotten: Set<Int> = []
    /// The serials that were used again while they waited.
    private var shared: Set<Int> = []
    /// The waiting requests: their serials, event numbers, commands and names, and times.
    private var waiting: [(serial: Int, number: Int, command: [Int], name: String, time: UInt64)] = []
    /// The waiting heartbeats in the order of their answers: their event numbers and times.
    private var beats: [(number: Int, time: UInt64)] = []

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        let distance = options % 32
        serial = distance == 0 ? 0 : 32767 - distance
        isPlain = distance & 1 == 0
        isPolling = options >> 5 == 3 || options >> 5 == 6
        isRoom = options >> 5 == 2 || options >> 5 == 5
        beginsLate = isPolling && distance >= 24
        if options >> 5 == 7 {
            session.shakeHands(TLSPlan([0, UInt8(distance), 0, 0, 0, 0]))
            if distance & 1 != 0 { session.beginWithAnswer() }
        }
        if !isPolling {
            session.upgrade(path: "/socket.io/1/websocket/s1")
            // Control frames do not identify NIM, since other systems use Socket.IO as well.
            if distance >= 24 { session.controls(distance) }
        }
        if beginsLate {
            heartbeat(serial: 0)
        } else {
            begin(distance)
        }
        for step in reader.steps(of: 5, atMost: 80) { take(step) }
        session.close()
    }

    /// Sends the beginning of a session.
    private mutating func begin(_ choice: Int) {
        send(false, "1::", "connect - - -", "", "")
        // Some logins name the SDK's version, as a number or a text.
        let spelling = ["", "", "93", "\"8.5.0\""][choice & 3]
        let tag = spelling.isEmpty ? "" : "\"6\":\(spelling),"
        version = spelling.isEmpty ? "-" : spelling.filter { $0 != "\"" }
        if isRoom {
            let login = #"{"1":"app","2":"ann","5":"r1"}"#
            let both = #"{"t":"Property","v":\#(login)},{"t":"Property","v":{\#(tag)"19":"ann","1000":"tok"}}"#
            request(13, 2, "login", #"[{"t":"byte","v":1},\#(both)]"#, "")
            answer(13, 2, 0, #"[{"1":"r1"},{"1":"r1"},{}]"#)
        } else {
            let login = #"{"3":16,\#(tag)"18":"app","19":"ann","1000":"tok"}"#
            request(2, 3, "login", #"[{"t":"Property","v":\#(login)}]"#, "")
            isKnown = true
            answer(2, 3, 0, #"[{"102":"c"},[]]"#)
        }
    }

    /// Lets milliseconds or seconds pass, in sum so few that every answer is in time.
    private mutating func pause(_ choice: Int) {
        var time = UInt64(choice) * 97
        // The SDK waits 8 s; the short pauses add up to about 2 s.
        if choice >= 248, !isPolling, paused + UInt64(choice - 247) * 400_000 <= 5_000_000 {
            time = UInt64(choice - 247) * 400_000
            paused += time
        }
        session.wait(time)
    }

    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let which = step.byte()
        pause(step.byte())
        let content = step.byte()
        let length = step.byte()
        kinds.append(choice % 15)
        switch choice % 15 {
        case 0, 1: message(content, length)
        case 2, 3:
            if isRoom {
                answer(13, 6, which, #"[{"1":"k"}]"#)
            } else {
                answer(7, 1, which, #"[{"11":"k","12":"9"}]"#)
            }
        case 4: heartbeat(serial: which < 200 ? 0 : which)
        case 5: answerHeartbeat(code: 200)
        case 6: push(content, length, isTwice: which & 1 != 0)
        case 7:
            let (sid, cid) = isRoom ? (13, 9) : (7, 6)
            request(sid, cid, "getHistoryMsgs", "[]", "", serial: [0, 32768, -1, 40000][which & 3])
        case 8: if let last = waiting.last { request(6, 23, "getServerTime", "[]", "", serial: last.serial) }
        case 9: if isRoom || which & 1 != 0 { history(content, length) } else { system(content, length) }
        case 10: kick(content)
        case 11:
            if isRoom { loginToRoom(content) } else { login(byItself: content & 1 == 0) }
            if content & 2 != 0 {
                // A refused login does not undo a kick.
                let code = content & 8 == 0 ? 200 : [302, 414, 408, 500][content >> 4 & 3]
                let values = code > 200 || isRoom ? "[]" : #"[{"102":"c"},[]]"#
                answer(isRoom ? 13 : 2, isRoom ? 2 : 3, waiting.count - 1, values, code: code)
                if code == 200 { kickTime = nil }
            }
        case 12: secret(content, length, which)
        case 13: strange(content, length)
        default: broken(content, length)
        }
    }

    // MARK: Packets

    mutating func request(
        _ sid: Int,
        _ cid: Int,
        _ name: String,
        _ arguments: String,
        _ message: String,
        serial given: Int? = nil
    ) {
        let serial = given ?? nextSerial()
        let isValid = (1...32767).contains(serial)
        if !isValid { findings[0] += 1 }
        let packet = #"3:::{"SID":\#(sid),"CID":\#(cid),"SER":\#(serial),"Q":\#(arguments)}"#
        send(true, packet, "message \(sid) \(cid) \(serial)", "", message)
        // Invalid serials are never answered here.
        guard isValid else {
            if kickTime == nil, !invalid.insert(serial).inserted, hearsServer { findings[1] += 1 }
            return
        }
        if let place = waiting.firstIndex(where: { $0.serial == serial }) {
            if kickTime == nil, forgotten.remove(serial) == nil {
                if hearsServer { findings[1] += 1 }
                shared.insert(serial)
            }
            waiting.remove(at: place)
        } else {
            shared.remove(serial)
        }
        // The server owes nothing to a client that it has kicked.
        if kickTime != nil { forgotten.insert(serial) }
        // Over WebSocket the switch is the first event.
        waiting.append((serial, events.count + (isPolling ? 0 : 1), [sid, cid], name, lastTime))
    }

    mutating func nextSerial() -> Int {
        serial = serial == 32767 ? 1 : serial + 1
        return serial
    }

    /// Forgets the waiting requests: the broken packet may have been the answer to any of them.
    mutating func forget() {
        hasBroken = true
        forgotten = Set(waiting.map(\.serial))
        shared = []
        invalid = []
    }

    /// Answers one of the waiting requests, or none.
    mutating func answer(_ sid: Int, _ cid: Int, _ which: Int, _ values: String, code: Int = 200) {
        // Over HTTP the request that fetches the answer precedes it.
        let now = session.now + (isPolling ? 1000 : 0)
        var serial = 20_000 + which
        var reply = ""
        if waiting.isEmpty || which >= 0xE0 {
            // A request may have come before the capture or in a broken packet.
            if !beginsLate, !hasBroken { findings[2] += 1 }
        } else {
            let request = waiting.remove(at: which % waiting.count)
            serial = request.serial
            // An answer to a shared serial may be meant for any of its requests.
            let isAlone = !forgotten.contains(serial) && !shared.contains(serial)
            if request.command != [sid, cid], isAlone { findings[6] += 1 }
            reply = "answers \(request.number) \(request.name) after \(now - request.time)"
        }
        let packet = #"3:::{"sid":\#(sid),"cid":\#(cid),"ser":\#(serial),"code":\#(code),"r":\#(values)}"#
        send(false, packet, "message \(sid) \(cid) \(serial)", reply, "")
    }

    /// Sends a kick for the account or from the room; the connection stays open.
    private mutating func kick(_ content: Int) {
        let reason = [1, 2, nil, 4][content % 4]
        // Without a login the kicked account is unknown; after a silent kick the SDK connects again by itself.
        if reason != 4 { isKicked = isKnown }
        ending = "kicked" + (reason.map { ": reason \($0)" } ?? "")
        let number = reason.map { "\($0)" } ?? "null"
        if isRoom {
            send(false, #"3:::{"sid":13,"cid":3,"ser":0,"code":200,"r":[\#(number),""]}"#, "message 13 3 0", "", "")
        } else {
            let values = #"[7,\#(number),"",16]"#
            send(false, #"3:::{"sid":2,"cid":5,"ser":0,"code":200,"r":\#(values)}"#, "message 2 5 0", "", "")
        }
        kickTime = lastTime
        forgotten.formUnion(waiting.map(\.serial))
        shared = []
        invalid = []
    }

    /// Sends another login of the account.
    mutating func login(byItself: Bool, more: String = "") {
        guard !isRoom else { return }
        if isKicked, byItself { findings[3] += 1 }
        isKicked = false
        isKnown = true
        // The SDK's version comes from the first login.
        version = version ?? "9.9.0"
        let login = #"{"3":16,"6":"9.9.0","8":\#(byItself ? 0 : 1),\#(more)"18":"app","19":"ann","1000":"tok"}"#
        request(2, 3, "login", #"[{"t":"Property","v":\#(login)}]"#, "")
    }

    /// Sends another login to the chat room, which no SDK does automatically; the first argument, its type, may be left
    /// out.
    mutating func loginToRoom(_ content: Int, more: String = "") {
        let login = #"{"1":"app","2":"ann","5":"r2","8":0}"#
        let both =
            #"{"t":"Property","v":\#(login)},{"t":"Property","v":{"6":"9.9.0",\#(more)"19":"ann","1000":"tok"}}"#
        request(13, 2, "login", content & 4 == 0 ? "[\(both)]" : #"[{"t":"byte","v":1},\#(both)]"#, "")
    }

    private mutating func heartbeat(serial: Int) {
        if serial != 0 { findings[0] += 1 }
        send(true, #"3:::{"SID":1,"CID":2,"SER":\#(serial)}"#, "message 1 2 \(serial)", "", "")
        guard serial == 0 else { return }
        // The SDK waits 5 s, then sends another heartbeat.
        while let first = beats.first, beats.count >= 4 || lastTime - first.time > 5_000_000 { beats.removeFirst() }
        beats.append((events.count + (isPolling ? 0 : 1), lastTime))
    }

    /// Answers the oldest waiting heartbeat, or none.
    mutating func answerHeartbeat(code: Int) {
        let now = session.now + (isPolling ? 1000 : 0)
        let beat = beats.isEmpty ? nil : beats.removeFirst()
        let reply = beat.map { "answers \($0.number) heartbeat after \(now - $0.time)" } ?? ""
        send(false, #"3:::{"sid":1,"cid":2,"ser":0,"code":\#(code)}"#, "message 1 2 0", reply, "")
    }

    mutating func send(_ fromClient: Bool, _ packet: String, _ head: String, _ reply: String, _ says: String) {
        add(fromClient, packet, head, reply, says)
        guard isPolling else {
            let bytes = Array(packet.utf8)
            // A planned latency assumes an answer in one packet.
            if reply.isEmpty, bytes.count % 3 == 0 {
                packets += session.messages(fromClient: fromClient, [bytes], first: 0x81)
            } else {
                let first = session.packets.count + 1
                session.message(fromClient: fromClient, bytes, first: 0x81)
                packets.append(Array(first...session.packets.count))
            }
            lastTime = session.now - SampleSession.pause
            // A request within a second of the kick may have crossed it on the way.
            let isRequest = fromClient && packet.hasPrefix(#"3:::{"SID""#)
            if isRequest, let kickTime, lastTime > kickTime + 1_000_000 { findings[4] += 1 }
            return
        }
        // A packet is alone in a body, or follows its length between two marks.
        exchange(fromClient, events.count & 1 == 0 ? Array(packet.utf8) : Self.framed(packet))
    }

    /// Adds the expected text and packet of an event.
    mutating func add(_ fromClient: Bool, _ packet: String, _ head: String, _ reply: String, _ says: String) {
        events.append("\(fromClient ? "client" : "server") \(head) \(reply) \(says)" + (note.isEmpty ? "" : " \(note)"))
        note = ""
        if !fromClient { hearsServer = true }
        texts.append(packet)
    }

    /// Returns a packet after its length in UTF-16 units.
    static func framed(_ packet: String) -> [UInt8] { Array("\u{FFFD}\(packet.utf16.count)\u{FFFD}\(packet)".utf8) }

    /// Sends a body over HTTP.
    mutating func exchange(_ fromClient: Bool, _ body: [UInt8]) {
        let target = "/socket.io/1/xhr-polling/s1?t=\(events.count)"
        func answer(_ body: [UInt8]) -> [UInt8] {
            let length = "Content-Length: \(body.count)\r\n\r\n"
            return Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\(length)".utf8) + body
        }
        if fromClient {
            let head = "POST \(target) HTTP/1.1\r\nHost: im.example\r\nContent-Length: \(body.count)\r\n\r\n"
            session.send(fromClient: true, Array(head.utf8) + body)
            lastTime = session.now - SampleSession.pause
            session.send(fromClient: false, answer([UInt8(ascii: "1")]))
        } else {
            session.send(fromClient: true, Array("GET \(target) HTTP/1.1\r\nHost: im.example\r\n\r\n".utf8))
            session.send(fromClient: false, answer(body))
        }
    }
}
