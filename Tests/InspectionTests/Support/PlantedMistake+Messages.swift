import RongCloud
import WireFormat

@testable import Inspection

// Messages, rooms, openings, and the other transports.
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

    static let rooms: [PlantedMistake] = [
        web("a room message without joining", ["chatroom-not-joined"]) { $0.message(1, topic: "chatMsg") },
        web("a room's pull without joining", ["chatroom-not-joined"]) {
            $0.send(.client, Bytes.query("chrmPull", to: "room", id: 1, Bytes.field(1, 0) + Bytes.field(2, 10)))
            $0.queryAck(1, Bytes.field(2, 9500))
        },
        web("a room message after leaving", ["chatroom-not-joined"]) {
            query(&$0, "joinChrm", 1)
            query(&$0, "exitChrm", 2)
            $0.message(3, topic: "chatMsg", to: "room")
        },
        web("a room message after a refused joining", ["chatroom-not-joined"]) {
            query(&$0, "joinChrm", 1, status: 23410)
            $0.message(2, topic: "chatMsg", to: "room")
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

    private static func refused(_ status: UInt8) -> Step { Step(wait: 1) { $0.connAck(status: status) } }

    private static func ended(_ status: UInt8, wait: Double = 1) -> Step {
        Step(wait: wait) {
            $0.connAck()
            $0.send(.server, [0xE0, 0, status])
        }
    }

    private static let accepted = Step(wait: 1) { $0.connAck() }

    private static func opening(
        _ name: String,
        _ rules: Set<String>,
        _ steps: [Step]
    ) -> PlantedMistake {
        PlantedMistake(name: name, rules: rules.union(["token-in-clear"])) { connections(steps) }
    }

    static let openings: [PlantedMistake] = [refusedTokens, refusedClients, thrownOut, [misplacedToken]].flatMap { $0 }

    private static let refusedTokens: [PlantedMistake] = [UInt8(4), 5, 10, 17].map { status in
        opening(
            "refused with \(status) three times",
            ["connect-retry-loop"],
            [refused(status), refused(status), refused(status)]
        )
    }

    private static let refusedClients: [PlantedMistake] = [UInt8(1), 2, 7, 8, 9, 12, 13, 16].map { status in
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

    /// Sessions that only look like a mistake.
    static let nearMisses: [PlantedMistake] = [
        web("CONNACK after 4 s, v4", [], sdk: "4.2.0", accepts: false) {
            $0.wait(4)
            $0.connAck()
        },
        web("CONNACK after 8 s, v2", [], accepts: false) {
            $0.wait(8)
            $0.connAck()
        },
        web("closed after 3 s without CONNACK", [], accepts: false) { $0.wait(3) },
        web("refused, and closed", [], accepts: false) { $0.connAck(status: 3) },
        web("a client's frame crosses DISCONNECT", []) {
            $0.send(.server, [0xE0, 0, 4])
            $0.wait(0.5)
            $0.send(.client, [0xC0])
        },
        web("a server's frame crosses the client's DISCONNECT", []) {
            $0.send(.client, [0xE0, 0, 4])
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: $0.milliseconds), header: 0x30)
        },
        web("two PINGREQ before the first PINGRESP", []) {
            $0.send(.client, [0xC0])
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
            $0.send(.server, [0xD0])
        },
        web("five PINGREQ in five seconds", []) {
            for _ in 0..<5 {
                $0.send(.client, [0xC0])
                $0.send(.server, [0xD0])
                $0.wait(1)
            }
        },
        web("message ids begin anew after 65535", []) {
            $0.message(65535)
            $0.message(1)
        },
        web("message ids with gaps", []) {
            $0.message(1)
            $0.message(20)
        },
        web("typing with a status topic", []) {
            let typing =
                Bytes.field(1, 0) + Bytes.field(2, "RC:TypSts") + Bytes.field(3, #"{"typingContentType":"RC:TxtMsg"}"#)
            $0.send(.client, Bytes.publish("ppMsgS", to: "bob", id: 1, typing))
        },
        web("twenty typing notices in a second", []) {
            let typing =
                Bytes.field(1, 0) + Bytes.field(2, "RC:TypSts") + Bytes.field(3, #"{"typingContentType":"RC:TxtMsg"}"#)
            for id in UInt16(1)...20 { $0.send(.client, Bytes.publish("ppMsgS", to: "bob", id: id, typing)) }
        },
        web("twenty receipts in a second", []) {
            for id in UInt16(1)...20 {
                send(&$0, "RC:ReadNtf", #"{"lastMessageSendTime":5000,"messageUId":"","type":1}"#, flags: 0, id: id)
            }
        },
        web("five messages in a second", []) { for id in UInt16(1)...5 { $0.message(id) } },
        web("a query without target", [], sdk: "5.5.5") {
            $0.send(.client, Bytes.query("rtcQueryJoined", to: "", id: 1, Bytes.field(1, "ann")))
            $0.queryAck(1)
        },
        web("a pull for oneself", []) { pull(&$0, 1, from: 0, to: 6000) },
        web("QUERYCON that was asked for", []) {
            _ = $0.pull(1, from: 0, to: 6000)
            $0.send(.client, Bytes.queryCon(id: 1))
        },
        web("a cursor of the time of a pushed message", []) {
            pull(&$0, 1, from: 5000, to: 6000)
            let time = $0.milliseconds
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: time), header: 0x30)
            pull(&$0, 2, from: time, to: time)
        },
        web("two pulls at the same time", []) {
            for id in UInt16(1)...2 {
                $0.send(.client, Bytes.query("pullMsg", to: "ann", id: id, Bytes.field(1, 5000) + Bytes.field(2, 0)))
            }
            for id in UInt16(1)...2 { $0.queryAck(id, Bytes.field(2, 6000)) }
        },
        web("an answer that is not finished is followed", []) {
            $0.send(.client, Bytes.query("pullMsg", to: "ann", id: 1, Bytes.field(1, 0) + Bytes.field(2, 0)))
            $0.queryAck(1, Bytes.field(2, 7000) + Bytes.field(3, 0))
            pull(&$0, 2, from: 7000, to: 8000)
            $0.wait(12)
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
        },
        web("a recall takes the place of its message", []) {
            let time = $0.milliseconds
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: time), header: 0x30)
            let recall =
                #"{"operatorId":"bob","recallTime":5000,"originalObjectName":"RC:TxtMsg","admin":false,"delete":false}"#
            pull(&$0, 1, from: time - 1, to: time)
            _ = $0.push(
                "s_msg",
                2,
                CheckTalk.downStream(1, time: time, name: "RC:RcNtf", content: recall),
                header: 0x30
            )
        },
        web("a UID that is half a minute off", []) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.pubAck(1, uid: CheckTalk.uid($0.milliseconds + 30_000, 1))
        },
        web("a recall of an own message", []) { recall(&$0, own(&$0), 2) },
        web("a receipt for a delivered message", []) {
            let time = $0.milliseconds
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: time), header: 0x30)
            let uid = CheckTalk.uid(time, 1)
            send(&$0, "RC:ReadNtf", #"{"lastMessageSendTime":\#(time),"messageUId":"\#(uid)","type":1}"#, flags: 0)
        },
        web("a room that is joined", []) {
            query(&$0, "joinChrm", 1)
            $0.message(2, topic: "chatMsg", to: "room")
        },
        web("a name of 32 characters, in one spelling", []) {
            for id in UInt16(1)...2 { send(&$0, "app:" + String(repeating: "x", count: 28), "{}", id: id) }
        },
        web("a platform's own key", []) {
            send(&$0, "RC:TxtMsg", #"{"content":"hi","user":{"id":"ann","name":"Ann"},"extra":"x"}"#)
        },
        web("status 101 for blackStat", []) {
            $0.send(.client, Bytes.query("blackStat", to: "bob", id: 1, Bytes.field(1, "bob")))
            $0.queryAck(1, status: 101)
        },
        web("an answer after 25 s", []) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.wait(25)
            $0.pubAck(1)
        },
        web("closed 20 s after a message without answer", []) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.wait(20)
        },
        opening("back after a redirect", [], [ended(0), ended(6), accepted]),
        opening("back a minute after being kicked", [], [ended(1, wait: 60), accepted]),
        opening("the server was unavailable three times", [], [refused(3), refused(3), refused(3), accepted]),
        web("a message to a topic that has two kinds, v3", [], sdk: "3.0.6") {
            $0.send(.client, Bytes.publish("rtcSetData", to: "room", id: 1, [], header: 0x30))
            $0.pubAck(1)
        },
    ]
}
