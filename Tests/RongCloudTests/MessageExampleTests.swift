import Foundation
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Examples of every message content")
struct MessageExampleTests {
    /// Messages whose contents are not typed: partners' plug-ins, real-time rooms, internals, demos, or bodies nobody
    /// has seen.
    static let untyped: Set<String> = [
        "RC:SFMsg", "RCJrmf:RpMsg", "RCJrmf:RpOpendMsg", "RCBQMM:EmojiMsg", "RCBQMM:GifMsg", "RC:RC", "RC:CsEI",
        "RC:CsCEI", "RC:CsDHM", "RC:CsHM", "RC:QueryUidMsg", "RC:QueryContMsg", "RC:MACEMsg", "RC:StatusMsg",
        "RC:CustomMsg", "RC:GiftMsg", "RCRTC:PublishResource", "RCRTC:UnpublishResource", "RCRTC:ModifyResource",
        "RCRTC:TotalContentResources", "RCRTC:state", "RCRTC:RoomNtf", "RCRTC:UserNtf", "RCRTC:kick", "RCRTC:invite",
        "RCRTC:cancelInvite", "RCRTC:answerInvite", "RCRTC:endInvite", "RCRTC:inviteTimeout",
    ]

    @Test("there are two examples of each of the 115 messages")
    func count() {
        #expect(Set(MessageExamples.all.map(\.objectName)).count == 115)
        #expect(MessageExamples.all.count == 230)
    }

    @Test("an example decodes as its type and encodes to the same bytes", arguments: MessageExamples.all)
    func identity(_ example: MessageExamples.Example) {
        let message = MessageRegistry.builtIn.decode(example.objectName, example.bytes)
        #expect((message.content == nil) == Self.untyped.contains(example.objectName))
        #expect(message.encoded() == example.bytes)
    }

    @Test("no key of an example is unknown to its type", arguments: MessageExamples.all)
    func described(_ example: MessageExamples.Example) {
        guard let content = MessageRegistry.builtIn.decode(example.objectName, example.bytes).content else { return }
        #expect(content.otherMembers.map(\.key.text) == [])
    }

    @Test("an example built anew from its values says the same JSON", arguments: MessageExamples.all)
    func anew(_ example: MessageExamples.Example) throws {
        guard var content = MessageRegistry.builtIn.decode(example.objectName, example.bytes).content else { return }
        content.envelope.source = MessageSource()
        let encoded = content.encoded()
        #expect(try Self.foundation(encoded) == Self.foundation(example.bytes))
        let again = try #require(MessageRegistry.builtIn.decode(example.objectName, encoded).content)
        let isSame = isEqual(content, again)
        #expect(isSame)
    }

    @Test("nothing is wrong with an example beyond notes", arguments: MessageExamples.all)
    func judged(_ example: MessageExamples.Example) {
        let findings = MessageRegistry.builtIn.diagnose(example.objectName, example.bytes)
        // The recordings of the voice examples end within their first frame; the full one claims seven seconds.
        let expected = ["RC:VcMsg minimal": ["amr-frames"], "RC:VcMsg full": ["amr-frames", "amr-duration"]]
        #expect(findings.filter { $0.severity != .note }.map(\.code) == expected[example.testDescription] ?? [])
    }

    /// What Foundation's reader makes of a JSON text; an empty `extra` says the same as none.
    static func foundation(_ bytes: [UInt8]) throws -> NSObject {
        let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        guard var object = value as? [String: Any] else { return try #require(value as? NSObject) }
        if object["extra"] as? String == "" { object["extra"] = nil }
        return object as NSDictionary
    }
}

/// Whether two contents are of one type and say the same.
func isEqual<Content: MessageContent>(_ one: Content, _ other: any MessageContent) -> Bool {
    other as? Content == one
}
