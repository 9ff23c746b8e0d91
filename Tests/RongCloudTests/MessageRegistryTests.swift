import RongCloud
import Testing
import WireFormat
import WireJSON

/// A gift in a live chatroom: the worked example of an app's own type.
private struct GiftMessage: MessageContent {
    static let objectName = "App:Gift"
    static let flags = MessageFlags.status
    static let envelopeKeys = MessageEnvelope.Keys.user

    /// "0" a flower, "1" applause.
    var type = ""
    /// Words that go with it.
    var content: String?
    var envelope = MessageEnvelope()

    mutating func fields(_ pass: inout FieldPass) {
        pass.text("type", &type)
        pass.text("content", &content)
    }

    var digest: String { "\(envelope.user?.name ?? "somebody") gives \(type == "0" ? "a flower" : "applause")" }
}

/// The same under the name that the vendor's demo took.
private struct DemoGiftMessage: MessageContent {
    static let objectName = "RC:GiftMsg"
    static let flags = MessageFlags.status
    static let envelopeKeys = MessageEnvelope.Keys.user

    var type = ""
    var content: String?
    var envelope = MessageEnvelope()

    mutating func fields(_ pass: inout FieldPass) {
        pass.text("type", &type)
        pass.text("content", &content)
    }
}

@Suite("Types of an app's own")
struct MessageRegistryTests {
    @Test(
        "Of a key that is there twice in a content of an unknown type, the last value is shown",
        arguments: [
            (#"{"n":1,"title":"a","title":"b","text":"c"}"#, "b"),
            (#"{"title":"a","text":"c","title":""}"#, "c"),
            (#"{"title":"a","title":7,"text":"c","text":"d"}"#, "d"),
            (#"{"title":"a","title":null}"#, ""),
            (#""only""#, "only"),
        ]
    )
    func lastOfTwo(_ json: String, _ shown: String) throws {
        let document = try JSONDocument(json)
        #expect(ContentDigest.digest(objectName: "App:Unknown", content: document.root) == shown)
        #expect(UnregisteredMessage(objectName: "App:Unknown", bytes: Array(json.utf8)).digest == shown)
    }

    @Test("a registered type decodes with the sender's data, and encodes to the same bytes")
    func gift() throws {
        var registry = MessageRegistry()
        try registry.register(GiftMessage.self)
        let json = #"{"type":"0","user":{"id":"u-1","name":"Mei","portrait":"https://img.example.org/1.png"}}"#
        let message = registry.decode("App:Gift", Array(json.utf8))
        guard case .custom(let content) = message, let gift = content as? GiftMessage else {
            Issue.record("not a gift: \(message)")
            return
        }
        #expect(gift.type == "0")
        #expect(gift.envelope.user == MessageUser(id: "u-1", name: "Mei", portrait: "https://img.example.org/1.png"))
        #expect(message.digest == "Mei gives a flower")
        #expect(message.encoded() == Array(json.utf8))
        #expect(type(of: content).flags == .status)
    }

    @Test("a type is built, sent and judged like the SDKs' own")
    func built() {
        let gift = GiftMessage {
            $0.type = "1"
            $0.envelope.user = MessageUser(id: "u-2", name: "Lin")
        }
        #expect(String(decoding: gift.encoded(), as: UTF8.self) == #"{"type":"1","user":{"id":"u-2","name":"Lin"}}"#)
        #expect(gift.validate() == [])
        let findings = GiftMessage.diagnose(Array(#"{"Type":7}"#.utf8), flags: [])
        #expect(findings.map(\.code) == ["flags-contradict", "key-case", "wrong-type"])
    }

    @Test("without registration the content stays raw JSON under its name")
    func unregistered() throws {
        let json = Array(#"{ "type": "0" }"#.utf8)
        guard case .unregistered(let message) = MessageRegistry().decode("App:Gift", json) else {
            Issue.record("decoded without a type")
            return
        }
        #expect(message.objectName == "App:Gift")
        #expect(try message.json?.value() == ["type": "0"])
        #expect(message.bytes == json)
    }

    @Test("D242 D243 D245: the demo's gift reads the same from iOS and Android")
    func demoGift() throws {
        var registry = MessageRegistry()
        try registry.register(DemoGiftMessage.self, allowingReservedPrefix: true)
        let ios = registry.decode("RC:GiftMsg", Array(#"{"type":"0","user":{"id":"u","icon":"p"}}"#.utf8))
        let android = Array(#"{"content":"","type":"0","user":{"id":"u","portrait":"p"}}"#.utf8)
        let one = try #require(ios.content as? DemoGiftMessage)
        var other = try #require(registry.decode("RC:GiftMsg", android).content as? DemoGiftMessage)
        other.content = nil
        #expect(one == other)
    }

    @Test("D244: the demo's name has the reserved prefix")
    func demoName() {
        #expect(throws: RegistrationError.reservedPrefix("RC:GiftMsg", prefix: "RC:")) {
            var registry = MessageRegistry()
            try registry.register(DemoGiftMessage.self)
        }
    }

    @Test("a second type of one name is refused, in other letter case too")
    func duplicates() throws {
        var registry = MessageRegistry()
        try registry.register(GiftMessage.self)
        #expect(throws: RegistrationError.duplicate("App:Gift")) { try registry.register(GiftMessage.self) }
        #expect(throws: RegistrationError.duplicateButForCase("app:gift", registered: "App:Gift")) {
            try registry.register(Named.LowerGift.self)
        }
        #expect(throws: RegistrationError.duplicate("RC:TxtMsg")) {
            try registry.register(Named.Text.self, allowingReservedPrefix: true)
        }
    }

    @Test("a bad name is refused with the reason")
    func badNames() {
        var registry = MessageRegistry()
        #expect(throws: RegistrationError.emptyName) { try registry.register(Named.Empty.self) }
        #expect(throws: RegistrationError.longName("App:aaaaaaaaaaaaaaaaaaaaaaaaaaaaa")) {
            try registry.register(Named.Long.self)
        }
        #expect(
            RegistrationError.longName("App:a").description
                == "App:a has more than the 32 characters that the server takes"
        )
        #expect(throws: RegistrationError.badCharacter("App:End ", at: 7)) { try registry.register(Named.Blank.self) }
        #expect(throws: RegistrationError.badCharacter("App:礼物", at: 4)) { try registry.register(Named.Chinese.self) }
        // The limit counts characters: these 14 have 34 bytes.
        #expect(throws: RegistrationError.badCharacter("App:礼物盒子礼物盒子礼物", at: 4)) {
            try registry.register(Named.LongestChinese.self)
        }
        #expect(throws: RegistrationError.reservedPrefix("rcrtc:Mine", prefix: "RCRTC:")) {
            try registry.register(Named.Room.self)
        }
        #expect(throws: Never.self) { try registry.register(Named.Longest.self) }
    }

    @Test("the SDKs' types are there under every name that a platform uses")
    func builtIn() {
        let registry = MessageRegistry.builtIn
        #expect(registry["RC:CsCha"] == CSChangeModeMessage.self)
        #expect(registry["RC:CSCha"] == CSChangeModeMessage.self)
        #expect(registry["RC:Cscha"] == nil)
        #expect(registry.objectNames.allSatisfy { MessageCatalogue.shared.entry($0) != nil })
    }
}

/// Types that differ in their names only.
private enum Named {
    struct LowerGift: MessageContent {
        static let objectName = "app:gift"
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
    struct Text: MessageContent {
        static let objectName = "RC:TxtMsg"
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
    struct Empty: MessageContent {
        static let objectName = ""
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
    struct Long: MessageContent {
        static let objectName = "App:aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
    struct Longest: MessageContent {
        static let objectName = "App:aaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
    struct Blank: MessageContent {
        static let objectName = "App:End "
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
    struct Chinese: MessageContent {
        static let objectName = "App:礼物"
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
    struct LongestChinese: MessageContent {
        static let objectName = "App:礼物盒子礼物盒子礼物"
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
    struct Room: MessageContent {
        static let objectName = "rcrtc:Mine"
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }
}
