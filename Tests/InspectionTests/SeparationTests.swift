import LeanCloud
import NIM
import Reporting
import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON
import WireProtobuf
import YC

@testable import Inspection

@Suite("What is known of one unit says nothing of the next")
struct SeparationTests {
    /// A connection with heartbeats and, between them, polling requests of another one.
    private static func mixed(sdkVersion: String) -> [TestSegment] {
        var socket = Talk(port: 1001, sdkVersion: sdkVersion)
        var polling = Talk(port: 2001, sdkVersion: nil)
        var segments: [TestSegment] = []
        for beat in 0..<6 {
            socket.time += 50_000_000_000
            polling.time = socket.time + 1_000_000
            socket.frame(.client, [0xC0])
            socket.frame(.server, [0xD0])
            polling.send(.client, Array("GET /pullmsg.js?sessionid=s1 HTTP/1.1\r\n\r\n".utf8))
            let unit = #"{"headerCode":50,"messageId":\#(beat),"topic":"s_ntf","targetId":"me","date":1,"data":"{}"}"#
            polling.send(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: \(unit.utf8.count)\r\n\r\n\(unit)".utf8))
        }
        segments = socket.segments + polling.segments
        return segments.sorted { $0.time < $1.time }
    }

    @Test("the SDK's version of one connection does not judge another")
    func generation() async throws {
        func findings(_ version: String) async throws -> [String] {
            try await check(Self.mixed(sdkVersion: version)).report.findings.compactMap { finding in
                guard case .events(_, 2, let numbers, _) = finding.place else { return nil }
                return "\(finding.rule.id) \(numbers)"
            }
        }
        let ofTwo = try await findings("2.0.0")
        #expect(ofTwo == (try await findings("5.0.0")))
        #expect(ofTwo == (try await findings("4.2.0")))
    }

    /// What an event is made of: its state, beside it only what keeps memory, and what says nothing of a unit.
    private struct Parts: ~Copyable {
        var flow: FlowIdentity
        var state: Event.State
        var packets: [Int]
        var wire: [UInt8]
        var diagnostics: DiagnosticList
        var units: SystemUnits
        var staysInMemory = StaysInMemory()
    }

    /// The fields of a state with what they hold.
    private func fields(_ state: Event.State) -> [String: String] {
        var fields: [String: String] = [:]
        for child in Mirror(reflecting: state).children { fields[child.label ?? ""] = String(reflecting: child.value) }
        return fields
    }

    @Test("an event whose every field is filled is like a new one after the reset")
    func reset() {
        var event = Event(flow: .nobody)
        event.kind = .gap(offset: 1, length: 2)
        event.system = .nim
        event.sender = .client
        event.transport = .tcp
        event.number = 1
        event.requestNumber = 2
        event.pollingSession = PollingSessionKey(id: "s", server: "im")
        event.isSentAgain = true
        event.time = 3
        event.hasNanoseconds = true
        event.isTLS = true
        event.isDisordered = true
        event.isAfterInterruption = true
        event.isOneSided = true
        event.framing = .masked
        event.isText = true
        event.isPlain = true
        event.reply = Event.Reply(slot: 1, topic: 2, latency: 3)
        event.isAnswer = true
        event.requestSlot = 4
        event.isComplete = true
        event.undecoded = 0..<1
        event.replyNumberPosition = 9
        event.packets = [1]
        event.wire = [1]
        event.diagnose(.error, "a", "b")
        let filled = fields(event.state)
        let new = fields(Event.State(.undecoded, .rongCloud, sender: .server))
        // A field that is added is to be filled here too.
        for (name, value) in new { #expect(filled[name] != value, "\(name) is not filled") }
        event.reset(.undecoded, .rongCloud, flow: .nobody, sender: .server)
        #expect(fields(event.state) == new)
        #expect(event.packets.isEmpty && event.wire.isEmpty)
        #expect(event.diagnostics.isEmpty && event.diagnostics.worst == nil)
        // A field beside the state would not go with it.
        #expect(MemoryLayout<Event>.size == MemoryLayout<Parts>.size)
    }

    @Test("so is what a system has read of the unit")
    func resetUnit() {
        var event = Event(flow: .nobody)
        event.units.rongCloud.layout.messageId = 7
        event.units.rongCloud.typeName = "POLL"
        event.units.rongCloud.extra = [.init(name: "a", value: "b")]
        event.units.rongCloud.topic = 3
        event.units.rongCloud.payload = PayloadMap.shared.upStreamMessage
        event.units.rongCloud.refusedPayload = PayloadMap.shared.upStreamMessage
        event.units.rongCloud.messages = [RongCloudMessage(node: 0, MessageFields())]
        event.units.rongCloud.contents.append("x")
        event.units.rongCloud.contentOnTape = 0
        event.units.rongCloud.generation = .v5
        event.units.rongCloud.ownUser = [1]
        event.reset(.undecoded, .rongCloud, flow: .nobody, sender: .server)
        #expect(
            event.units.rongCloud.layout.messageId == nil && event.units.rongCloud.typeName == nil
                && event.units.rongCloud.extra.isEmpty && event.units.rongCloud.topic == nil
        )
        #expect(event.units.rongCloud.payload == .none && event.units.rongCloud.messages.isEmpty)
        #expect(event.units.rongCloud.contents.count == 0 && event.units.rongCloud.contentOnTape == nil)
        #expect(event.units.rongCloud.generation == nil && event.units.rongCloud.ownUser.isEmpty)
    }

    @Test("so is one of another system")
    func resetOthers() throws {
        var event = Event(flow: .nobody)
        event.units.leanCloud.isBroken = true
        event.units.leanCloud.messages = [LeanCloudUnit.Message(type: -1, content: .bytes([1]))]
        event.units.leanCloud.contents.append("x")
        event.units.leanCloud.ownPeer = [1]
        event.reset(.undecoded, .leanCloud, flow: .nobody, sender: .server)
        #expect(!event.units.leanCloud.isBroken && event.units.leanCloud.messages.isEmpty)
        #expect(event.units.leanCloud.contents.count == 0 && event.units.leanCloud.ownPeer.isEmpty)
        event.units.nim.packet = try NIMPacket(decoding: Array("1::".utf8).span)
        event.units.nim.scope = .im
        event.units.nim.body = [:]
        let text = #"3:::{"sid":7,"cid":2,"code":200,"r":[{"8":"0","9":"hi"}],"ser":0}"#
        event.units.nim.messages = try NIMPacket(decoding: Array(text.utf8).span).messages()
        #expect(!event.units.nim.messages.isEmpty)
        event.units.nim.account = "a"
        event.reset(.undecoded, .nim, flow: .nobody, sender: .server)
        #expect(event.units.nim.packet == nil && event.units.nim.scope == nil && event.units.nim.body == nil)
        #expect(event.units.nim.messages.isEmpty && event.units.nim.account == nil)
        event.units.yc.reply = try YCReply(decoding: Array("{}".utf8).span)
        event.reset(.undecoded, .yc, flow: .nobody, sender: .server)
        #expect(event.units.yc.reply == nil)
    }

    @Test("where a payload holds several messages, a diagnostic names its own")
    func messageOfDiagnostic() async throws {
        func message(_ content: String) -> [UInt8] {
            Bytes.field(
                1,
                Bytes.field(1, "u") + Bytes.field(2, 1) + Bytes.field(4, "RC:TxtMsg") + Bytes.field(5, content)
                    + Bytes.field(6, 1_795_233_206_117)
            )
        }
        var talk = Talk()
        talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 7, Bytes.field(1, 0)))
        let list = message(#"{"content":"a"}"#) + message(#"{"content":1}"#) + message("no JSON")
        talk.frame(.server, Bytes.queryAck(id: 7, list + Bytes.field(2, 5)))
        let event = try #require(try await Decoded(talk.segments).events().last)
        let paths = event.diagnostics.compactMap { $0["path"]?.string }.filter { $0.contains("content") }
        #expect(paths.contains { $0.hasPrefix("messages[1].content") })
        #expect(paths.contains("messages[2].content"))
        #expect(!paths.contains { $0.hasPrefix("messages[0]") })
    }
}

