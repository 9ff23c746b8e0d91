import Foundation
import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

/// A delivered message and what is to be said of it.
struct DeliveredMessage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var type: Int64
    var from = "bob"
    var group: String?
    var direction: Int64?
    var conversation: JSONValue
    var target: String
    var sender: String

    /// A DownStreamMessage: fromUserId 1, type 2, groupId 3, classname 4, content 5, dataTime 6, status 7, msgId 9,
    /// direction 10.
    func bytes(_ content: [UInt8]) -> [UInt8] {
        var bytes = Bytes.field(1, from) + Bytes.field(2, type)
        if let group { bytes += Bytes.field(3, group) }
        bytes += Bytes.field(4, "RC:TxtMsg") + Bytes.field(5, content)
        bytes += Bytes.field(6, 1_601_306_624_418) + Bytes.field(7, 0) + Bytes.field(9, "BKR5-28P4-JT85-SK8H")
        if let direction { bytes += Bytes.field(10, direction) }
        return bytes
    }

    /// With direction 1 `fromUserId` is the other side: the target stays, the sender is the own user.
    static let all = [
        DeliveredMessage(testDescription: "private", type: 1, conversation: "private", target: "bob", sender: "bob"),
        DeliveredMessage(
            testDescription: "private, own",
            type: 1,
            direction: 1,
            conversation: "private",
            target: "bob",
            sender: "ann"
        ),
        DeliveredMessage(
            testDescription: "private, received, in so many words",
            type: 1,
            direction: 2,
            conversation: "private",
            target: "bob",
            sender: "bob"
        ),
        DeliveredMessage(
            testDescription: "private with a group id",
            type: 1,
            group: "g",
            conversation: "private",
            target: "bob",
            sender: "bob"
        ),
        DeliveredMessage(
            testDescription: "discussion",
            type: 2,
            group: "d1",
            conversation: "discussion",
            target: "d1",
            sender: "bob"
        ),
        DeliveredMessage(
            testDescription: "group",
            type: 3,
            group: "g1",
            conversation: "group",
            target: "g1",
            sender: "bob"
        ),
        DeliveredMessage(
            testDescription: "group, own",
            type: 3,
            group: "g1",
            direction: 1,
            conversation: "group",
            target: "g1",
            sender: "ann"
        ),
        DeliveredMessage(
            testDescription: "chat room",
            type: 4,
            group: "r1",
            conversation: "chatroom",
            target: "r1",
            sender: "bob"
        ),
        DeliveredMessage(
            testDescription: "chat room, own: the sender is named",
            type: 4,
            from: "ann",
            group: "r1",
            conversation: "chatroom",
            target: "r1",
            sender: "ann"
        ),
        DeliveredMessage(
            testDescription: "customer service",
            type: 5,
            conversation: "customerService",
            target: "bob",
            sender: "bob"
        ),
        DeliveredMessage(testDescription: "system", type: 6, conversation: "system", target: "bob", sender: "bob"),
        DeliveredMessage(
            testDescription: "app public service",
            type: 7,
            conversation: "appPublicService",
            target: "bob",
            sender: "bob"
        ),
        DeliveredMessage(
            testDescription: "public service",
            type: 8,
            conversation: "publicService",
            target: "bob",
            sender: "bob"
        ),
        DeliveredMessage(
            testDescription: "ultra group",
            type: 10,
            group: "u1",
            conversation: "ultraGroup",
            target: "u1",
            sender: "bob"
        ),
        DeliveredMessage(
            testDescription: "RTC room",
            type: 12,
            group: "rtc1",
            conversation: "rtcRoom",
            target: "rtc1",
            sender: "bob"
        ),
        DeliveredMessage(testDescription: "unheard of", type: 99, conversation: 99, target: "bob", sender: "bob"),
    ]
}

