import RongCloud
import WireFormat

/// A session of a minute in which nothing is wrong, or exactly one thing.
struct CheckSimulation {
    /// What is wrong: the id of the rule that it breaks.
    enum Fault: String, CaseIterable {
        case publishUnacknowledged = "publish-unacknowledged"
        case pushUnacknowledged = "push-unacknowledged"
        case ackWithoutPublish = "ack-without-publish"
        case queryUnanswered = "query-unanswered"
        case queryUnconfirmed = "query-unconfirmed"
        case answerWithoutRequest = "answer-without-request"
        case messageIdReused = "message-id-reused"
        case heartbeatMissing = "heartbeat-missing"
        case heartbeatLate = "heartbeat-late"
        case heartbeatUnanswered = "heartbeat-unanswered"
        case notifyWithoutPull = "notify-without-pull"
        case cursorBackwards = "cursor-backwards"
        case duplicateUID = "duplicate-message-uid"
        case frameAfterDisconnect = "frame-after-disconnect"
        case messageRate = "message-rate"
        case contentTooLarge = "content-too-large"
        case nameCase = "object-name-case"
        case nameReserved = "object-name-reserved"
        case payloadType = "payload-type"
        case contentFormat = "content-format"
        case frameFormat = "frame-format"
        case clockSkew = "clock-skew"
        case statusUnknown = "status-unknown"
        case tokenInClear = "token-in-clear"
    }

    private(set) var talk: CheckTalk
    /// The events that show the fault, the decisive one first.
    private(set) var evidence: [Int] = []
    private let fault: Fault?

    init(_ fault: Fault? = nil, port: UInt16 = 50001) {
        self.fault = fault
        talk = CheckTalk(port: port, token: fault == .tokenInClear ? "tok-SECRET-99" : nil)
        if fault == .tokenInClear { evidence = [talk.number] }
        let connAck = talk.connAck(ahead: fault == .clockSkew ? 3_600_000 : 0)
        if fault == .clockSkew { evidence = [connAck] }
        let firstBeat = beat(isAnswered: fault != .heartbeatUnanswered)
        if fault == .heartbeatUnanswered { evidence = [firstBeat] }
        pulls()
        messages()
        receiving()
        talk.wait(fault == .heartbeatLate ? 50 : 30)
        if fault == .heartbeatMissing {
            talk.wait(32)
            evidence = [beat(), firstBeat]
        } else {
            let second = beat()
            if fault == .heartbeatLate { evidence = [second, firstBeat] }
        }
        talk.wait(30)
        beat()
        let end = talk.send(.server, [0xE0, 0, 1])
        if fault == .frameAfterDisconnect {
            let data = CheckTalk.downStream(9, time: talk.milliseconds)
            evidence = [talk.push("s_msg", 9, data, header: 0x30), end]
        }
        talk.close()
    }

    private static let typing =
        Bytes.field(1, 0) + Bytes.field(2, "RC:TypSts") + Bytes.field(3, #"{"typingContentType":"RC:TxtMsg"}"#)

    @discardableResult
    private mutating func beat(isAnswered: Bool = true) -> Int {
        let event = talk.send(.client, [0xC0])
        if isAnswered { talk.send(.server, [0xD0]) }
        return event
    }

    /// The first pull, and a notice that leads to another.
    private mutating func pulls() {
        let first = talk.pull(1, from: 5000, to: 6000)
        if fault == .queryUnconfirmed { evidence = [first.answer] } else { talk.send(.client, Bytes.queryCon(id: 1)) }
        let notice = talk.push("s_ntf", 1, Bytes.field(1, 1) + Bytes.field(2, 7000))
        talk.send(.client, Bytes.clientPubAck(id: 1))
        if fault == .notifyWithoutPull {
            evidence = [notice]
        } else {
            let second = talk.pull(2, from: fault == .cursorBackwards ? 4000 : 6000, to: 7000)
            talk.send(.client, fault == .frameFormat ? [0x70, 0, 2, 0xFF] : Bytes.queryCon(id: 2))
            if fault == .cursorBackwards { evidence = [second.query, first.query] }
            if fault == .frameFormat { evidence = [talk.number] }
        }
        if fault == .queryUnanswered {
            evidence = [talk.send(.client, Bytes.query("joinChrm", to: "room", id: 30, Bytes.field(1, 1)))]
        }
        if fault == .answerWithoutRequest { evidence = [talk.queryAck(31)] }
    }

    /// What the client sends.
    private mutating func messages() {
        let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        if fault == .publishUnacknowledged {
            evidence = [talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 43, text))]
        } else {
            talk.message(43)
        }
        // Nobody waits for the answer to a status message.
        talk.send(.client, Bytes.publish("ppMsgS", to: "bob", id: 44, Self.typing))
        talk.wait(1)
        switch fault {
        case .ackWithoutPublish: evidence = [talk.pubAck(77)]
        case .messageIdReused:
            let first = talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 45, text))
            evidence = [talk.message(45), first]
        case .payloadType: evidence = [talk.message(45, [0x0A, 0x7F])]
        case .contentFormat: evidence = [talk.message(45, Bytes.upStream("RC:TxtMsg", "hi"))]
        case .nameCase: evidence = [talk.message(45, Bytes.upStream("RC:txtMsg", "{}"))]
        case .nameReserved: evidence = [talk.message(45, Bytes.upStream("RC:NoSuchThing", "{}"))]
        case .contentTooLarge:
            let content = #"{"content":""# + String(repeating: "x", count: 128 << 10) + #""}"#
            evidence = [talk.message(45, Bytes.upStream("RC:TxtMsg", content))]
        case .statusUnknown:
            talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 45, text))
            evidence = [talk.pubAck(45, status: 19999)]
        case .messageRate:
            let sent = (45...50).map { talk.message($0) }
            evidence = [sent[5]] + sent[..<5]
        default: talk.message(45)
        }
        // Five in a second are allowed.
        talk.wait(1)
        if fault != .messageRate { for id in UInt16(46)...50 { talk.message(id) } }
        talk.wait(1)
        // A type of the application's own.
        talk.message(51, Bytes.upStream("app:order", "free text"))
    }

    /// What the server delivers: a message, and a copy of one that this account sent elsewhere.
    private mutating func receiving() {
        let data = CheckTalk.downStream(1, time: talk.milliseconds)
        let first = talk.push("s_msg", 2, data)
        if fault == .pushUnacknowledged { evidence = [first] } else { talk.send(.client, Bytes.clientPubAck(id: 2)) }
        if fault == .duplicateUID {
            evidence = [talk.push("s_msg", 3, data), first]
            talk.send(.client, Bytes.clientPubAck(id: 3))
        }
        talk.push("ppMsgP", 8, Bytes.upStream("RC:TxtMsg", #"{"content":"elsewhere"}"#), header: 0x3A)
        talk.pubAck(8)
    }
}