@Suite("Payloads under topics that the table does not know")
struct PayloadGuessTests {
    private static let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)

    private func event(_ frame: [UInt8], from sender: FrameSender = .client, payloads: [String: String] = [:])
        async throws
        -> TestEvent
    {
        var talk = Talk()
        talk.frame(sender, frame)
        let found = try await Decoded(talk.segments) { decoder in
            decoder.options.payloads = payloads
        }
        return try #require(try found.events().last)
    }

    @Test("a PUBLISH is read as the message that fits, with a note", arguments: ["", "xxMsgQ"])
    func guess(_ topic: String) async throws {
        let event = try await event(Bytes.publish(topic, to: "sys", id: 1, Self.text))
        #expect(event.payload?["message"] == "UpStreamMessage")
        #expect(event.messages.first?["objectName"] == "RC:TxtMsg")
        #expect(event.messages.first?["content"]?.description == #"{"content":"hi"}"#)
        #expect(event.messages.first?["conversation"] == nil)
        #expect(event.codes == ["payload-guessed"])
    }

    @Test(
        "what fits no message stays undecoded",
        arguments: [
            [0xFF, 0xFF], Array("hello there".utf8), [], [8, 1], Bytes.field(2, "no name") + Bytes.field(3, "x"),
        ]
    )
    func noGuess(_ data: [UInt8]) async throws {
        let event = try await event(Bytes.publish("xxMsgQ", to: "sys", id: 1, data))
        #expect(event.payload == nil)
        #expect(!event.codes.contains("payload-guessed"))
    }

    @Test("the user says what a topic carries for which the table knows no message")
    func toldOfKnownTopic() async throws {
        let frame = Bytes.query("queryChrm", to: "room", id: 1, Bytes.field(1, 5))
        let query = try await event(frame, payloads: ["queryChrm": "PullUserSettingInput"])
        #expect(query.payload?["message"] == "PullUserSettingInput")
        #expect(!query.codes.contains("payload-unknown"))
        #expect(try await event(frame).codes == ["payload-unknown"])
    }

    @Test("the user says what a topic carries, also of a QUERY")
    func told() async throws {
        let payloads = ["xxMsgQ": "UpStreamMessage", "xxQry": "PullUserSettingInput"]
        let publish = try await event(Bytes.publish("xxMsgQ", to: "sys", id: 1, Self.text), payloads: payloads)
        #expect(publish.payload?["message"] == "UpStreamMessage")
        #expect(publish.codes.isEmpty)
        let query = try await event(Bytes.query("xxQry", to: "sys", id: 1, Bytes.field(1, 5)), payloads: payloads)
        #expect(query.payload?["message"] == "PullUserSettingInput")
        let unknown = try await event(Bytes.query("xxQry", to: "sys", id: 1, Bytes.field(1, 5)))
        #expect(unknown.codes == ["topic-unknown"])
    }
}

