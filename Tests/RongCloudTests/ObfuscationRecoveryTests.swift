import RongCloud
import Testing
import WireFormat

@Suite("The key of the TCP form's bodies")
struct ObfuscationRecoveryTests {
    private static let key = try? ObfuscationKey([0x4B, 0xE7, 0x29, 0x0F, 0xD6, 0x85, 0xA3, 0x1C])

    /// A message of the client as it is on the wire.
    private static func publish(to topic: String, objectName: String, content: String) throws -> [UInt8] {
        func field(_ number: UInt8, _ text: String) -> [UInt8] {
            [number << 3 | 2, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        let data = [8, 3] + field(2, objectName) + field(3, content)
        let publish = Publish(
            topic: WireString(topic),
            targetId: "li_na",
            messageId: 7,
            data: data,
            signature: 0x0102_0304_0506_0708
        )
        let frame = try Frame(.publish(publish), qos: 1).encoded(form: .tcp, sender: .client)
        var writer = ByteWriter()
        try TCPEnvelope(FrameHeader(rawValue: frame[0]), bodyLength: frame.count - 1).encode(into: &writer)
        try #require(key).append(frame.span.extracting(droppingFirst: 1), to: &writer)
        return writer.array
    }

    @Test(
        "is the one under which a message has a known name and content, of topics that differ in one letter",
        arguments: ["ppMsgP", "pgMsgP", "pdMsgP", "ppMsgN", "ppMsgS", "pgMsgS"]
    )
    func topicsOfTheSameLength(_ topic: String) throws {
        let frame = try Self.publish(to: topic, objectName: "RC:TxtMsg", content: #"{"content":"hello","extra":""}"#)
        #expect(ObfuscationKey.recover(from: frame.span, sender: .client) == Self.key)
    }
}
