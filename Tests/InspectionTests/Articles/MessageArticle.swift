import RongCloud
import WireFormat
import WireProtobuf

/// The code of "From bytes to a typed message and back".
enum MessageArticle {
    static func decodeAndEncode(_ print: (Any...) -> Void) throws {
        let bytes = try Hex.decode(
            "32000670704d73675000076c696e5f6d656900040803120952433a5478744d73671a107b22636f6e74656e74223a226869227d4800"
        )
        let frame = try Frame(decoding: bytes.span, sender: .client)
        guard case .publish(let publish) = frame.body else { fatalError("no PUBLISH") }

        for message in try frame.messages(sender: .client) {
            print(message.targetId ?? "", message.objectName ?? "")  // lin_mei RC:TxtMsg
            if let text = message.decoded()?.content as? TextMessage { print(text.content) }  // hi
        }

        let schema = RongCloudSchema.shared
        guard let type = schema.message(named: "UpStreamMessage") else { fatalError("no such message") }
        let payload = try ProtobufMessage(decoding: publish.data.span, as: type, schema: schema)
        print(try frame.encoded(sender: .client) == bytes)

        let receipt = PubAck.Receipt(date: 1_795_231_113, status: 0)
        let answer = Frame(.puback(PubAck(messageId: publish.messageId, receipt: receipt)))
        print(Hex.encode(try answer.encoded(sender: .server)))  // 4000046b010d890000

        var text = TextMessage("@Mei, hi")
        text.envelope.mentionedInfo = MentionedInfo(type: .users, userIdList: ["lin_mei"])
        var upstream = payload
        upstream[1] = [.varint(7)]  // stored, counted, mentions somebody
        upstream[3] = [.bytes(text.encoded())]
        let sent = Publish(topic: "pgMsgP", targetId: "team_west", messageId: 5, data: upstream.encoded())
        let request = try Frame(.publish(sent), qos: 1).encoded(sender: .client)
        print(Hex.encode(request))
    }
}
