import Testing
import WireFormat
import WireProtobuf

@testable import RongCloud

@Suite("Chat messages in payloads")
struct ChatMessageTests {
    private static func text(_ text: String) -> ProtobufValue { .bytes(Array(text.utf8)) }

    /// A DownStreamMessage.
    private static func delivered(_ change: (inout ProtobufMessage) -> Void = { _ in }) -> ProtobufMessage {
        var message = ProtobufMessage()
        message[1] = [text("ann")]
        message[2] = [.varint(1)]
        message[4] = [text("RC:TxtMsg")]
        message[5] = [text(#"{"content":"hi"}"#)]
        message[6] = [.varint(1_795_233_206_117)]
        message[7] = [.varint(0x42)]
        message[9] = [text("10SF-G13B-BVED-9POC")]
        change(&message)
        return message
    }

    private static func push(_ message: ProtobufMessage) throws -> [ChatMessage] {
        let publish = Publish(topic: "s_msg", targetId: "bob", messageId: 1, data: message.encoded(), date: 1)
        return try Frame(.publish(publish)).messages(sender: .server)
    }

    @Test("a delivered message has what its payload says")
    func delivered() throws {
        let message = try #require(try Self.push(Self.delivered()).first)
        #expect(message.objectName == "RC:TxtMsg" && message.conversationType == .private)
        #expect(message.targetId == "ann" && message.senderUserId == "ann" && !message.isSent)
        #expect(message.handling == [.mentioned, .fetched] && message.messageUId == "10SF-G13B-BVED-9POC")
        #expect(message.sentTime == 1_795_233_206_117)
        #expect((message.decoded()?.content as? TextMessage)?.content == "hi")
    }

    @Test(
        "the conversation is the group of group types, and the other user of the others",
        arguments: [
            (ConversationType.private, "team", "ann"), (.discussion, "team", "team"), (.group, "team", "team"),
            (.chatroom, "team", "team"), (.customerService, "team", "ann"), (.system, "team", "ann"),
            (.ultraGroup, "team", "team"), (.rtcRoom, "team", "team"), (.group, "", "ann"), (.group, nil, "ann"),
        ] as [(ConversationType, String?, String)]
    )
    func conversation(_ type: ConversationType, _ group: String?, _ target: String) throws {
        let payload = Self.delivered {
            $0[2] = [.varint(UInt64(type.rawValue))]
            $0[3] = group.map { [Self.text($0)] } ?? []
        }
        let message = try #require(try Self.push(payload).first)
        #expect(message.conversationType == type && message.targetId == target && message.senderUserId == "ann")
    }

    @Test("a message of the own user, sent from another device, names the other user as the conversation only")
    func own() throws {
        let message = try #require(try Self.push(Self.delivered { $0[10] = [.varint(1)] }).first)
        #expect(message.isSent && message.senderUserId == nil && message.targetId == "ann")
    }

    @Test("the last value of a field counts, and a field that is absent is absent")
    func fields() throws {
        let message = try #require(
            try Self.push(
                Self.delivered {
                    $0[1] = [Self.text("ann"), Self.text("cat")]
                    for number: UInt32 in [4, 5, 6, 7, 9] { $0[number] = [] }
                }
            ).first
        )
        #expect(message.senderUserId == "cat" && message.objectName == nil && message.content.isEmpty)
        #expect(message.sentTime == nil && message.handling == nil && message.messageUId == nil)
        #expect(message.decoded() == nil)
    }

    @Test("a client's message has its frame's target, unless the topic is for any conversation")
    func sent() throws {
        var payload = ProtobufMessage()
        payload[1] = [.varint(7)]
        payload[2] = [Self.text("RC:TxtMsg")]
        payload[3] = [Self.text(#"{"content":"hi"}"#)]
        for (topic, type, target) in [("pgMsgP", ConversationType.group, "team"), ("recallMsg", nil, nil)] {
            let topic = WireString(topic)
            let publish = Publish(topic: topic, targetId: "team", messageId: 1, data: payload.encoded())
            let message = try #require(try Frame(.publish(publish)).messages(sender: .client).first)
            #expect(message.conversationType == type && message.targetId == target)
            #expect(message.isSent && message.handling == [.persisted, .counted, .mentioned])
        }
    }

    @Test("an answer has messages if its query is given, in the order of the bytes")
    func answered() throws {
        var list = ProtobufMessage()
        list[1] = ["a", "b"].map { name in .message(Self.delivered { $0[1] = [Self.text(name)] }) }
        list[2] = [.varint(1)]
        let frame = Frame(.queryack(QueryAck(messageId: 1, date: 1, status: 0, data: list.encoded())))
        let query = Query(topic: "pullMsg", targetId: "bob", messageId: 1, data: [])
        #expect(try frame.messages(sender: .server, answering: query).map(\.senderUserId) == ["a", "b"])
        #expect(try frame.messages(sender: .server) == [])
    }

    @Test("frames without messages have none, and a payload that cannot be decoded is an error with its place")
    func others() throws {
        #expect(try Frame(.pingreq).messages(sender: .client) == [])
        let unknown = Publish(topic: "zzTop", targetId: "bob", messageId: 1, data: [0xFF], date: 1)
        #expect(try Frame(.publish(unknown)).messages(sender: .server) == [])
        let broken = Publish(topic: "s_msg", targetId: "bob", messageId: 1, data: [0x0A, 0x05, 0x61], date: 1)
        let error = #expect(throws: WireError.self) { try Frame(.publish(broken)).messages(sender: .server) }
        #expect(error?.code == .truncated && error?.path.last == "fromUserId")
    }

    @Test("fields have the numbers of the schema")
    func numbers() throws {
        let up: [(String, UInt32)] = [
            ("sessionId", UpStreamField.sessionId), ("classname", UpStreamField.classname),
            ("content", UpStreamField.content),
        ]
        let down: [(String, UInt32)] = [
            ("fromUserId", DownStreamField.fromUserId), ("type", DownStreamField.type),
            ("groupId", DownStreamField.groupId), ("classname", DownStreamField.classname),
            ("content", DownStreamField.content), ("dataTime", DownStreamField.dataTime),
            ("status", DownStreamField.status), ("msgId", DownStreamField.msgId),
            ("direction", DownStreamField.direction),
        ]
        let schema = RongCloudSchema.shared
        for (type, fields) in [("UpStreamMessage", up), ("DownStreamMessage", down)] {
            let message = try #require(schema.message(named: type))
            for (name, number) in fields {
                let field = try #require(schema.field(named: name, in: message))
                #expect(schema[field].number == number, "\(type).\(name)")
            }
        }
    }
}
