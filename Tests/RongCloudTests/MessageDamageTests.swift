import RongCloud
import Testing

@Suite("Damaged contents")
struct MessageDamageTests {
    /// Bytes that change the meaning most: structure, a digit, a letter, a control character, half a character.
    private static let substitutes: [UInt8] = [0x22, 0x2C, 0x30, 0x5B, 0x7D, 0x61, 0x00, 0xE4]

    @Test("whatever a byte is changed to, the content is read, judged and written back", arguments: MessageExamples.all)
    func changedBytes(_ example: MessageExamples.Example) {
        let registry = MessageRegistry.builtIn
        for position in stride(from: example.objectName.utf8.count % 5, to: example.bytes.count, by: 5) {
            var bytes = example.bytes
            bytes[position] = Self.substitutes[position / 5 % Self.substitutes.count]
            let message = registry.decode(example.objectName, bytes)
            #expect(message.encoded() == bytes)
            _ = message.digest
            for finding in registry.diagnose(example.objectName, bytes) {
                #expect(finding.offset >= 0 && finding.offset <= bytes.count)
            }
        }
    }

    @Test("a content that is cut off stays bytes, and is said not to be JSON", arguments: MessageExamples.all)
    func cut(_ example: MessageExamples.Example) {
        for length in stride(from: 1, to: example.bytes.count, by: 9) {
            let bytes = Array(example.bytes[..<length])
            let message = MessageRegistry.builtIn.decode(example.objectName, bytes)
            #expect(message.content == nil)
            #expect(message.encoded() == bytes)
            guard let type = MessageRegistry.builtIn[example.objectName] else { continue }
            #expect(type.diagnose(bytes).map(\.code) == ["content-not-json"])
        }
    }

    @Test("a thousand keys that are repeated are told, and no more", arguments: [999, 1000, 1001, 5000])
    func repeatedKeys(count: Int) {
        let members = (0..<count).map { #""k\#($0)":0,"k\#($0)":1"# }.joined(separator: ",")
        let found = TextMessage.diagnose(Array(#"{"content":"a",\#(members)}"#.utf8))
        #expect(found.count { $0.code == "duplicate-key" } == min(count, 1000))
    }

    @Test("a key that is repeated is told once, with the number of its values and the place of the last")
    func oftenRepeatedKey() throws {
        let json = #"{"k":0,"content":"a","l":0,"k":1,"l":1,"k":2}"#
        let found = TextMessage.diagnose(Array(json.utf8)).filter { $0.code == "duplicate-key" }
        #expect(
            found.map(\.text) == [
                "k occurs 3 times; parsers take the last", "l occurs twice; parsers take the last",
            ]
        )
        #expect(found.map(\.path) == ["k", "l"] && found.map(\.offset) == [43, 37])
    }

    @Test("very many members and elements take no more than their share of time")
    func manyMembers() throws {
        let members = (0..<50_000).map { #""k\#($0)":[]"# }.joined(separator: ",")
        let ids = (0..<50_000).map { #""\#($0)""# }.joined(separator: ",")
        let json = #"{"content":"a",\#(members),"content":"b","mentionedInfo":{"type":2,"userIdList":[\#(ids)]}}"#
        let clock = ContinuousClock()
        let start = clock.now
        var message = try TextMessage(parsing: Array(json.utf8))
        #expect(message.content == "b")
        message.envelope.mentionedInfo?.userIdList?[49_999] = "x"
        let changed = try TextMessage(parsing: message.encoded())
        #expect(changed == message)
        #expect(TextMessage.diagnose(Array(json.utf8)).map(\.code) == ["content-too-large", "duplicate-key"])
        // Ten times what a slow machine needs; what grows with the square takes minutes.
        #expect(clock.now - start < .seconds(30))
    }
}
