/// A session of RongCloud whose CONNACK is in time, late, repeated, missing or a refusal; with frames before it and
/// after a DISCONNECT; with unknown statuses; and with a server whose clock differs.
///
/// The two highest bits of a plan's first byte choose the SDK's generation. A step is two bytes: the frame, and the
/// time before it.
package struct OpeningsPlan: SessionRuledPlan {
    package static let rules = [
        "connack-missing", "connack-late", "connack-repeated", "frame-before-connack", "connect-over-websocket",
        "frame-after-disconnect", "status-unknown", "clock-skew",
    ]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// The time of the upgrade request, and the CONNACK; in milliseconds.
    private let start: Int
    private var connack: (event: Int, time: Int, status: Int)?
    /// The first frame before CONNACK.
    private var early: (event: Int, fromClient: Bool, text: String)?
    private var end: (event: Int, time: Int, fromClient: Bool)?
    /// Whether a finding about the opening was reported, which happens once; after a DISCONNECT no CONNACK is expected.
    private var isOpeningSaid = false
    /// Whether a finding about an early client's frame was reported, which does not excuse a missing CONNACK.
    private var isEarlySaid = false
    private var isEndSaid = false
    private var isClockSaid = false
    private var statuses: Set<[Int]> = []
    /// The SDKs' timeout for CONNACK, in seconds.
    private let patience: Int

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        patience = options >> 6 < 2 ? 5 : 10
        session = RuledSession(version: RuledSession.versions[options >> 6], hasAnswer: false)
        start = session.milliseconds - OpeningsPlan.switchTime
        for step in reader.steps(of: 2, atMost: 20) {
            var step = step
            let choice = step.byte()
            let waits = [0, 0, 997, 998, 999, 1000, patience * 1000 - 2, patience * 1000 - 1, patience * 1000, 500]
            session.wait(waits[step.byte() % 10])
            kinds.append(choice & 15)
            take(choice & 15, choice >> 4)
        }
        session.wait([0, 2000, 11_000][plan.count % 3])
        finish()
        session.close()
    }

    /// The time in milliseconds from the upgrade's event to the next packet: the server's response is the packet
    /// before.
    private static let switchTime = 1

    private mutating func take(_ choice: Int, _ which: Int) {
        switch choice {
        case 0, 1, 2: accept(status: [0, 0, 0, 0, 0, 3, 4, 200][which & 7])
        case 3:
            send(
                "DISCONNECT",
                fromClient: which & 1 == 0,
                status: which & 1 == 0 ? nil : [1, 99, 200, 4][which >> 1 & 3]
            )
        case 4: send("CONNECT", fromClient: true)
        case 5, 6: send("PUBACK", fromClient: false, status: [0, 61_234, 61_235, 20_604][which & 3])
        case 7: send("QUERYACK", fromClient: false, status: [0, 61_234, 23_406, 61_236][which & 3])
        case 8:
            send(
                "PUBACK",
                fromClient: false,
                status: 0,
                ahead: [60_000, 60_001, -60_000, -60_001, 3_600_000][which % 5]
            )
        case 9, 10: send("PINGREQ", fromClient: true)
        case 11: send("QUERY", fromClient: true)
        default: send("PUBLISH", fromClient: which & 1 == 0)
        }
    }

    // MARK: Frames

    private mutating func accept(status: Int) {
        let (event, time) = (session.next, session.milliseconds)
        if let connack {
            let text = "a second CONNACK on the same connection"
            session.say("error", "connack-repeated", [event, connack.event], text)
        } else {
            connack = (event, time, status)
            sayEarly()
            if !isOpeningSaid, time - start > patience * 1000 {
                let waited = PlannedText.seconds(UInt64(time - start) * 1000)
                let text = "CONNACK comes after \(waited) s; SDKs wait \(patience) s"
                session.say("warning", "connack-late", [event, 1], text)
            }
        }
        judgeStatus("CONNACK", 0, status)
        judgeEnd("CONNACK", fromClient: false)
        session.send(false, [0x20, 0x80, UInt8(status)] + (status == 0 ? SessionPlan.text("me") : []))
    }

    private mutating func send(_ name: String, fromClient: Bool, status: Int? = nil, ahead: Int = 0) {
        if name == "CONNECT" {
            let text = "CONNECT over WebSocket, where the URL logs in"
            session.say("error", "connect-over-websocket", [session.next], text)
        } else if name == "DISCONNECT" {
            if !fromClient || !isOverdue { isOpeningSaid = true }
        } else {
            judgeOpening("\(name) from the \(fromClient ? "client" : "server")", fromClient)
        }
        if let status { judgeStatus(name, name == "DISCONNECT" ? 1 : 2, status) }
        judgeEnd(name, fromClient: fromClient)
        switch name {
        case "DISCONNECT":
            if end == nil { end = (session.next, session.milliseconds, fromClient) }
            session.send(fromClient, [0xE0, 0x80, UInt8(status ?? 0)])
        case "CONNECT":
            let head = SessionPlan.text("RCloud") + [3, 0xC2, 0, 60] + SessionPlan.text("device")
            session.send(true, [0x10] + head + SessionPlan.text("app1") + SessionPlan.text("token-1"))
        case "PUBACK":
            judgeClock(ahead)
            session.acknowledge(5, status: status ?? 0, ahead: ahead)
        case "QUERYACK": session.answer(5, status: status ?? 0)
        case "PINGREQ": session.send(true, [0xC0])
        case "QUERY": session.query("qnTkn", to: "me", session.next)
        case _ where fromClient: session.publish("ppMsgP", to: "lin", session.next, RuledSession.message())
        default: session.push("s_msg", RuledSession.delivery(time: session.milliseconds))
        }
    }

    // MARK: Expected findings

    /// Only an accepted session has frames; frames within a second after a refusal may have crossed it.
    private mutating func judgeOpening(_ words: String, _ fromClient: Bool) {
        guard !isOpeningSaid, !isEarlySaid else { return }
        if let connack {
            guard connack.status != 0, session.milliseconds - connack.time > 1000 else { return }
            isOpeningSaid = true
            let text = "\(words) though CONNACK has status \(connack.status)"
            session.say("error", "frame-before-connack", [session.next, connack.event], text)
        } else if early == nil, !isOverdue {
            early = (session.next, fromClient, "\(words) before CONNACK")
        }
    }

    /// Whether the SDK's timeout has passed: later frames are a consequence of the missing CONNACK.
    private var isOverdue: Bool { connack == nil && session.milliseconds - start > patience * 1000 }

    private mutating func sayEarly() {
        guard let early else { return }
        self.early = nil
        if early.fromClient { isEarlySaid = true } else { isOpeningSaid = true }
        session.say("error", "frame-before-connack", [early.event], early.text)
    }

    /// The sender of a DISCONNECT must not send anything more; frames of the other end within a second may have crossed
    /// it.
    private mutating func judgeEnd(_ name: String, fromClient: Bool) {
        guard let end, !isEndSaid else { return }
        guard fromClient == end.fromClient || session.milliseconds - end.time > 1000 else { return }
        isEndSaid = true
        let text = "\(name) from the \(fromClient ? "client" : "server") after DISCONNECT"
        session.say("error", "frame-after-disconnect", [session.next, end.event], text)
    }

    /// Adds the finding about a status without a known meaning, once for each table.
    ///
    /// - Parameter table: the table of CONNACK, DISCONNECT or answers.
    private mutating func judgeStatus(_ name: String, _ table: Int, _ status: Int) {
        guard [99, 200, 61_234, 61_235, 61_236].contains(status), statuses.insert([table, status]).inserted else {
            return
        }
        session.say("note", "status-unknown", [session.next], "status \(status) of \(name) has no known meaning")
    }

    private mutating func judgeClock(_ ahead: Int) {
        guard abs(ahead) > 60_000, !isClockSaid else { return }
        isClockSaid = true
        let words = ahead > 0 ? "ahead of" : "behind"
        let text = "the server's clock is \(abs(ahead) / 1000) s \(words) that of the capture"
        session.say("note", "clock-skew", [session.next], text)
    }

    private mutating func finish() {
        sayEarly()
        guard connack == nil, !isOpeningSaid, session.milliseconds - start > patience * 1000 else { return }
        session.say("error", "connack-missing", [1], "no CONNACK within \(patience) s")
    }
}