@Suite("Filters test what the line shows")
struct FilterAgreementTests {
    private static let cases: [(String, [TestSegment], filter: String)] = {
        var polling = Talk(sdkVersion: nil)
        let target = "/websocket?messageid=70000&header=50&sessionid=s1&topic=ppMsgP&targetid=bob"
        polling.send(.client, Array("GET \(target) HTTP/1.1\r\n\r\n".utf8))
        var odd = Talk()
        // A topic in CESU-8: a surrogate pair of three bytes each stands for one character.
        let topic: [UInt8] = [0, 6, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]
        odd.frame(.client, [0x32] + topic + Bytes.text("bob") + [0, 9])
        return [
            ("a message id beyond 16 bits", polling.segments, "frame.messageId == 70000"),
            ("a topic in another encoding", odd.segments, "frame.topic == \"😀\""),
        ]
    }()

    @Test("the value that is shown is the value that is found", arguments: cases.indices)
    func agreement(_ index: Int) async throws {
        let (name, segments, text) = Self.cases[index]
        let filter = try EventFilter(text)
        let found = try await Decoded(segments) { $0.filter = filter }.events()
        #expect(found.count == 1, "\(name)")
    }

    @Test("a type has the name of its transport")
    func names() async throws {
        func frame(_ object: String) throws -> [UInt8] {
            try FrameObject.encode(Array(object.utf8), form: .tcp, sender: .client)
        }
        var tcp = Talk(sdkVersion: nil)
        let texts = #""protocolId":"RCloud","protocolVersion":3,"flags":192,"keepAlive":30,"clientId":"d""#
        tcp.send(.client, try frame(#"{"type":"CONNECT",\#(texts),"appId":"app1","token":"t1234567"}"#))
        tcp.send(.client, try frame(#"{"type":"RECONNECT","data":"0001"}"#))
        var socket = Talk()
        socket.frame(.client, [0x80, 0, 1])
        for (segments, text, count) in [
            (tcp.segments, "RECONNECT", 1), (tcp.segments, "SUBSCRIBE", 0), (socket.segments, "RECONNECT", 0),
            (socket.segments, "SUBSCRIBE", 1),
        ] {
            let filter = try EventFilter("frame.type == \"\(text)\"")
            let events = try await Decoded(segments) { $0.filter = filter }.events()
            #expect(events.count == count, "\(text)")
        }
    }
}
