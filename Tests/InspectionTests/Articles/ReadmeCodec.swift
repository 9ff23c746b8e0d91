import RongCloud
import WireFormat
import WireProtobuf

/// The README's code with the codec alone.
enum ReadmeCodec {
    static func decode() throws {
        let bytes = try Hex.decode(
            "32000670704d73675000076c696e5f6d656900040803120952433a5478744d73671a107b22636f6e74656e74223a226869227d4800"
        )
        let frame = try Frame(decoding: bytes.span, sender: .client)
        guard case .publish(let publish) = frame.body else { fatalError("no PUBLISH") }
        print(publish.topic.text, "to", publish.targetId.text)  // ppMsgP to lin_mei

        let schema = RongCloudSchema.shared
        guard let type = schema.message(named: "UpStreamMessage") else { fatalError("no such message") }
        let payload = try ProtobufMessage(decoding: publish.data.span, as: type, schema: schema)
        if case .bytes(let content)? = payload[3].first {
            print(try TextMessage(parsing: content).content)  // hi
        }
    }
}
