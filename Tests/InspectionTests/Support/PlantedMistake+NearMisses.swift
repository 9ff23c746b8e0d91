import RongCloud
import WireFormat

@testable import Inspection

// Sessions that only look like a mistake: what each of them nearly is.
extension PlantedMistake {
    /// A WebSocket session that nearly breaks some rules.
    static func miss(
        _ name: String,
        of near: Set<String>,
        breaking rules: Set<String> = [],
        sdk version: String = "2.5.10",
        accepts: Bool = true,
        _ body: @escaping @Sendable (inout CheckTalk) -> Void
    ) -> PlantedMistake {
        var session = web(name, rules, sdk: version, accepts: accepts, body)
        session.near = near
        return session
    }

    /// A heartbeat and its answer.
    private static func beat(_ talk: inout CheckTalk) {
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
    }

    /// Sessions that only look like a mistake.
    static let nearMisses = keptMisses + answeredMisses

    /// Sessions that only just keep a rule.
    private static let keptMisses: [PlantedMistake] = [
        miss("CONNACK after 4 s, v4", of: ["connack-late"], sdk: "4.2.0", accepts: false) {
            $0.wait(4)
            $0.connAck()
        },
        miss("CONNACK after 8 s, v2", of: ["connack-late"], accepts: false) {
            $0.wait(8)
            $0.connAck()
        },
        miss("closed after 3 s without CONNACK", of: ["connack-missing"], accepts: false) { $0.wait(3) },
        miss("refused, and closed", of: ["connack-missing", "frame-before-connack"], accepts: false) {
            $0.connAck(status: 3)
        },
        miss("a client's frame crosses DISCONNECT", of: ["frame-after-disconnect"]) {
            $0.send(.server, [0xE0, 0, 4])
            $0.wait(0.5)
            $0.send(.client, [0xC0])
        },
        miss("a server's frame crosses the client's DISCONNECT", of: ["frame-after-disconnect"]) {
            $0.send(.client, [0xE0, 0, 4])
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: $0.milliseconds), header: 0x30)
        },
        miss("two PINGREQ before the first PINGRESP", of: ["heartbeat-unanswered"]) {
            $0.send(.client, [0xC0])
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
            $0.send(.server, [0xD0])
        },
        miss("five PINGREQ in five seconds", of: ["heartbeat-flood"]) {
            for _ in 0..<5 {
                $0.send(.client, [0xC0])
                $0.send(.server, [0xD0])
                $0.wait(1)
            }
        },
        miss("message ids begin anew after 65535", of: ["message-id-zero", "message-id-order"]) {
            $0.message(65535)
            $0.message(1)
        },
        miss("message ids with gaps", of: ["message-id-order"]) {
            $0.message(1)
            $0.message(20)
        },
        miss("typing with a status topic", of: ["status-topic-content", "publish-unacknowledged"]) {
            let typing =
                Bytes.field(1, 0) + Bytes.field(2, "RC:TypSts") + Bytes.field(3, #"{"typingContentType":"RC:TxtMsg"}"#)
            $0.send(.client, Bytes.publish("ppMsgS", to: "bob", id: 1, typing))
        },
        miss("twenty typing notices in a second", of: ["message-rate"]) {
            let typing =
                Bytes.field(1, 0) + Bytes.field(2, "RC:TypSts") + Bytes.field(3, #"{"typingContentType":"RC:TxtMsg"}"#)
            for id in UInt16(1)...20 { $0.send(.client, Bytes.publish("ppMsgS", to: "bob", id: id, typing)) }
        },
        miss("twenty receipts in a second", of: ["message-rate"]) {
            for id in UInt16(1)...20 {
                send(&$0, "RC:ReadNtf", #"{"lastMessageSendTime":5000,"messageUId":"","type":1}"#, flags: 0, id: id)
            }
        },
        miss("five messages in a second", of: ["message-rate"]) { for id in UInt16(1)...5 { $0.message(id) } },
        miss("a query without target", of: ["target-empty"], sdk: "5.5.5") {
            $0.send(.client, Bytes.query("rtcQueryJoined", to: "", id: 1, Bytes.field(1, "ann")))
            $0.queryAck(1)
        },
        miss("a pull for oneself", of: ["target-wrong"]) { pull(&$0, 1, from: 0, to: 6000) },
        miss("QUERYCON that was asked for", of: ["ack-unasked", "answer-without-request"]) {
            _ = $0.pull(1, from: 0, to: 6000)
            $0.send(.client, Bytes.queryCon(id: 1))
        },
        miss("a cursor of the time of a pushed message", of: ["cursor-ahead"], sdk: "4.2.0") {
            pull(&$0, 1, from: 5000, to: 6000)
            let time = $0.milliseconds
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: time), header: 0x30)
            pull(&$0, 2, from: time, to: time)
        },
        miss("two pulls at the same time", of: ["cursor-stale"], sdk: "4.2.0") {
            for id in UInt16(1)...2 {
                $0.send(.client, Bytes.query("pullMsg", to: "ann", id: id, Bytes.field(1, 5000) + Bytes.field(2, 0)))
            }
            for id in UInt16(1)...2 { $0.queryAck(id, Bytes.field(2, 6000)) }
        },
        miss("an answer that is not finished is followed", of: ["pull-unfinished"], sdk: "4.2.0") {
            $0.send(.client, Bytes.query("pullMsg", to: "ann", id: 1, Bytes.field(1, 0) + Bytes.field(2, 0)))
            $0.queryAck(1, Bytes.field(2, 7000) + Bytes.field(3, 0))
            pull(&$0, 2, from: 7000, to: 8000)
            $0.wait(12)
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
        },
        miss("a recall takes the place of its message", of: ["message-uid-two-contents"]) {
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
        miss("a UID that is half a minute off", of: ["message-uid-time"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.pubAck(1, uid: CheckTalk.uid($0.milliseconds + 30_000, 1))
        },
        miss("a recall of an own message", of: ["recall-unknown"]) { recall(&$0, own(&$0), 2) },
        miss("a receipt for a delivered message", of: ["receipt-unknown"]) {
            let time = $0.milliseconds
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: time), header: 0x30)
            let uid = CheckTalk.uid(time, 1)
            send(&$0, "RC:ReadNtf", #"{"lastMessageSendTime":\#(time),"messageUId":"\#(uid)","type":1}"#, flags: 0)
        },
        miss("a room that is joined", of: ["chatroom-not-joined"]) {
            query(&$0, "joinChrm", 1)
            $0.message(2, topic: "chatMsg", to: "room")
        },
        miss("a name of 32 characters, in one spelling", of: ["object-name-length"]) {
            for id in UInt16(1)...2 { send(&$0, "app:" + String(repeating: "x", count: 28), "{}", id: id) }
        },
        miss("a platform's own key", of: ["content-key"]) {
            send(&$0, "RC:TxtMsg", #"{"content":"hi","user":{"id":"ann","name":"Ann"},"extra":"x"}"#)
        },
        miss("status 101 for blackStat", of: ["status-unknown"]) {
            $0.send(.client, Bytes.query("blackStat", to: "bob", id: 1, Bytes.field(1, "bob")))
            $0.queryAck(1, status: 101)
        },
        miss("an answer after 25 s", of: ["publish-unacknowledged"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.wait(25)
            $0.pubAck(1)
        },
        miss("closed 20 s after a message without answer", of: ["publish-unacknowledged"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.wait(20)
        },
        opening("back after a redirect", [], near: ["reconnect-after-kick"], [ended(0), ended(6), accepted]),
        opening(
            "back a minute after being kicked",
            [],
            near: ["reconnect-after-kick"],
            [ended(1, wait: 60), accepted]
        ),
        opening(
            "the server was unavailable three times",
            [],
            near: ["connect-retry-refused"],
            [refused(3), refused(3), refused(3), accepted]
        ),
        miss("a message to a topic that has two kinds, v3", of: ["topic-kind"], sdk: "3.0.6") {
            $0.send(.client, Bytes.publish("rtcSetData", to: "room", id: 1, [], header: 0x30))
            $0.pubAck(1)
        },
        miss("a push with QoS 0", of: ["push-unacknowledged"]) {
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: $0.milliseconds), header: 0x30)
            $0.wait(40)
            beat(&$0)
        },
        miss("the server acknowledges a copy of an own message", of: ["ack-without-publish"]) {
            $0.push("ppMsgP", 100, text, header: 0x3A)
            $0.pubAck(100)
        },
        miss("a query's answer after 20 s, v2", of: ["query-unanswered"]) {
            $0.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
            $0.wait(20)
            $0.queryAck(1)
        },
        miss("QUERYACK with QoS 0", of: ["query-unconfirmed"]) {
            query(&$0, "joinChrm", 1)
            $0.wait(40)
            beat(&$0)
        },
        miss("a message and a push with one id at once", of: ["message-id-reused"]) {
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: $0.milliseconds))
            $0.message(1)
            $0.send(.client, Bytes.clientPubAck(id: 1))
        },
        miss("a heartbeat after 44 s", of: ["heartbeat-late"]) {
            $0.wait(44)
            beat(&$0)
        },
        miss("closed 55 s after the last heartbeat", of: ["heartbeat-missing"]) {
            beat(&$0)
            $0.wait(55)
        },
        miss("PINGRESP after 25 s", of: ["heartbeat-unanswered"]) {
            $0.send(.client, [0xC0])
            $0.wait(25)
            $0.send(.server, [0xD0])
        },
        opening("a CONNACK on each of two connections", [], near: ["connack-repeated"], [accepted, accepted]),
        PlantedMistake(
            name: "a session that was joined in the middle",
            rules: [],
            near: ["frame-before-connack", "recall-unknown", "receipt-unknown", "chatroom-not-joined"]
        ) {
            var talk = CheckTalk()
            let joined = talk.segments.count
            talk.message(1)
            recall(&talk, CheckTalk.uid(1_700_000_000_000, 5), 2)
            let uid = CheckTalk.uid(1_700_000_000_000, 6)
            let receipt = #"{"lastMessageSendTime":5000,"messageUId":"\#(uid)","type":1}"#
            send(&talk, "RC:ReadNtf", receipt, flags: 0, id: 3)
            talk.message(4, topic: "chatMsg", to: "room")
            talk.close()
            return Array(talk.segments[joined...])
        },
        PlantedMistake(
            name: "TCP form: CONNECT on each of two connections",
            rules: [],
            near: ["connect-repeated", "connect-over-websocket"]
        ) {
            var first = TCPFormSession()
            var second = TCPFormSession(port: 50002)
            first.beat()
            second.beat()
            return (first.segments + second.segments).sorted { $0.time < $1.time }
        },
        miss("PUBLISH and PUBACK of both ends, and a client's DISCONNECT", of: ["wrong-direction"]) {
            $0.message(1)
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: $0.milliseconds))
            $0.send(.client, Bytes.clientPubAck(id: 1))
            $0.send(.client, [0xE0, 0, 4])
        },
        miss("a pull 8 s after its notice", of: ["notify-without-pull"]) {
            $0.push("s_ntf", 1, Bytes.field(1, 1), header: 0x30)
            $0.wait(8)
            pull(&$0, 1, from: 0, to: 6000)
            $0.wait(8)
            beat(&$0)
        },
        miss("a room's cursor begins anew when it is joined again", of: ["cursor-backwards"]) {
            for round in UInt16(0)...1 {
                query(&$0, "joinChrm", round * 3 + 1)
                let cursor = Bytes.field(1, 5000 - Int64(round) * 5000) + Bytes.field(2, 10)
                $0.send(.client, Bytes.query("chrmPull", to: "room", id: round * 3 + 2, cursor))
                $0.queryAck(round * 3 + 2, Bytes.field(2, 9500))
                query(&$0, "exitChrm", round * 3 + 3)
            }
        },
        miss("a pull brings what was pushed", of: ["duplicate-message-uid"]) {
            let time = $0.milliseconds
            let message = CheckTalk.downStream(1, time: time)
            $0.push("s_msg", 1, message, header: 0x30)
            _ = $0.pull(1, from: time - 10, to: time, messages: [message])
            $0.send(.client, Bytes.queryCon(id: 1))
        },
        miss("a refusal without UID", of: ["message-uid-format"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.pubAck(1, status: 405, uid: "")
        },
        miss("a recall again after it was refused", of: ["recall-repeated"]) {
            let uid = own(&$0)
            let content = #"{"messageUId":"\#(uid)","conversationType":1,"targetId":"bob","sentTime":5000}"#
            let data = Bytes.field(1, 0) + Bytes.field(2, "RC:RcCmd") + Bytes.field(3, content)
            $0.send(.client, Bytes.publish("recallMsg", to: "bob", id: 2, data))
            $0.pubAck(2, status: 20606, uid: "")
            recall(&$0, uid, 3)
        },
        miss("a receipt for this moment", of: ["receipt-future"]) {
            let time = $0.milliseconds
            send(&$0, "RC:ReadNtf", #"{"lastMessageSendTime":\#(time),"messageUId":"","type":1}"#, flags: 0)
        },
        miss("a room that is joined again after leaving", of: ["chatroom-not-joined"]) {
            for (id, topic) in [(UInt16(1), "joinChrm"), (2, "exitChrm"), (3, "joinChrmR")] { query(&$0, topic, id) }
            $0.message(4, topic: "chatMsg", to: "room")
        },
        PlantedMistake(
            name: "TCP form: five messages in a second, one of them sent again",
            rules: [],
            near: ["message-rate"]
        ) {
            var session = TCPFormSession()
            for id in UInt16(1)...5 {
                session.publish(id)
                session.pubAck(id)
            }
            session.publish(5, header: 0x3A)
            session.pubAck(5)
            session.beat()
            return session.segments
        },
        miss("a content of 128 KiB", of: ["content-too-large"]) {
            let frame = #"{"content":""}"#.utf8.count
            let content = #"{"content":""# + String(repeating: "x", count: 128 << 10 - frame) + #""}"#
            send(&$0, "app:big", content)
        },
        miss("own names that differ in more than letter case", of: ["object-name-case"]) {
            send(&$0, "app:Order", "{}")
            send(&$0, "app:orders", "{}", id: 2)
        },
        miss("an own prefix that begins with RC", of: ["object-name-reserved"]) { send(&$0, "RCX:Order", "{}") },
        miss("a payload with a field that the schema lacks", of: ["payload-type"]) {
            $0.message(1, text + Bytes.field(99, 1))
        },
        miss("an own content that is no JSON", of: ["content-format"]) { send(&$0, "app:order", "free text") },
        miss("an own content that is JSON in JSON", of: ["content-double-encoded"]) {
            send(&$0, "app:order", #""{\"content\":\"hi\"}""#)
        },
        miss("a place at whole degrees, at the pole", of: ["content-type", "content-limit"]) {
            send(&$0, "RC:LBSMsg", #"{"content":"","latitude":90,"longitude":-180,"poi":"x"}"#)
        },
        miss("a voice message of 60 s", of: ["content-limit"]) {
            send(&$0, "RC:HQVCMsg", #"{"remoteUrl":"https://a.example/b.aac","duration":60}"#)
        },
        miss("an own message that is not counted", of: ["message-flags"]) { send(&$0, "app:order", "{}", flags: 1) },
        PlantedMistake(name: "a message that the capture's end cuts off", rules: [], near: ["frame-format"]) {
            var talk = CheckTalk()
            talk.connAck()
            let content = #"{"content":""# + String(repeating: "x", count: 9000) + #""}"#
            talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", content)))
            return talk.segments.dropLast(3)
        },
        miss("a server's clock that is half a minute off", of: ["clock-skew"], accepts: false) {
            $0.connAck(ahead: 30_000)
        },
        miss("a mask of zeros", of: ["websocket-mask"]) {
            $0.raw(.client, Bytes.webSocket([0xC0], mask: [0, 0, 0, 0]))
            $0.send(.server, [0xD0])
        },
        miss("a length of 126, which needs two bytes more", of: ["websocket-length"]) {
            func text(_ length: Int) -> [UInt8] {
                let letters = String(repeating: "x", count: length)
                return Bytes.upStream("RC:TxtMsg", "{\"content\":\"\(letters)\"}")
            }
            let rest = 126 - Bytes.publish("ppMsgP", to: "bob", id: 1, text(0)).count
            $0.message(1, text(rest))
        },
        miss("a message in parts with a ping between them", of: ["websocket-frame"]) {
            $0.raw(.client, Bytes.webSocket([], isFinal: false, mask: [1, 2, 3, 4]), events: 0)
            $0.raw(.client, Bytes.webSocket([7], opcode: 9, mask: [1, 2, 3, 4]), events: 0)
            $0.raw(.client, Bytes.webSocket([0xC0], opcode: 0, mask: [1, 2, 3, 4]))
        },
        miss("what the server sends after the client's close frame", of: ["websocket-after-close"]) {
            $0.send(.client, [0xC0])
            $0.raw(.client, Bytes.webSocket([3, 0xE8], opcode: 8, mask: [1, 2, 3, 4]), events: 0)
            $0.send(.server, [0xD0])
        },
        miss("the lowest and the highest code of close frames", of: ["websocket-close"]) {
            $0.raw(.client, Bytes.webSocket([3, 0xE8], opcode: 8, mask: [1, 2, 3, 4]), events: 0)
            $0.raw(.server, Bytes.webSocket([0x13, 0x87] + Array("再见".utf8), opcode: 8), events: 0)
        },
        miss("a close frame without a code", of: ["websocket-close"]) {
            $0.raw(.client, Bytes.webSocket([], opcode: 8, mask: [1, 2, 3, 4]), events: 0)
        },
        opening("refused twice, then accepted", [], near: ["connect-retry-loop"], [refused(4), refused(4), accepted]),
        opening("a token where it belongs", [], near: ["token-misplaced"], [accepted]),
        PlantedMistake(name: "an upgrade whose token is empty", rules: [], near: ["token-in-clear"]) {
            var talk = CheckTalk(token: "")
            talk.connAck()
            talk.close()
            return talk.segments
        },
    ]
}
