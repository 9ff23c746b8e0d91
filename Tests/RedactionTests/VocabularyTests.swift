import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Words that stay")
struct VocabularyTests {
    @Test("keep the key of the TCP form recoverable, whatever the protocol is called", arguments: Connect.protocolNames)
    func protocolNames(_ name: String) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50017, to: 9100)
        let connect = Connect(
            protocolId: WireString(name),
            flags: Connect.hasAppId | Connect.hasToken,
            keepAlive: 60,
            clientId: "device-of-lin-mei",
            clientIp: "203.0.113.9",
            appId: "app-of-lin-mei",
            token: "token-of-lin-mei"
        )
        let frame = try Frame(.connect(connect)).encoded(form: .tcp, sender: .client)
        var bytes = ByteWriter(capacity: 256)
        try TCPEnvelope(FrameHeader(rawValue: frame[0]), bodyLength: frame.count - 1).encode(into: &bytes)
        // Eight bytes of the name are needed, unless nothing is obfuscated.
        let key: ObfuscationKey = name.utf8.count < 6 ? .none : try ObfuscationKey([9, 8, 7, 6, 5, 4, 3, 2])
        key.append(frame.span.extracting(droppingFirst: 1), to: &bytes)
        talk.send(.client, bytes.array, &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let event = try #require(await RedactionTests.events(run.bytes).first)
        #expect(event["frame"]?["protocolId"]?.string == name)
        #expect(event["frame"]?["clientId"]?.string?.contains("lin") == false)
    }

    @Test("let each example of the message catalogue be read as before")
    func examples() async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50020)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, [], &network)
        var count = 0
        for index in MessageCatalogue.shared.indices {
            let name = MessageCatalogue.shared[index].objectName
            guard let details = MessageCatalogue.shared.details(name) else { continue }
            for example in [details.minimalExample, details.fullExample] {
                guard let content = try? JSONValue(parsing: Array(example.utf8)) else { continue }
                try talk.publish(name, content: content, &network)
                count += 1
            }
        }
        talk.close(&network)
        #expect(count > 200)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
    }

    @Test(
        "let a key in another letter case be reported as before",
        arguments: [
            ("RC:TxtMsg", #"{"Content":"Dinner at eight?"}"#, ["key-case"]),
            ("RC:TxtMsg", #"{"content":"Dinner?","User":{"id":"lin_mei","Name":"Lin Mei"}}"#, ["key-case"]),
            ("RC:VcMsg", #"{"content":"","DURATION":99}"#, ["key-case", "voice-too-long"]),
            ("RC:LBSMsg", #"{"Latitude":200.5,"longitude":3.5,"content":""}"#, ["key-case", "coordinate-range"]),
        ]
    )
    func letterCase(name: String, content: String, codes: [String]) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50021)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, [], &network)
        try talk.publish(name, content: JSONValue(parsing: content), &network)
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        for capture in [network.pcap, run.bytes] {
            let event = try #require(await RedactionTests.events(capture).last { $0["messages"] != nil })
            let found = event["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? []
            #expect(Set(codes).isSubset(of: found), "\(found)")
        }
    }

    @Test(
        "are times by their digits",
        arguments: [
            ("0", true), ("86400", true), ("1795400000", true), ("1795400000123", true), ("1795400000.123", true),
            ("1795400000123456", true), ("2026-11-27T10:00:00Z", true), ("13812345678", false), ("2795400000", false),
            ("179540000012", false), ("lin_mei", false), ("", true), ("2019-07-04", true),
            ("2019-07-04T00:00:00.000Z", true), ("2026-11-27 10:00:00.123456789+08:00", true),
            ("6222-02-1234567890", false), ("1380-01-38 138.0013800138", false),
        ]
    )
    func times(_ text: String, isTime: Bool) {
        #expect(Vocabulary.isTime(text) == isTime)
    }

    @Test(
        "are versions that are none of an address, a card or a telephone",
        arguments: [
            ("2.5.10", true), ("4.2.0", true), ("5.0.0-rc.7", true), ("js/5.0.0-rc.7", true), ("1.1", true),
            ("10.15.7", true), ("203.0.113.77", false), ("10.0.0.1", false), ("6222.0212.3456.7891", false),
            ("6222.0212", false), ("138.001.380", false), ("138-001.380-01", false), ("1.2-3", false),
            ("138.001.380-rc.01", false), ("alice/1.2.3", false), ("1..2", false), ("1.2.", false),
        ]
    )
    func versions(_ text: String, isVersion: Bool) {
        #expect(Vocabulary.isWord(text) == isVersion)
    }

    @Test(
        "are versions of four numbers only where a version is expected",
        arguments: [
            ("5.2.4.1", true), ("4.10.3.12", true), ("203.0.113.77", false), ("192.168.1.5", false), ("5.2.4", false),
        ]
    )
    func longVersions(_ text: String, isVersion: Bool) {
        #expect(Vocabulary.isLongVersion(text) == isVersion)
        let stays = LeafClass.structure.allows(text: text.utf8.span, isVersion: true)
        #expect(stays == (isVersion || text == "5.2.4"))
    }

    @Test(
        "are numbers of contents that are short, or times",
        arguments: [
            ("0", true, true), ("-1", true, true), ("86400", true, true), ("3.5", true, true), ("12.125", true, true),
            ("834921", false, true), ("13912345678", false, false), ("6222021234567890", false, false),
            ("1795400000123", false, true), ("138.001", false, false), ("5.000000", true, true), ("1e5", true, true),
            ("1.5e300", true, true), ("1.25e300", false, false), ("-12E+345", true, true), ("12345e6", false, false),
        ]
    )
    func numbers(_ spelling: String, isSmall: Bool, isTime: Bool) {
        func stays(_ leaf: LeafClass, inContent: Bool) -> Bool {
            leaf.allows(number: spelling.utf8.span, inContent: inContent)
        }
        #expect(stays(.structure, inContent: true) == isSmall)
        #expect(stays(.time, inContent: true) == isTime)
        // The decoder may need the protocol's own, whatever they are.
        #expect(stays(.structure, inContent: false))
        #expect(!stays(.text, inContent: false))
    }

    @Test(
        "are names of topics and commands that a program would choose, of at most 32 bytes; dashes are those of commands",
        arguments: [
            ("chrmPull2", true, true), ("people-gathered", false, true),
            ("x" + String(repeating: "y", count: 31), true, true),
            ("x" + String(repeating: "y", count: 32), false, false), ("lin mei", false, false), ("_x", false, false),
            ("session/refresh", false, false),
        ] as [(text: String, isTopic: Bool, isCommand: Bool)]
    )
    func names(text: String, isTopic: Bool, isCommand: Bool) {
        #expect(Vocabulary.isTopic(text) == isTopic)
        #expect(Vocabulary.isCommand(text) == isCommand)
    }

    @Test(
        "are commands with one operation",
        arguments: [
            ("session/open", true), ("conv/members-joined", true), ("direct", true), ("126/99", true), ("a/b/c", false),
            ("session/", false), ("/open", false), ("lin mei/open", false), ("session/lin mei", false), ("", false),
        ]
    )
    func operations(_ text: String, isOperation: Bool) {
        #expect(Vocabulary.isOperation(text) == isOperation)
    }
}
