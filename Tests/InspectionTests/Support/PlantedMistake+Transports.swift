import RongCloud
import WireFormat

@testable import Inspection

/// A connection of the TCP form in plain bytes: header, checksum, length, body without obfuscation.
struct TCPFormSession {
    private(set) var talk: Talk

    /// Opens it; CONNECT announces a heartbeat every 60 s.
    init(accepts: Bool = true, port: UInt16 = 50001) {
        talk = Talk(port: port, sdkVersion: nil)
        connect()
        if accepts { send(.server, 0x20, [0, 0] + Bytes.text("ann")) }
    }

    var segments: [TestSegment] { talk.segments }

    mutating func connect() {
        let body = Bytes.text("RCloud") + [3, 0x82] + bigEndian(UInt16(60)) + Bytes.text("device") + Bytes.text("app1")
        send(.client, 0x10, body)
    }

    mutating func send(_ sender: FrameSender, _ header: UInt8, _ body: [UInt8] = []) {
        let length = Bytes.varint(UInt64(body.count))
        talk.send(sender, [header, length.reduce(header, ^)] + length + body)
    }

    mutating func wait(_ seconds: Int64) { talk.time += seconds * 1_000_000_000 }

    private var date: [UInt8] { bigEndian(UInt32(talk.time / 1_000_000_000)) }

    mutating func publish(
        _ id: UInt16,
        _ topic: String = "ppMsgP",
        _ data: [UInt8] = PlantedMistake.text,
        header: UInt8 = 0x32
    ) {
        let signature = [UInt8](repeating: 0xFF, count: 8)
        send(.client, header, signature + Bytes.text(topic) + Bytes.text("bob") + bigEndian(id) + data)
    }

    mutating func query(_ id: UInt16, _ topic: String = "joinChrm") {
        let signature = [UInt8](repeating: 0xFF, count: 8)
        send(.client, 0x52, signature + Bytes.text(topic) + Bytes.text("room") + bigEndian(id) + Bytes.field(1, 1))
    }

    mutating func push(_ id: UInt16, header: UInt8 = 0x32) {
        let signature = [UInt8](repeating: 0xFF, count: 8)
        let data = CheckTalk.downStream(Int(id), time: talk.time / 1_000_000)
        send(.server, header, signature + date + Bytes.text("s_msg") + Bytes.text("ann") + bigEndian(id) + data)
    }

    mutating func pubAck(_ id: UInt16) {
        send(.server, 0x40, bigEndian(id) + date + [0, 0, 0, 7] + Bytes.text("an-id"))
    }
    mutating func queryAck(_ id: UInt16, header: UInt8 = 0x60) { send(.server, header, bigEndian(id) + date + [0, 0]) }

    /// Heartbeats up to the end, so that the connection is known for what it is.
    mutating func beat(_ times: Int = 2) {
        for _ in 0..<times {
            send(.client, 0xC0)
            send(.server, 0xD0)
        }
    }
}

/// A session of long polling in plain text.
struct PollingSession {
    private(set) var talk = Talk(port: 50001, sdkVersion: nil)

    init(_ version: String = "2.5.10") {
        exchange(
            "/websocket?appId=app1&sdkVer=\(version)&pid=1",
            answer: #"{"headerCode":32,"status":0,"userId":"ann","sessionid":"s1","timestamp":\#(date)000}"#
        )
    }

    var segments: [TestSegment] { talk.segments }
    private var date: Int64 { talk.time / 1_000_000_000 }

    mutating func wait(_ seconds: Int64) { talk.time += seconds * 1_000_000_000 }

    mutating func exchange(_ target: String, _ body: String = "", answer: String) {
        let method = body.isEmpty ? "GET" : "POST"
        let head = "\(method) \(target) HTTP/1.1\r\nHost: im.example\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        talk.send(.client, Array((head + body).utf8))
        Self.answer(&talk, answer)
    }

    static func answer(_ talk: inout Talk, _ text: String) {
        let status = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
        talk.send(.server, Array((status + text).utf8))
    }

    func pubAck(_ id: Int, status: Int = 0) -> String {
        let uid = status == 0 ? CheckTalk.uid(date * 1000 + 7, id) : ""
        return #"{"headerCode":64,"messageId":\#(id),"date":\#(date),"status":\#(status),"millisecond":7,"#
            + #""messageUId":"\#(uid)"}"#
    }

