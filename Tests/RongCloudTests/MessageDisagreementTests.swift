import Foundation
import RongCloud
import Testing
import WireFormat
import WireJSON

/// The disagreements between platforms that need more than a row of ``MessageVariants``.
@Suite("Disagreements between platforms")
struct MessageDisagreementTests {
    private let registry = MessageRegistry.builtIn

    private func content<Content: MessageContent>(_ type: Content.Type, _ json: String) throws -> Content {
        try Content(parsing: Array(json.utf8))
    }

    @Test(
        "D001 D032 D159: a name in other letter case is unknown, and said to be so",
        arguments: [
            "RC:TXTMSG", "RC:VCMSG", "RC:IMGMSG", "RC:IMGTEXTMSG", "RC:LbsMsg", "RC:INFONTF", "RC:CONTACTNTF",
            "RC:PROFILENTF", "RC:CMDNTF", "RC:GRPNTF", "RC:DIZNTF", "RC:CMDMSG", "RC:ChrmKVNotiMsg",
        ]
    )
    func nameCase(_ name: String) {
        #expect(registry[name] == nil)
        #expect(registry.diagnose(name, Array("{}".utf8)).map(\.code).contains("object-name-case"))
    }

    @Test("D003 D028: counted alone is counted and persisted")
    func countedAlone() {
        #expect(MessageFlags(registered: 2) == [.persisted, .counted])
        #expect(MessageFlags(registered: 3) == MessageFlags(registered: 2))
        #expect(MessageFlags(registered: 16) == .status)
        #expect(TextMessage.flags == [.persisted, .counted])
    }

