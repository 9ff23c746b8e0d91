/// A session of RongCloud over long polling that either end leaves, and to which the client returns: after that its
/// frames are regular again.
///
/// The two highest bits of a plan's first byte choose the SDK's generation. A step is two bytes: the frame, and the
/// time before it.
package struct RejoinsPlan: SessionRuledPlan {
    package static let rules = ["frame-after-disconnect"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// The DISCONNECT: its event, its time in milliseconds, its sender; only one later mistake is reported.
    private var end: (event: Int, time: Int, fromClient: Bool)?
    private var isSaid = false
    private var lastId = 0

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        session = RuledSession(version: RuledSession.versions[reader.byte() >> 6], isPolling: true)
        for step in reader.steps(of: 2, atMost: 40) {
            var step = step
            let choice = step.byte() % 7
            session.wait([0, 0, 997, 998, 999, 1000, 5000][step.byte() % 7])
            kinds.append(choice)
            take(choice)
        }
        session.close()
    }

    private mutating func take(_ choice: Int) {
        lastId += 1
        switch choice {
        case 0, 1:
            judge("PUBLISH", fromClient: true)
            session.publish("ppMsgP", to: "lin", lastId, [])
        case 2:
            judge("PUBLISH", fromClient: false)
            session.push("s_msg", [], lastId, header: 0x30)
        case 3:
            judge("QUERYACK", fromClient: false)
            session.answer(lastId)
        case 4, 5:
            let fromClient = choice == 4
            judge("DISCONNECT", fromClient: fromClient)
            if end == nil { end = (session.next, session.milliseconds, fromClient) }
            session.send(fromClient, [0xE0, 0x80, 0])
        default:
            session.reconnect()
            end = nil
            isSaid = false
        }
    }

    /// The sender of a DISCONNECT must not send anything more; the other end learns of it within a second.
    private mutating func judge(_ name: String, fromClient: Bool) {
        session.prepare(fromClient: fromClient)
        guard let end, !isSaid else { return }
        guard fromClient == end.fromClient || session.milliseconds - end.time > 1000 else { return }
        isSaid = true
        let text = "\(name) from the \(fromClient ? "client" : "server") after DISCONNECT"
        session.say("error", "frame-after-disconnect", [session.next, end.event], text)
    }
}