    func queryAck(_ id: Int, header: Int = 96) -> String {
        #"{"headerCode":\#(header),"messageId":\#(id),"date":\#(date),"status":0}"#
    }

    mutating func publish(
        _ id: Int,
        topic: String = "ppMsgP",
        to target: String = "bob",
        name: String = "RC:TxtMsg",
        content: String = #"{\"content\":\"hi\"}"#,
        answer: String? = nil
    ) {
        exchange(
            "/websocket?messageid=\(id)&header=50&sessionid=s1&topic=\(topic)&targetid=\(target)&pid=1",
            #"{"sessionId":3,"classname":"\#(name)","content":"\#(content)"}"#,
            answer: answer ?? "[\(pubAck(id))]"
        )
    }

    mutating func query(_ id: Int, _ topic: String = "joinChrm", answer: String? = nil) {
        exchange(
            "/websocket?messageid=\(id)&header=80&sessionid=s1&topic=\(topic)&targetid=room&pid=1",
            #"{"nothing":1}"#,
            answer: answer ?? "[\(queryAck(id))]"
        )
    }

    /// A poll, and what it brings.
    mutating func poll(_ objects: String...) {
        exchange(
            "/pullmsg.js?sessionid=s1&timestrap=1&pid=1",
            answer: "[\(objects.joined(separator: ","))]"
        )
    }

    /// The PUBACK of a push.
    mutating func acknowledge(_ id: Int) {
        exchange("/websocket?messageid=\(id)&header=64&sessionid=s1&pid=1", answer: "")
    }

    /// A push of a message.
    func push(_ id: Int, header: Int = 50, content: String = #"{}"#, uid: String? = nil) -> String {
        let time = talk.time / 1_000_000
        let message =
            #"{\"fromUserId\":\"bob\",\"type\":1,\"classname\":\"app:order\",\"content\":\"\#(content)\","#
            + #"\"dataTime\":\#(time),\"status\":48,\"msgId\":\"\#(uid ?? CheckTalk.uid(time, id))\"}"#
        return
            #"{"headerCode":\#(header),"topic":"s_msg","targetId":"ann","messageId":\#(id),"date":\#(date),"data":"\#(message)"}"#
    }
}

extension PlantedMistake {
    private static func form(
        _ name: String,
        _ rules: Set<String>,
        _ body: @escaping @Sendable (inout TCPFormSession) -> Void
    ) -> PlantedMistake {
        PlantedMistake(name: "TCP form: " + name, rules: rules) {
            var session = TCPFormSession()
            body(&session)
            return session.segments
        }
    }

