import RongCloud
import WireFormat

@testable import Inspection

// Sessions that only look like a mistake to those who do not look at what the other end said.
extension PlantedMistake {
    static let answeredMisses: [PlantedMistake] = [
        miss("v4 counts from a late PINGRESP", of: ["heartbeat-late"], sdk: "4.2.0") {
            for _ in 0..<3 {
                $0.send(.client, [0xC0])
                $0.wait(20)
                $0.send(.server, [0xD0])
                $0.wait(30)
            }
        },
        miss("refused, and idle for five minutes", of: ["heartbeat-missing"], accepts: false) {
            $0.connAck(status: 4)
            $0.wait(300)
        },
        miss("a room that the server did not let go", of: ["chatroom-not-joined"]) {
            query(&$0, "joinChrm", 1)
            query(&$0, "exitChrm", 2, status: 1)
            $0.message(3, topic: "chatMsg", to: "room")
        },
        miss("a room that cannot be joined twice", of: ["chatroom-not-joined"]) {
            query(&$0, "joinChrm", 1)
            query(&$0, "joinChrmR", 2, status: 23410)
            $0.message(3, topic: "chatMsg", to: "room")
        },
        miss("a room whose server takes the message", of: ["chatroom-not-joined"]) {
            $0.message(1, topic: "chatMsg", to: "room")
        },
        miss("a room whose server answers the pull", of: ["chatroom-not-joined"]) {
            $0.send(.client, Bytes.query("chrmPull", to: "room", id: 1, Bytes.field(1, 0) + Bytes.field(2, 10)))
            $0.queryAck(1, Bytes.field(2, 9500))
        },
        miss("a PINGRESP as text for v2", of: ["text-frame"]) {
            $0.send(.client, [0xC0])
            $0.raw(.server, Bytes.webSocket(Array("208".utf8), opcode: 1))
        },
        miss("a notice about a message that was pushed", of: ["notify-without-pull"]) {
            let time = $0.milliseconds
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: time), header: 0x30)
            $0.push("s_ntf", 2, Bytes.field(1, 1) + Bytes.field(2, time), header: 0x30)
            $0.wait(12)
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
        },
        miss("a pull that crosses the answer to the one before", of: ["cursor-stale"], sdk: "4.2.0") {
            for id in UInt16(1)...2 { pull(&$0, id, from: 5000, to: 6000) }
        },
        miss(
            "a recall again after 40 s without an answer",
            of: ["recall-repeated"],
            breaking: ["publish-unacknowledged"]
        ) {
            let uid = own(&$0)
            let content = #"{"messageUId":"\#(uid)","conversationType":1,"targetId":"bob","sentTime":5000}"#
            let data = Bytes.field(1, 0) + Bytes.field(2, "RC:RcCmd") + Bytes.field(3, content)
            $0.send(.client, Bytes.publish("recallMsg", to: "bob", id: 2, data))
            $0.wait(40)
            recall(&$0, uid, 3)
        },
        opening(
            "refusals of which nobody knows whether they last",
            [],
            near: ["connect-retry-refused"],
            [15, 15, 15, 18, 18, 18, 20, 20, 20].map(refused) + [accepted]
        ),
    ]
}
