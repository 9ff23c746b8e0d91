import RongCloud
import WireFormat
import WireProtobuf

/// The code of "From bytes to a typed message and back".
enum MessageArticle {
    static func decodeAndEncode() throws {
        let bytes = try Hex.decode(
            "32000670704d73675000076c696e5f6d656900040803120952433a5478744d73671a107b22636f6e74656e74223a226869227d4800"
        )
        let frame = try Frame(decoding: bytes.span, sender: .client)
        guard case .publish(let publish) = frame.body else { fatalError("no PUBLISH") }

        let schema = RongCloudSchema.shared
        guard let type = schema.message(named: "UpStreamMessage") else { fatalError("no such message") }
        let payload = try ProtobufMessage(decoding: publish.data.span, as: type, schema: schema)
        guard case .bytes(let content)? = payload[3].first else { fatalError("no content") }
        let message = try TextMessage(parsing: content)
        print(message.content)  // hi
        print(try frame.encoded(sender: .client) == bytes)
    }
}