    @Test(
        "D004: the avatar is what the first of the keys says that says something, wherever it stands",
        arguments: [
            (#""id":"u","portraitUri":"p""#, "p"),
            (#""portraitUri":"p","id":"u""#, "p"),
            (#""id":"u","portraitUri":"p","name":"n""#, "p"),
            (#""id":"u","portraitUri":"p","icon":"i""#, "i"),
            (#""id":"u","icon":"","portraitUri":"p""#, "p"),
            (#""id":"u","portrait":"","portraitUrl":"p""#, "p"),
            (#""id":"u","portraitUri":"p","portraitUri":"q""#, "q"),
            (#""id":"u","PortraitURI":"p""#, "p"),
            (#""id":"u","portraitUri":"p\u00e9""#, "pé"),
            (#""id":"u","portraitUri":"""#, nil),
            (#""id":"u","portraitUri":null"#, nil),
            (#""id":"u","portraitUri":7"#, "7"),
            (#""id":"u","avatar":"p""#, nil),
        ]
    )
    func avatar(_ members: String, _ portrait: String?) throws {
        let message = try content(TextMessage.self, #"{"content":"a","user":{\#(members)}}"#)
        #expect(message.envelope.user?.id == "u")
        #expect(message.envelope.user?.portrait == portrait)
    }

    @Test("D007 D009 D046: each type keeps its own key for UIDs and URLs")
    func ownKeys() throws {
        #expect(try content(RecallCommandMessage.self, #"{"messageUId":"x"}"#).messageUId == "x")
        #expect(try content(StreamMessage.self, #"{"messageUID":"x"}"#).messageUID == "x")
        #expect(try content(BlockMessage.self, #"{"msgUId":"x"}"#).msgUId == "x")
        #expect(try content(GroupReadReceiptMessage.self, #"{"msgId":"x"}"#).msgId == "x")
        #expect(try content(MessageExpansionMessage.self, #"{"mid":"x"}"#).mid == "x")
        #expect(try content(ReferenceMessage.self, #"{"referMsgUid":"x"}"#).referMsgUid == "x")
        #expect(try content(ImageMessage.self, #"{"imageUri":"u"}"#).imageUri == "u")
        #expect(try content(GIFMessage.self, #"{"remoteUrl":"u"}"#).remoteUrl == "u")
        #expect(try content(FileMessage.self, #"{"fileUrl":"u"}"#).fileUrl == "u")
        #expect(try content(SightMessage.self, #"{"sightUrl":"u"}"#).sightUrl == "u")
    }

    @Test("D008 D182: the inner object name has a key of its own in each type")
    func innerNames() throws {
        #expect(try content(ReferenceMessage.self, #"{"objName":"n"}"#).objName == "n")
        #expect(try content(RecallNotificationMessage.self, #"{"originalObjectName":"n"}"#).originalObjectName == "n")
        #expect(try content(EncryptedMessage.self, #"{"originalObjName":"n"}"#).originalObjName == "n")
        #expect(try content(DeliverMessage.self, #"[{"objectName":"n"}]"#).deliveries.first?.objectName == "n")
    }

    @Test("D049 D050 D085: summary and picture have other keys in a link than in an article")
    func articles() throws {
        let link = try content(RichContentMessage.self, #"{"content":"c","imageUri":"i","digest":"d","picurl":"p"}"#)
        #expect(link.content == "c" && link.imageUri == "i")
        let json = #"{"articles":[{"content":"c","imageUri":"i","digest":"d","picurl":"p"}]}"#
        let article = try #require(try content(PublicServiceRichContentMessage.self, json).articles.first)
        #expect(article.digest == "d" && article.picurl == "p")
    }

    @Test("D013 D168: a content that is a list is read as one, and an object in its place is an error")
    func list() throws {
        let message = try content(DeliverMessage.self, #"[{"messageUId":"x","time":7}, {"messageUId":"y","time":8}]"#)
        #expect(message.deliveries.map(\.messageUId) == ["x", "y"])
        #expect(registry.diagnose("RC:Delivered", Array("{}".utf8)).map(\.code) == ["content-wrong-shape"])
        #expect(registry.diagnose("RC:Delivered", Array("[{}]".utf8)).map(\.path) == ["[0].messageUId", "[0].time"])
    }

    @Test(
        "D014 D183 D184 D185: a body without bytes decodes, with a note",
        arguments: ["RC:RLEnd", "RC:RLJoin", "RC:RLQuit", "RC:UnknownMsg"]
    )
    func noBytes(_ name: String) {
        let message = registry.decode(name, [])
        #expect(message.content != nil)
        #expect(message.encoded() == [])
        #expect(registry.diagnose(name, []).map(\.code) == ["content-empty"])
        #expect(registry.decode(name, Array("{}".utf8)).encoded() == Array("{}".utf8))
    }

    @Test(
        "D055 D059 D170 D175 D176: a content of an unknown type keeps its bytes",
        arguments: [
            ("RC:LocMsg", #"{"poi": "p" }"#), ("RC:SFMsg", #"{"filePath":"a"}"#), ("RC:RC", #"{"messageUId":"x"}"#),
            ("App:Anything", "not JSON \u{1}"),
        ]
    )
    func unknown(_ name: String, _ text: String) {
        let message = registry.decode(name, Array(text.utf8))
        #expect(message.content == nil)
        #expect(message.encoded() == Array(text.utf8))
    }

    @Test(
        "D098 D107 D108 D113 D118: flags that an app registered otherwise are reported",
        arguments: ["RC:InfoNtf", "RC:ContactNtf", "RC:ProfileNtf", "RC:CmdNtf", "RC:GrpNtf", "RC:DizNtf"]
    )
    func otherFlags(_ name: String) throws {
        let type = try #require(registry[name])
        #expect(type.flags == .persisted)
        let findings = type.diagnose(Array("{}".utf8), flags: []).filter { $0.rule == .flags }
        #expect(findings.map(\.severity) == [.warning])
        #expect(!type.diagnose(Array("{}".utf8), flags: .persisted).contains { $0.rule == .flags })
    }

    @Test("D126 D135: commands and receipts have no flags, whatever they are called")
    func noFlags() {
        #expect(CommandMessage.flags == [])
        #expect(ReadReceiptMessage.flags == [])
    }

    @Test("D142 D217: flags of a platform are a note that names it")
    func platformFlags() {
        let json = Array("{}".utf8)
        let typing = TypingStatusMessage.diagnose(json, flags: []).filter { $0.rule == .flags }
        #expect(typing.map(\.platform) == [.web] && typing.map(\.severity) == [.note])
        let onAndroid = CallSummaryMessage.diagnose(json, flags: .persisted).filter { $0.rule == .flags }
        #expect(onAndroid.map(\.platform) == [.android])
        let onWeb = CallSummaryMessage.diagnose(json, flags: []).filter { $0.rule == .flags }
        #expect(onWeb.map(\.platform) == [.web])
        #expect(CallSummaryMessage.flags == [.persisted, .counted])
    }

    @Test("D042: a thumbnail above 10 KB is a note, above 80 KB a warning")
    func thumbnailLimits() {
        for (length, codes) in [(9_000, []), (20_000, ["thumbnail-size"]), (90_000, ["thumbnail-too-large"])] {
            let image = ImageMessage {
                $0.content = Samples.base64(Samples.jpeg(width: 100, height: 80, length: length))
                $0.imageUri = "https://a"
            }
            #expect(image.validate().map(\.code) == codes)
        }
    }

    @Test("D165: the members of one notice are objects, of another plain ids")
    func members() throws {
        let joined = #"{"userList":[{"userId":"u","status":1}]}"#
        #expect(try content(ChatRoomMemberActionMessage.self, joined).userList.map(\.userId) == ["u"])
        #expect(try content(ChatRoomMemberBlockMessage.self, #"{"userList":["u"]}"#).userList == ["u"])
    }

    @Test(
        "D172 D173 D174 D186: superseded and oddly named types are known",
        arguments: ["RC:RecNtf", "RC:HsMsg", "RC:SpMsg", "RC:RL"]
    )
    func superseded(_ name: String) {
        #expect(registry[name]?.objectName == name)
    }

    @Test("D203 D204 D205 D206: an app cannot take a name with the SDKs' prefix")
    func reserved() {
        #expect(throws: RegistrationError.reservedPrefix("RC:CsEI", prefix: "RC:")) {
            var registry = MessageRegistry()
            try registry.register(Invitation.self)
        }
    }

    private struct Invitation: MessageContent {
        static let objectName = "RC:CsEI"
        var envelope = MessageEnvelope()
        mutating func fields(_ pass: inout FieldPass) {}
    }

    @Test(
        "D221 to D233: contents of real-time rooms pass through untouched",
        arguments: MessageExamples.all.filter { $0.objectName.hasPrefix("RCRTC:") }
    )
    func realTimeRooms(_ example: MessageExamples.Example) {
        #expect(registry.decode(example.objectName, example.bytes).encoded() == example.bytes)
    }

    @Test("D234 D236 D238 D240: one wrapper carries types that only the app's own name tells apart")
    func wrappers() throws {
        let gift = try content(WrapperNormalMessage.self, #"{"messageType":"gift","fields":{"id":"1","n":"2"}}"#)
        let like = try content(WrapperNormalMessage.self, #"{"messageType":"like","fields":{"id":"1","n":"2"}}"#)
        #expect(gift.messageType != like.messageType && gift.pairs == like.pairs)
        #expect(WrapperStorageMessage.flags == .persisted)
        #expect(WrapperCommandMessage.flags == [])
        #expect(WrapperStatusMessage.flags == .status)
    }
}

/// How many of the 245 disagreements are test cases, and why the others are not.
@Suite("Disagreements that are covered")
struct DisagreementCoverageTests {
    /// Cases that tests of other suites name.
    private static let elsewhere: Set<Int> = {
        let named = [1, 32, 159, 3, 28, 7, 9, 46, 8, 182, 49, 50, 85, 13, 168, 14, 55, 59, 170, 98, 107, 108, 113, 118]
        let more = [126, 135, 142, 217, 42, 165, 186, 234, 236, 238, 240, 175, 176]
        return Set(named + more).union(172...174).union(183...185).union(203...206).union(221...233).union(242...245)
    }()

    /// Cases that are left out, by reason.
    static let leftOut: [(reason: String, cases: [Int])] = [
        ("codes and names of constants, not contents", Array(15...20) + [22]),
        ("which platform has or registers a type", [21, 71, 75, 76, 117, 122, 154, 200, 219, 220] + Array(177...181)),
        (
            "an object of a bridge or a class, not the wire",
            [30, 31, 45, 63, 86, 97, 100, 103, 112, 123, 136, 158, 211]
        ),
        ("behaviour of a client or server, not of a content", [82, 139, 145, 151, 153, 169, 171]),
        ("contents of partners that are not typed", Array(89...94)),
        ("advice on names only", [235, 237, 239, 241]),
    ]

    @Test("every disagreement is a test case or left out for a reason")
    func complete() throws {
        let rows = Set(MessageVariants.all.flatMap(\.cases).compactMap { Int($0.dropFirst()) })
        let covered = rows.union(Self.elsewhere)
        let omitted = Self.leftOut.flatMap(\.cases)
        #expect(covered.isDisjoint(with: omitted))
        #expect(Set(omitted).count == omitted.count)
        #expect(
            covered.union(omitted) == Set(1...245),
            "\(Set(1...245).subtracting(covered).subtracting(omitted).sorted())"
        )
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        #expect(text.contains("\(covered.count) of 245"))
        for (reason, cases) in Self.leftOut { #expect(text.contains("| \(reason) | \(cases.count) |")) }
    }
}
