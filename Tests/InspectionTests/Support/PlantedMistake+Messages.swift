import RongCloud
import WireFormat

@testable import Inspection

// Messages, rooms, openings.
extension PlantedMistake {
    /// A message of a name, with a content and flags, and its PUBACK.
    static func send(_ talk: inout CheckTalk, _ name: String, _ content: String, flags: Int64 = 3, id: UInt16 = 1) {
        talk.message(id, Bytes.field(1, flags) + Bytes.field(2, name) + Bytes.field(3, content))
    }

    static let messages: [PlantedMistake] = [
        web("a name in another letter case", ["object-name-case"]) { send(&$0, "RC:txtMsg", "{}") },
        web("an own name in two spellings", ["object-name-case"]) {
            send(&$0, "app:Order", "{}")
            send(&$0, "app:order", "{}", id: 2)
        },
        web("an unknown name of RongCloud's", ["object-name-reserved"]) { send(&$0, "RC:NoSuchThing", "{}") },
        web("no name", ["object-name-length"]) { send(&$0, "", "{}") },
        web("a name of 33 characters", ["object-name-length"]) {
            send(&$0, "app:" + String(repeating: "x", count: 29), "{}")
        },
        web("a text that is no JSON", ["content-format"]) { send(&$0, "RC:TxtMsg", "hi") },
        web("a text that is a list", ["content-format"]) { send(&$0, "RC:TxtMsg", "[1]") },
        web("a text encoded twice", ["content-double-encoded"]) {
            send(&$0, "RC:TxtMsg", #""{\"content\":\"hi\"}""#)
        },
        web("a text without content", ["content-key"]) { send(&$0, "RC:TxtMsg", #"{"extra":""}"#) },
        web("a key in another letter case", ["content-key"]) { send(&$0, "RC:TxtMsg", #"{"Content":"hi"}"#) },
        web("a key that is there twice", ["content-key"]) {
            send(&$0, "RC:TxtMsg", #"{"content":"hi","content":"ho"}"#)
        },
        web("a number for a text", ["content-type"]) { send(&$0, "RC:TxtMsg", #"{"content":5}"#) },
        web("a latitude of 95 degrees", ["content-limit"]) {
            send(&$0, "RC:LBSMsg", #"{"content":"","latitude":95,"longitude":10,"poi":"x"}"#)
        },
        web("a voice message of 90 s", ["content-limit"]) {
            send(&$0, "RC:HQVCMsg", #"{"remoteUrl":"https://a.example/b.aac","duration":90}"#)
        },
        web("a text that is not counted", ["message-flags"]) {
            send(&$0, "RC:TxtMsg", #"{"content":"hi"}"#, flags: 1)
        },
        web("a delivered content with a wrong key", ["content-key"]) {
            $0.push(
                "s_msg",
                1,
                CheckTalk.downStream(1, time: $0.milliseconds, content: #"{"Content":"hi"}"#),
                header: 0x30
            )
        },
        web("a content of more than 128 KiB", ["content-too-large"]) {
            send(&$0, "app:big", #"{"content":""# + String(repeating: "x", count: 128 << 10) + #""}"#)
        },
        web("a payload that is no protobuf", ["payload-type"]) { $0.message(1, [0x0A, 0x7F]) },
        web("a payload without its required fields", ["payload-type"]) { $0.message(1, Bytes.field(1, 3)) },
        web("a frame that is cut off", ["frame-format"]) { $0.send(.client, [0x32, 0, 9, 0x70]) },
        web("a PINGRESP as text for v4", ["text-frame"], sdk: "4.2.0") {
            $0.send(.client, [0xC0])
            $0.raw(.server, Bytes.webSocket(Array("208".utf8), opcode: 1))
        },
        web("a frame with bytes left over", ["frame-format"]) { $0.send(.client, [0xC0, 1, 2]) },
        web("eleven messages in a second", ["message-rate"]) { for id in UInt16(1)...11 { $0.message(id) } },
        web("a refusal for too many messages", ["message-rate"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.pubAck(1, status: 20604)
        },
        web("a recall of what never was", ["recall-unknown"]) { recall(&$0, CheckTalk.uid(1_700_000_000_000, 5), 1) },
        web("a recall twice", ["recall-repeated"]) {
            let uid = own(&$0)
            recall(&$0, uid, 2)
            recall(&$0, uid, 3)
        },
        web("a receipt for what never was", ["receipt-unknown"]) {
            let uid = CheckTalk.uid(1_700_000_000_000, 5)
            send(&$0, "RC:ReadNtf", #"{"lastMessageSendTime":5000,"messageUId":"\#(uid)","type":1}"#, flags: 0)
        },
        web("a receipt from the future", ["receipt-future"]) {
            let time = $0.milliseconds + 3_600_000
            send(&$0, "RC:ReadNtf", #"{"lastMessageSendTime":\#(time),"messageUId":"","type":1}"#, flags: 0)
        },
    ]

    /// An own message; its UID.
    static func own(_ talk: inout CheckTalk) -> String {
        talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
        let uid = CheckTalk.uid(talk.milliseconds / 1000 * 1000 + 7, 1)
        talk.pubAck(1, uid: uid)
        return uid
    }

    static func recall(_ talk: inout CheckTalk, _ uid: String, _ id: UInt16) {
        let content = #"{"messageUId":"\#(uid)","conversationType":1,"targetId":"bob","sentTime":5000}"#
        talk.message(id, Bytes.field(1, 0) + Bytes.field(2, "RC:RcCmd") + Bytes.field(3, content), topic: "recallMsg")
    }

    // MARK: Rooms

    static func query(_ talk: inout CheckTalk, _ topic: String, _ id: UInt16, status: UInt16 = 0) {
        talk.send(.client, Bytes.query(topic, to: "room", id: id, Bytes.field(1, 1)))
        talk.queryAck(id, status: status)
    }

    /// A message to a room that the server refuses.
    private static func refusedMessage(_ talk: inout CheckTalk, _ id: UInt16) {
        talk.send(.client, Bytes.publish("chatMsg", to: "room", id: id, text))
        talk.pubAck(id, status: 23406, uid: "")
    }

    static let rooms: [PlantedMistake] = [
        web("a room message without joining", ["chatroom-not-joined"]) { refusedMessage(&$0, 1) },
        web("a room's pull without joining", ["chatroom-not-joined"]) {
            $0.send(.client, Bytes.query("chrmPull", to: "room", id: 1, Bytes.field(1, 0) + Bytes.field(2, 10)))
            $0.queryAck(1, status: 23406)
        },
        web("a room message after leaving", ["chatroom-not-joined"]) {
            query(&$0, "joinChrm", 1)
            query(&$0, "exitChrm", 2)
            refusedMessage(&$0, 3)
        },
        web("a room message after a refused joining", ["chatroom-not-joined"]) {
            query(&$0, "joinChrm", 1, status: 23410)
            refusedMessage(&$0, 2)
        },
    ]

    // MARK: Openings, over several connections

    /// What happens on a connection, and seconds until the next.
    struct Step: Sendable {
        var wait: Double
        var body: @Sendable (inout CheckTalk) -> Void
    }

    /// Connections one after the other with one token.
    static func connections(_ steps: [Step], token: String = "tok-1") -> [TestSegment] {
        var segments: [TestSegment] = []
        var last: CheckTalk?
        for (index, step) in steps.enumerated() {
            var talk = CheckTalk(port: 50001 + UInt16(index), token: token, after: last)
            step.body(&talk)
            talk.close()
            talk.wait(step.wait)
            segments += talk.segments
            last = talk
        }
        return segments
    }

    static func refused(_ status: UInt8) -> Step { Step(wait: 1) { $0.connAck(status: status) } }

    static func ended(_ status: UInt8, wait: Double = 1) -> Step {
        Step(wait: wait) {
            $0.connAck()
            $0.send(.server, [0xE0, 0, status])
        }
    }

    static let accepted = Step(wait: 1) { $0.connAck() }

    static func opening(
        _ name: String,
        _ rules: Set<String>,
        near: Set<String> = [],
        _ steps: [Step]
    ) -> PlantedMistake {
        PlantedMistake(name: name, rules: rules.union(["token-in-clear"]), near: near) { connections(steps) }
    }

    static let openings: [PlantedMistake] = [refusedTokens, refusedClients, thrownOut, [misplacedToken]].flatMap { $0 }

    private static let refusedTokens: [PlantedMistake] = [UInt8(4), 5, 10, 17].map { status in
        opening(
            "refused with \(status) three times",
            ["connect-retry-loop"],
            [refused(status), refused(status), refused(status)]
        )
    }

    private static let refusedClients: [PlantedMistake] = [UInt8(1), 2, 7, 8, 9, 11, 12, 13, 16, 19].map { status in
        opening(
            "refused with \(status) three times",
            ["connect-retry-refused"],
            [refused(status), refused(status), refused(status)]
        )
    }

    private static let thrownOut: [PlantedMistake] = [UInt8(1), 2, 5].map { status in
        opening("back a second after DISCONNECT \(status)", ["reconnect-after-kick"], [ended(status), accepted])
    }

    private static let misplacedToken = PlantedMistake(
        name: "a token in the request of a poll",
        rules: ["token-in-clear", "token-misplaced"]
    ) {
        var talk = Talk(port: 50001, sdkVersion: nil)
        let connect = "GET /websocket?appId=a&token=tok-1&sdkVer=2.5.10&pid=1 HTTP/1.1\r\nHost: im\r\n\r\n"
        talk.send(.client, Array(connect.utf8))
        let time = talk.time / 1_000_000
        PollingSession.answer(
            &talk,
            #"{"headerCode":32,"status":0,"userId":"ann","sessionid":"s1","timestamp":\#(time)}"#
        )
        let poll = "GET /pullmsg.js?sessionid=s1&timestrap=1&token=tok-1 HTTP/1.1\r\nHost: im\r\n\r\n"
        talk.send(.client, Array(poll.utf8))
        PollingSession.answer(&talk, "[]")
        return talk.segments
    }
}