@Suite("Chat messages in payloads")
struct MessageTests {
    @Test("conversation, target and sender of a delivered message", arguments: DeliveredMessage.all)
    func delivered(_ message: DeliveredMessage) async throws {
        let data = message.bytes(Array(#"{"content":"hi"}"#.utf8))
        let found = try #require(try await push(data).messages.first)
        #expect(found["objectName"] == "RC:TxtMsg")
        #expect(found["content"] == ["content": "hi"])
        #expect(found["conversation"] == message.conversation)
        #expect(found["target"]?.string == message.target)
        #expect(found["sender"]?.string == message.sender)
        #expect(found["uid"] == "BKR5-28P4-JT85-SK8H")
        #expect(found["sentTime"] == "2020-09-28T15:23:44.418Z")
    }

    @Test("the sender of an own message is absent while the own user is not known")
    func unknownUser() async throws {
        let data = DeliveredMessage.all[1].bytes(Array("{}".utf8))
        let found = try #require(try await push(data, user: nil).messages.first)
        #expect(found["sender"] == nil)
        #expect(found["target"] == "bob")
    }

    @Test(
        "what a client sends goes to the conversation of its topic",
        arguments: [
            ("ppMsgP", "private", "bob"), ("pgMsgP", "group", "bob"), ("chatMsg", "chatroom", "bob"),
            ("pdMsgP", "discussion", "bob"), ("pcMsgP", "customerService", "bob"),
            ("ppMsgS", "private", "bob"), ("pgMsgS", "group", "bob"),
        ]
    )
    func sent(_ topic: String, _ conversation: String, _ target: String) async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        let data = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        talk.frame(.client, Bytes.publish(topic, to: target, id: 1, data))
        let event = try #require(try await Decoded(talk.segments).events().last)
        let found = try #require(event.messages.first)
        #expect(found["conversation"]?.string == conversation)
        #expect(found["target"]?.string == target)
        #expect(found["sender"] == "ann")
        #expect(found["uid"] == nil)
    }

    @Test("the messages of a list are all there, in their order")
    func several() async throws {
        let contents = ["{\"content\":\"one\"}", "[2]", "3"]
        let list = contents.flatMap { Bytes.field(1, DeliveredMessage.all[0].bytes(Array($0.utf8))) }
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 1, Bytes.field(1, 0) + Bytes.field(2, 0)))
        talk.frame(.server, Bytes.queryAck(id: 1, list + Bytes.field(2, 7) + Bytes.field(3, 1)))
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.payload?["message"] == "DownStreamMessages")
        #expect(event.messages.map { $0["content"] } == [["content": "one"], [2], 3])
        #expect(event.payload?["value"]?["list"]?.elements?.count == 3)
        #expect(event.payload?["value"]?["list"]?[0]?["content"] == nil)
    }

    @Test("a content keeps key order, double keys and spelling, and loses white space")
    func spelling() async throws {
        let content = #" { "b" : 1.50 , "a" : "\u0041\/" , "b" : 1e2 , "n" : -0 } "#
        let event = try await push(DeliveredMessage.all[0].bytes(Array(content.utf8)))
        let found = try #require(event.messages.first?["content"])
        #expect(found.description == #"{"b":1.50,"a":"\u0041\/","b":1e2,"n":-0}"#)
    }

    @Test(
        "a content that is not JSON is given as its bytes",
        arguments: [
            Array("plain words".utf8), [0xFF, 0x00, 0x80], Array(#"{"content":"open"#.utf8), [],
            [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D],
        ] as [[UInt8]]
    )
    func notJSON(_ content: [UInt8]) async throws {
        let event = try await push(DeliveredMessage.all[0].bytes(content))
        let found = try #require(event.messages.first)
        #expect(found["content"] == nil)
        #expect(found["contentBytes"]?.string == Data(content).base64EncodedString())
        #expect(event.codes == ["content-json"])
        #expect(found["objectName"] == "RC:TxtMsg")
        #expect(found["target"] == "bob")
    }

    @Test("an unknown field is kept and said, a missing required one too")
    func oddFields() async throws {
        let data = DeliveredMessage.all[0].bytes(Array(#"{"content":"hi"}"#.utf8)) + Bytes.field(77, "new")
        let unknown = try await push(data)
        #expect(unknown.codes == ["payload-unknown-field"])
        #expect(unknown.messages.count == 1)
        let bare = try await push(Bytes.field(1, "bob"))
        #expect(bare.codes.contains("payload-required"))
        #expect(bare.diagnostics.allSatisfy { $0["severity"] == "warning" })
    }

    @Test("a payload that is not protobuf is an error, and its bytes are kept")
    func brokenPayload() async throws {
        let event = try await push([0x0A, 0x50, 1, 2])
        #expect(event.hasError)
        #expect(event.payload == nil)
        #expect(event.json["undecoded"] == "0a500102")
        #expect(event.frame["topic"] == "s_msg")
    }

    @Test("tokens are shortened in URLs and CONNECT over WebSocket")
    func tokens() async throws {
        let talk = Talk()
        let events = try await Decoded(talk.segments).events()
        #expect(events.first?.frame["query"]?["token"] == "tok-…")
        let shown = try await Decoded(talk.segments) { $0.options.showsSecrets = true }.events()
        #expect(shown.first?.frame["query"]?["token"] == "tok-SECRET-99")
    }

    private func push(_ data: [UInt8], user: String? = "ann") async throws -> TestEvent {
        var talk = Talk()
        if let user { talk.frame(.server, Bytes.connAck(user: user)) }
        talk.frame(.server, Bytes.push("s_msg", to: "ann", id: 1, data))
        return try #require(try await Decoded(talk.segments).events().last)
    }
}