    static let tcp: [PlantedMistake] = [
        form("a message without answer", ["publish-unacknowledged"]) {
            $0.publish(1)
            $0.wait(40)
            $0.beat()
        },
        form("a query without answer", ["query-unanswered"]) {
            $0.query(1)
            $0.wait(40)
            $0.beat()
        },
        form("a push without answer", ["push-unacknowledged"]) {
            $0.push(1)
            $0.wait(40)
            $0.beat()
        },
        form("a QUERYACK without QUERYCON", ["query-unconfirmed"]) {
            $0.query(1)
            $0.queryAck(1, header: 0x62)
            $0.wait(40)
            $0.beat()
        },
        form("PUBACK of nothing", ["ack-without-publish"]) {
            $0.beat()
            $0.pubAck(9)
            $0.beat()
        },
        form("QUERYACK of nothing", ["answer-without-request"]) {
            $0.beat()
            $0.queryAck(9)
            $0.beat()
        },
        form("a message id used twice at once", ["message-id-reused"]) {
            $0.publish(1)
            $0.publish(1)
            $0.pubAck(1)
            $0.beat()
        },
        form("no heartbeat for 130 s", ["heartbeat-missing"]) {
            $0.beat()
            $0.wait(130)
            $0.beat()
        },
        form("a heartbeat after 100 s", ["heartbeat-late"]) {
            $0.beat()
            $0.wait(100)
            $0.beat()
        },
        form("PINGREQ without PINGRESP", ["heartbeat-unanswered"]) {
            $0.beat()
            $0.send(.client, 0xC0)
            $0.wait(40)
            $0.beat()
        },
        form("a second CONNECT", ["connect-repeated"]) {
            $0.beat()
            $0.connect()
            $0.beat()
        },
        form("a second CONNACK", ["connack-repeated"]) {
            $0.beat()
            $0.send(.server, 0x20, [0, 0] + Bytes.text("ann"))
            $0.beat()
        },
        form("frames after DISCONNECT", ["frame-after-disconnect"]) {
            $0.beat()
            $0.send(.server, 0xE0, [0, 4])
            $0.wait(3)
            $0.beat()
        },
        form("PINGREQ from the server", ["wrong-direction"]) {
            $0.beat()
            $0.send(.server, 0xC0)
            $0.beat()
        },
        form("a query topic in PUBLISH", ["topic-kind"]) {
            $0.beat()
            $0.publish(1, "joinChrm", Bytes.field(1, 1))
            $0.pubAck(1)
            $0.beat()
        },
        form("a name in another letter case", ["object-name-case"]) {
            $0.publish(1, "ppMsgP", Bytes.upStream("RC:TXTMSG", "{}"))
            $0.pubAck(1)
            $0.beat()
        },
        form("a content with a wrong key", ["content-key"]) {
            $0.publish(1, "ppMsgP", Bytes.upStream("RC:TxtMsg", #"{"Content":"hi"}"#))
            $0.pubAck(1)
            $0.beat()
        },
    ]

    private static func poll(
        _ name: String,
        _ rules: Set<String>,
        _ version: String = "2.5.10",
        _ body: @escaping @Sendable (inout PollingSession) -> Void
    ) -> PlantedMistake {
        PlantedMistake(name: "polling: " + name, rules: rules) {
            var session = PollingSession(version)
            body(&session)
            return session.segments
        }
    }

    static let polling: [PlantedMistake] = [
        poll("a message without answer", ["publish-unacknowledged"]) {
            $0.publish(1, answer: "[]")
            $0.wait(40)
            $0.poll()
            $0.publish(2)
        },
        poll("a query without answer", ["query-unanswered"]) {
            $0.query(1, answer: "[]")
            $0.wait(40)
            $0.publish(2)
        },
        poll("a push without PUBACK, v2", ["push-unacknowledged"]) {
            $0.poll($0.push(1))
            $0.wait(40)
            $0.publish(1)
        },
        poll("a QUERYACK without QUERYCON, v3", ["query-unconfirmed"], "3.0.6") {
            $0.query(1, answer: "[\($0.queryAck(1, header: 98))]")
            $0.wait(40)
            $0.publish(2)
        },
        poll("PUBACK of nothing", ["ack-without-publish"]) { $0.poll($0.pubAck(9)) },
        poll("QUERYACK of nothing", ["answer-without-request"]) { $0.poll($0.queryAck(9)) },
        poll("message id 0", ["message-id-zero"]) { $0.publish(0) },
        poll("a constant message id", ["message-id-order"]) {
            $0.publish(5)
            $0.publish(5)
        },
        poll("a message without target", ["target-empty"]) { $0.publish(1, to: "") },
        poll("a room message without joining", ["chatroom-not-joined"]) {
            $0.publish(1, topic: "chatMsg", answer: "[\($0.pubAck(1, status: 23406))]")
        },
        poll("a name in another letter case", ["object-name-case"]) { $0.publish(1, name: "rc:TxtMsg") },
        poll("a content with a wrong key", ["content-key"]) {
            $0.publish(1, content: #"{\"Content\":\"hi\"}"#)
        },
        poll("a message pushed twice", ["duplicate-message-uid"], "4.2.0") {
            let push = $0.push(1)
            $0.poll(push)
            $0.acknowledge(1)
            $0.poll(push)
            $0.acknowledge(1)
        },
        poll("frames after DISCONNECT", ["frame-after-disconnect"]) {
            $0.poll(#"{"headerCode":-32,"status":4}"#)
            $0.wait(3)
            $0.publish(1)
        },
        poll("a UID of another year", ["message-uid-time"], "4.2.0") {
            $0.poll($0.push(1, uid: "BKR5-28P4-JT85-SK8H"))
        },
    ]
}
