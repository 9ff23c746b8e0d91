import RongCloud
import Testing
import WireFormat

@testable import Inspection

/// A session in which one thing is wrong, and the rules that it breaks; or one that only looks like it.
///
/// The bytes are those of the published layouts, put together without the project's encoders.
struct PlantedMistake: Sendable, CustomTestStringConvertible {
    var name: String
    var rules: Set<String>
    /// The rules that it nearly breaks.
    var near: Set<String> = []
    var segments: @Sendable () -> [TestSegment]

    var testDescription: String { name }

    /// A WebSocket session of an SDK, which is accepted; `body` goes on with it, and at the end the connection is closed.
    static func web(
        _ name: String,
        _ rules: Set<String>,
        sdk version: String = "2.5.10",
        accepts: Bool = true,
        _ body: @escaping @Sendable (inout CheckTalk) -> Void
    ) -> PlantedMistake {
        PlantedMistake(name: name, rules: rules) {
            var talk = CheckTalk(sdkVersion: version)
            if accepts { talk.connAck() }
            body(&talk)
            talk.close()
            return talk.segments
        }
    }

    /// All sessions with a mistake.
    static let all: [PlantedMistake] = [
        hangs, beginnings, brokenFrames, brokenCloses, requests, cursors, messages, rooms, openings, tcp, polling,
    ].flatMap { $0 }
}

// MARK: - A server, or a client, that hangs

extension PlantedMistake {
    /// What waits when everything falls silent.
    private enum Waiting: String, CaseIterable {
        case publish, query, push, answer, ping, notice, nothing

        var rules: Set<String> {
            switch self {
            case .publish: ["publish-unacknowledged"]
            case .query: ["query-unanswered"]
            case .push: ["push-unacknowledged"]
            case .answer: ["query-unconfirmed"]
            case .ping: ["heartbeat-unanswered"]
            case .notice: ["notify-without-pull"]
            case .nothing: []
            }
        }

        func send(_ talk: inout CheckTalk) {
            switch self {
            case .publish: talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
            case .query: talk.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
            case .push: talk.push("s_msg", 1, CheckTalk.downStream(1, time: talk.milliseconds))
            case .answer:
                talk.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
                talk.queryAck(1, header: 0x62)
            case .ping: talk.send(.client, [0xC0])
            case .notice: talk.push("s_ntf", 1, Bytes.field(1, 1), header: 0x30)
            case .nothing: break
            }
        }
    }

    /// How the silence ends.
    private enum Ending: String, CaseIterable {
        case fin, keepAlives, otherConnection
    }

    /// Silence of 100 s, with each SDK: what waits is missing, and so is the heartbeat (every 30 s, v5: 15 s), for which v4 first
    /// waits 30 s for the answer to the last one.
    private static let hangs: [PlantedMistake] = ["2.5.10", "3.0.6", "4.2.0", "5.5.5"].flatMap { version in
        Waiting.allCases.flatMap { waiting in Ending.allCases.map { hang(version, waiting, $0) } }
    }

    private static func hang(_ version: String, _ waiting: Waiting, _ ending: Ending) -> PlantedMistake {
        PlantedMistake(
            name: "silence after \(waiting.rawValue) until \(ending.rawValue), \(version)",
            rules: waiting.rules.union(["heartbeat-missing"])
        ) {
            var talk = CheckTalk(sdkVersion: version)
            talk.connAck()
            waiting.send(&talk)
            switch ending {
            case .fin:
                talk.wait(100)
                talk.end()
            case .keepAlives:
                for _ in 0..<10 {
                    talk.wait(10)
                    talk.keepAlive()
                }
            case .otherConnection:
                var other = CheckTalk(port: 50099, sdkVersion: version)
                other.connAck()
                for _ in 0..<10 {
                    other.wait(10)
                    other.send(.client, [0xC0])
                    other.send(.server, [0xD0])
                }
                other.close()
                return (talk.segments + other.segments).sorted { $0.time < $1.time }
            }
            return talk.segments
        }
    }
}

// MARK: - How a session begins and ends

