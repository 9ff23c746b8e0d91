/// A session of RongCloud whose client recalls messages and sends receipts: for messages of the session and others,
/// once and repeatedly, and for past and future times.
///
/// A step is three bytes: the frame, the time before it, and the message.
package struct ReferencesPlan: SessionRuledPlan {
    package static let rules = ["recall-unknown", "recall-repeated", "receipt-unknown", "receipt-future"]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// The UIDs of messages that were delivered or acknowledged.
    private var seen: Set<String> = []
    /// The recalled messages: the event, the time in milliseconds, and whether the server has confirmed the recall.
    private var recalled: [String: (event: Int, time: Int, isDone: Bool)] = [:]
    /// The SDK's timeout before a repetition, in milliseconds.
    private let patience: Int
    /// The recalls without an answer.
    private var waiting: [(id: Int, uid: String)] = []
    /// The latest known time of the server, and the capture's time then, in milliseconds.
    private var clock: (server: Int, capture: Int)?
    private var lastId = 0

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let version = RuledSession.versions[reader.byte() >> 6]
        session = RuledSession(version: version)
        patience = version == "1.0.0" ? 6000 : 30_000
        for step in reader.steps(of: 3, atMost: 40) {
            var step = step
            let choice = step.byte()
            session.wait([0, 0, 1, 1000, 29_998, 250, 5999, 30_000][step.byte() & 7])
            let number = step.byte()
            let uid = PlannedUID.text(time: 1_795_000_000_000, number: number & 7)
            kinds.append(choice & 7)
            take(choice & 7, choice >> 3, uid)
        }
        session.close()
    }

    private mutating func take(_ choice: Int, _ which: Int, _ uid: String) {
        lastId += 1
        switch choice {
        case 0:
            session.push("s_msg", RuledSession.delivery(time: session.milliseconds, uid: uid))
            seen.insert(uid)
        case 1:
            session.publish("ppMsgP", to: "lin", lastId, RuledSession.message())
            acknowledge(lastId, status: 0, uid: uid)
            seen.insert(uid)
        case 2, 3: recall(uid, isNamed: which != 31)
        case 4:
            guard !waiting.isEmpty else { return }
            let recall = waiting.remove(at: which % waiting.count)
            // A refused recall does not count.
            let isRefused = which & 1 == 1
            if isRefused { recalled[recall.uid] = nil } else { recalled[recall.uid]?.isDone = true }
            acknowledge(recall.id, status: isRefused ? 30_003 : 0, uid: nil)
        case 5: readUp(to: [0, 60_000, 60_001, 59_999, 61_000, -100_000, 100_000, 60_002][which & 7], uid)
        case 6:
            receive("RC:RRReqMsg", #"{"messageUId":"\#(uid)"}"#, uid)
        default:
            session.query("qnTkn", to: "me", lastId)
            // This answer has no milliseconds.
            clock = (session.milliseconds / 1000 * 1000, session.milliseconds)
            session.answer(lastId)
        }
    }

    private mutating func acknowledge(_ id: Int, status: Int, uid: String?) {
        clock = (session.milliseconds, session.milliseconds)
        session.acknowledge(id, status: status, uid: uid)
    }

    private mutating func recall(_ uid: String, isNamed: Bool) {
        let event = session.next
        // A recall without an answer in time may be repeated.
        if isNamed, let (first, time, isDone) = recalled[uid], isDone || session.milliseconds - time <= patience {
            let text = "message \"\(uid)\" was recalled already"
            session.say("warning", "recall-repeated", [event, first], text)
        } else if isNamed {
            recalled[uid] = (event, session.milliseconds, false)
            waiting.append((lastId, uid))
            if !seen.contains(uid) {
                let text = "message \"\(uid)\" was neither sent nor delivered in this session"
                session.say("note", "recall-unknown", [event], text)
            }
        }
        let content = #"{"messageUId":"\#(isNamed ? uid : "")","conversationType":1}"#
        session.publish("recallMsg", to: "me", lastId, RuledSession.message("RC:RcCmd", content, flags: 0))
    }

    /// Sends a receipt for all messages up to a time, which also names a message.
    private mutating func readUp(to ahead: Int, _ uid: String) {
        let time = session.milliseconds + ahead
        let content = #"{"lastMessageSendTime":\#(time),"messageUId":"\#(uid)","type":1}"#
        if let clock {
            let now = clock.server + session.milliseconds - clock.capture
            if time - now > 60_000 {
                let text = "lastMessageSendTime \(time) is \((time - now) / 1000) s ahead of the server's clock"
                session.say("warning", "receipt-future", [session.next], text)
            }
        }
        receive("RC:ReadNtf", content, uid)
    }

    private mutating func receive(_ name: String, _ content: String, _ uid: String) {
        if !seen.contains(uid) {
            let text = "message \"\(uid)\" was neither sent nor delivered in this session"
            session.say("note", "receipt-unknown", [session.next], text)
        }
        session.publish("ppMsgP", to: "lin", lastId, RuledSession.message(name, content, flags: 0))
    }
}