extension PlantedMistake {
    static let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)

    private static let beginnings: [PlantedMistake] = [
        web("no CONNACK for 15 s", ["connack-missing"], accepts: false) { $0.wait(15) },
        web("no CONNACK for 6 s, v5", ["connack-missing"], sdk: "5.5.5", accepts: false) { $0.wait(6) },
        web("no CONNACK, and the client sends a heartbeat after 12 s", ["connack-missing"], accepts: false) {
            $0.wait(12)
            $0.send(.client, [0xC0])
            $0.wait(3)
        },
        web("no CONNACK, but PINGRESP, v4", ["connack-missing"], sdk: "4.1.0", accepts: false) {
            $0.wait(6)
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
        },
        web("no CONNACK, and the client leaves after 12 s", ["connack-missing"], accepts: false) {
            $0.wait(12)
            $0.send(.client, [0xE0, 0, 4])
        },
        web("a heartbeat, and no CONNACK", ["connack-missing", "frame-before-connack"], accepts: false) {
            $0.send(.client, [0xC0])
            $0.wait(12)
        },
        web("CONNACK after 13 s, and a heartbeat before it", ["connack-late"], accepts: false) {
            $0.wait(12)
            $0.send(.client, [0xC0])
            $0.wait(1)
            $0.connAck()
            $0.send(.server, [0xD0])
        },
        web("CONNACK after 12 s", ["connack-late"], accepts: false) {
            $0.wait(12)
            $0.connAck()
        },
        web("CONNACK after 7 s, v4", ["connack-late"], sdk: "4.2.0", accepts: false) {
            $0.wait(7)
            $0.connAck()
        },
        web("a second CONNACK", ["connack-repeated"]) { $0.connAck() },
        web("a message before CONNACK", ["frame-before-connack"], accepts: false) {
            $0.message(1)
            $0.connAck()
        },
        web("a push before CONNACK", ["frame-before-connack"], accepts: false) {
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: $0.milliseconds), header: 0x30)
            $0.connAck()
        },
        web("a message after a refusal", ["frame-before-connack"], accepts: false) {
            $0.connAck(status: 3)
            $0.wait(2)
            $0.message(1)
        },
        web("CONNECT over WebSocket", ["connect-over-websocket"]) {
            $0.send(.client, [0x10] + Bytes.text("RCloud") + [3, 0x02] + bigEndian(UInt16(60)) + Bytes.text("device"))
        },
        web("the server goes on after its DISCONNECT", ["frame-after-disconnect"]) {
            $0.send(.server, [0xE0, 0, 4])
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: $0.milliseconds), header: 0x30)
        },
        web("the client goes on 3 s after DISCONNECT", ["frame-after-disconnect"]) {
            $0.send(.server, [0xE0, 0, 4])
            $0.wait(3)
            $0.send(.client, [0xC0])
        },
        web("the client goes on after its own DISCONNECT", ["frame-after-disconnect"]) {
            $0.send(.client, [0xE0, 0, 4])
            $0.send(.client, [0xC0])
        },
        web("QUERY from the server", ["wrong-direction"]) {
            $0.send(.server, Bytes.query("pullMsg", to: "ann", id: 1, Bytes.field(1, 0) + Bytes.field(2, 0)))
        },
        web("PINGREQ from the server", ["wrong-direction"]) { $0.send(.server, [0xC0]) },
        web("QUERYCON from the server", ["wrong-direction"]) { $0.send(.server, Bytes.queryCon(id: 1)) },
        web("QUERYACK from the client", ["wrong-direction"]) {
            $0.send(.client, [0x60, 0, 1] + bigEndian(UInt32(1_795_000_000)) + [0, 0])
        },
        web("PINGRESP from the client", ["wrong-direction"]) { $0.send(.client, [0xD0]) },
        web("CONNACK from the client", ["wrong-direction"]) { $0.send(.client, [0x20, 0, 0]) },
        web("a flood of PINGREQ", ["heartbeat-flood"]) {
            for _ in 0..<20 {
                $0.send(.client, [0xC0])
                $0.send(.server, [0xD0])
            }
        },
        web("a client frame without mask", ["websocket-mask"]) { $0.raw(.client, Bytes.webSocket([0xC0])) },
        web("a masked server frame", ["websocket-mask"]) {
            $0.send(.client, [0xC0])
            $0.raw(.server, Bytes.webSocket([0xD0], mask: [1, 2, 3, 4]))
        },
        web("a client frame whose length takes two bytes more", ["websocket-length"]) {
            $0.raw(.client, [0x82, 0xFE, 0, 1, 0, 0, 0, 0, 0xC0])
        },
        web("a server frame whose length takes eight bytes more", ["websocket-length"]) {
            $0.send(.client, [0xC0])
            $0.raw(.server, [0x82, 127, 0, 0, 0, 0, 0, 0, 0, 1, 0xD0])
        },
        web("a heartbeat after the client's close frame", ["websocket-after-close"]) {
            $0.raw(.client, Bytes.webSocket([3, 0xE8], opcode: 8, mask: [1, 2, 3, 4]), events: 0)
            $0.send(.client, [0xC0])
        },
    ]

    /// Frames that make the other end fail the connection.
    private static let brokenFrames: [PlantedMistake] = [
        ("a reserved opcode", Bytes.webSocket([0xC0], opcode: 3, mask: [1, 2, 3, 4])),
        ("a reserved bit", [0xA2, 0x81, 0, 0, 0, 0, 0xC0]),
        ("a continuation of nothing", Bytes.webSocket([0xC0], opcode: 0, mask: [1, 2, 3, 4])),
        ("a ping in parts", Bytes.webSocket([0xC0], opcode: 9, isFinal: false, mask: [1, 2, 3, 4])),
        ("a ping of 126 bytes", Bytes.webSocket([UInt8](repeating: 0, count: 126), opcode: 9, mask: [1, 2, 3, 4])),
        ("text that is no UTF-8", Bytes.webSocket([0xC0, 0x80], opcode: 1, mask: [1, 2, 3, 4])),
    ].map { name, bytes in web(name, ["websocket-frame"]) { $0.raw(.client, bytes) } }

    /// Bodies that no close frame may have.
    private static let brokenCloses: [PlantedMistake] = [
        ("one byte", [3]), ("the code 0", [0, 0]), ("the code 999", [3, 0xE7]), ("the code 1005", [3, 0xED]),
        ("the code 1006", [3, 0xEE]), ("the code 1015", [3, 0xF7]), ("the code 5000", [0x13, 0x88]),
        ("a reason cut inside a character", [3, 0xE8, 0xE5, 0x86]),
    ].flatMap { body, bytes in
        [
            web("a server's close frame of \(body)", ["websocket-close"]) {
                $0.raw(.server, Bytes.webSocket(bytes, opcode: 8), events: 0)
            },
            web("a client's close frame of \(body)", ["websocket-close"]) {
                $0.raw(.client, Bytes.webSocket(bytes, opcode: 8, mask: [1, 2, 3, 4]), events: 0)
            },
        ]
    }

    // MARK: - Requests and answers

    private static let requests: [PlantedMistake] = [
        web("an answer after 40 s", ["publish-unacknowledged"], sdk: "1.0.0") {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.wait(40)
            $0.pubAck(1)
        },
        web("a query's answer after 20 s, v1", ["query-unanswered"], sdk: "1.0.0") {
            $0.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
            $0.wait(20)
            $0.queryAck(1)
        },
        web("one message of three is not acknowledged", ["publish-unacknowledged"]) {
            $0.message(1)
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 2, text))
            $0.message(3)
            $0.wait(6)
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
        },
        web("PUBACK of nothing", ["ack-without-publish"]) { $0.pubAck(9) },
        web("PUBACK of the client for nothing", ["ack-without-publish"]) {
            $0.send(.client, Bytes.clientPubAck(id: 9))
        },
        web("QUERYACK of nothing", ["answer-without-request"]) { $0.queryAck(9) },
        web("QUERYCON of nothing", ["answer-without-request"]) { $0.send(.client, Bytes.queryCon(id: 9)) },
        web("PINGRESP of nothing", ["answer-without-request"]) { $0.send(.server, [0xD0]) },
        web("a message acknowledged twice", ["ack-without-publish"]) {
            $0.message(1)
            $0.pubAck(1)
        },
        web("QUERYCON that nobody asked for", ["ack-unasked"]) {
            $0.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
            $0.queryAck(1)
            $0.send(.client, Bytes.queryCon(id: 1))
        },
        web("PUBACK for a push with QoS 0", ["ack-unasked"]) {
            $0.push("s_msg", 4, CheckTalk.downStream(1, time: $0.milliseconds), header: 0x30)
            $0.send(.client, Bytes.clientPubAck(id: 4))
        },
        web("PUBACK for a copy of an own message", ["ack-unasked"]) {
            $0.push("ppMsgP", 8, text, header: 0x3A)
            $0.send(.client, Bytes.clientPubAck(id: 8))
            $0.pubAck(8)
        },
        web("a message id used twice at once", ["message-id-reused"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.message(1)
        },
        web("a message and a query with one id", ["message-id-reused"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
            $0.pubAck(1)
            $0.queryAck(1)
        },
        web("message id 0", ["message-id-zero"]) { $0.message(0) },
        web("a constant message id", ["message-id-order"]) { for _ in 0..<3 { $0.message(7) } },
        web("message ids that go backwards", ["message-id-order"], sdk: "4.2.0") {
            $0.message(9)
            $0.message(8)
        },
        web("a query topic in PUBLISH", ["topic-kind"]) {
            let data = Bytes.field(1, 0) + Bytes.field(2, 0)
            $0.send(.client, Bytes.publish("pullMsg", to: "ann", id: 1, data, header: 0x30))
        },
        web("a send topic in QUERY", ["topic-kind"]) {
            $0.send(.client, Bytes.query("ppMsgP", to: "bob", id: 1, text))
            $0.queryAck(1)
        },
        web("a server's topic from the client", ["topic-kind"]) {
            let data = CheckTalk.downStream(1, time: $0.milliseconds)
            $0.send(.client, Bytes.publish("s_msg", to: "ann", id: 1, data, header: 0x30))
        },
        web("a server's topic from the client, with a client's payload", ["topic-kind"]) {
            $0.send(.client, Bytes.publish("s_msg", to: "ann", id: 1, text, header: 0x30))
        },
        web("a text with a status topic", ["status-topic-content"]) {
            $0.send(.client, Bytes.publish("ppMsgS", to: "bob", id: 1, text))
        },
        web("a message without target", ["target-empty"]) {
            $0.send(.client, Bytes.publish("pgMsgP", to: "", id: 1, text))
            $0.pubAck(1)
        },
        web("a pull for somebody else", ["target-wrong"]) {
            $0.send(.client, Bytes.query("pullMsg", to: "bob", id: 1, Bytes.field(1, 0) + Bytes.field(2, 0)))
            $0.queryAck(1, Bytes.field(2, 7000))
        },
        web("1,100 messages without answer", ["publish-unacknowledged", "message-rate"]) {
            for id in UInt16(1)...1100 { $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: id, text)) }
            $0.wait(40)
            $0.pubAck(1)
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
        },
        web("an unknown status", ["status-unknown"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.pubAck(1, status: 19_999)
        },
        web("status 101 for a message", ["status-unknown"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.pubAck(1, status: 101)
        },
    ]

    // MARK: - Cursors

    private static let cursors: [PlantedMistake] = [
        web("a cursor that goes back", ["cursor-backwards"]) {
            pull(&$0, 1, from: 5000, to: 6000)
            pull(&$0, 2, from: 4000, to: 6000)
        },
        web("a cursor that never moves", ["cursor-stale"], sdk: "4.2.0") {
            for id in UInt16(1)...2 {
                pull(&$0, id, from: 5000, to: 6000)
                $0.wait(2)
            }
        },
        web("a cursor before that of the last answer", ["cursor-stale"], sdk: "4.2.0") {
            pull(&$0, 1, from: 5000, to: 6000)
            $0.wait(2)
            pull(&$0, 2, from: 5500, to: 6000)
        },
        web("a cursor of the client's own clock", ["cursor-ahead"], sdk: "4.2.0") {
            pull(&$0, 1, from: 5000, to: 6000)
            pull(&$0, 2, from: $0.milliseconds + 3, to: 6000)
        },
        web("a first cursor in the future", ["cursor-ahead"]) {
            pull(&$0, 1, from: $0.milliseconds + 3_600_000, to: 6000)
        },
        web("an answer that is not finished is not followed", ["pull-unfinished"], sdk: "4.2.0") {
            $0.send(.client, Bytes.query("pullMsg", to: "ann", id: 1, Bytes.field(1, 0) + Bytes.field(2, 0)))
            $0.queryAck(1, Bytes.field(2, 7000) + Bytes.field(3, 0))
            $0.wait(12)
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
        },
        web("a message delivered twice", ["duplicate-message-uid"]) {
            let message = CheckTalk.downStream(1, time: $0.milliseconds)
            $0.push("s_msg", 1, message, header: 0x30)
            $0.push("s_msg", 2, message, header: 0x30)
        },
        web("two contents under one UID", ["message-uid-two-contents"]) {
            let time = $0.milliseconds
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: time), header: 0x30)
            $0.push("s_msg", 2, CheckTalk.downStream(1, time: time, content: #"{"content":"ho"}"#), header: 0x30)
        },
        web("a UID of other letters", ["message-uid-format"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.pubAck(1, uid: "WXYZ-28P4-JT85-SK8H")
        },
        web("a short UID", ["message-uid-format"]) {
            $0.push("s_msg", 1, CheckTalk.downStream(1, time: $0.milliseconds, uid: "BKR5-28P4"), header: 0x30)
        },
        web("a UID of another year", ["message-uid-time"]) {
            $0.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
            $0.pubAck(1, uid: "BKR5-28P4-JT85-SK8H")
        },
        web("a notice without a pull", ["notify-without-pull"]) {
            $0.push("s_ntf", 1, Bytes.field(1, 1), header: 0x30)
            $0.wait(12)
            $0.send(.client, [0xC0])
            $0.send(.server, [0xD0])
        },
        web("a server's clock of another day", ["clock-skew"], accepts: false) {
            $0.connAck(ahead: 86_400_000)
        },
    ]

    /// A pull without confirmation.
    static func pull(_ talk: inout CheckTalk, _ id: UInt16, from cursor: Int64, to next: Int64) {
        talk.send(.client, Bytes.query("pullMsg", to: "ann", id: id, Bytes.field(1, cursor) + Bytes.field(2, 0)))
        talk.queryAck(id, Bytes.field(2, next) + Bytes.field(3, 1))
    }
}
