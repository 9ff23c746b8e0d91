import Foundation
import Inspection
import NIM
import RongCloud
import TLSRecording
import Testing
import Transport
import WireFormat
import WireJSON
import WireProtobuf

@testable import Redaction

/// Captures that are made with a secret in each text of each message, frame and head, through each transport.
@Suite("Planted captures")
struct PlantedCaptureTests {
    /// What a capture holds.
    enum Form: CustomTestStringConvertible, CaseIterable, Sendable {
        case rongCloudWebSocket, rongCloudDeflate, rongCloudDeflateForgetting, rongCloudText, rongCloudTCP
        case rongCloudTCPGivenKey, rongCloudTCPPlain, rongCloudPolling, rongCloudHTTP, rongCloudTLS
        case leanCloudProtobuf, leanCloudDeflate, leanCloudBase64, leanCloudOlder, leanCloudOlderBase64,
            leanCloudInQuery
        case leanCloudJSON, leanCloudHTTP, leanCloudTLS
        case nimWebSocket, nimChatRoom, nimDeflate, nimPolling, nimTLS
        case ycPolling, ycTLS
        case rongCloudProxiedTLS, leanCloudSOCKS4, nimSOCKS5

        var testDescription: String { "\(self)" }

        var isTLS: Bool { [.rongCloudTLS, .leanCloudTLS, .nimTLS, .ycTLS, .rongCloudProxiedTLS].contains(self) }
    }

    /// A capture with what was planted in it.
    struct Planted {
        var packets: [TestNetwork.Packet]
        var pcap: [UInt8] { TestNetwork.pcap(packets) }
        var values: Set<String>
        var numbers: Set<Int64>
        var keyLog: [UInt8]?
        var obfuscationKey: [UInt8]?
    }

    static let forms = Form.allCases.filter { !$0.isTLS || TLSRecorder.isAvailable }

    /// Planted captures with their redactions, each made once for all suites.
    actor Redactions {
        typealias Redaction = (planted: Planted, run: RedactionTests.Run)

        static let shared = Redactions()

        private var made: [Form: Task<Redaction, any Error>] = [:]

        func redaction(of form: Form) async throws -> Redaction {
            let task = made[form] ?? Task { try await Self.make(form) }
            made[form] = task
            return try await task.value
        }

        private static func make(_ form: Form) async throws -> Redaction {
            let planted = try PlantedCaptureTests.make(form)
            let run = try await RedactionTests.Run(
                planted.pcap,
                keyLog: planted.keyLog,
                obfuscationKey: planted.obfuscationKey
            )
            return (planted, run)
        }
    }

    /// - Parameter origin: scheme and host before the target of each request.
    static func make(_ form: Form, origin: String = "") throws -> Planted {
        let planter = Planter()
        var network = TestNetwork()
        network.origin = origin
        var keyLog: [UInt8]?
        var key: [UInt8]?
        let rongCloud = PlantedRongCloud(planter: planter)
        let others = PlantedOthers(planter: planter)
        func connection(_ port: UInt16) -> TestConnection { TestConnection(&network, port: port, isSix: port % 2 == 1) }
        switch form {
        case .rongCloudWebSocket, .rongCloudDeflate, .rongCloudDeflateForgetting:
            let deflate: TestConnection.Deflate =
                form == .rongCloudWebSocket
                ? .none : form == .rongCloudDeflate ? .keepingContext : .forgettingContext
            for (port, version) in [(UInt16(50001), "2.5.10"), (50002, "4.2.0")] {
                var talk = connection(port)
                var units = rongCloud.unknown()
                if (port == 50001) == (form == .rongCloudWebSocket) {
                    units += rongCloud.contents()
                } else if form != .rongCloudDeflate {
                    units += rongCloud.topics(SDKGeneration(sdkVersion: version))
                }
                try rongCloud.webSocket(&talk, &network, units, version: version, deflate, frames: 3)
            }
        case .rongCloudText:
            var talk = connection(50003)
            try rongCloud.webSocket(
                &talk,
                &network,
                rongCloud.topics(.v1) + rongCloud.unknown(),
                version: "1.0.0",
                asText: true
            )
        case .rongCloudTCP, .rongCloudTCPGivenKey, .rongCloudTCPPlain:
            // A port that tshark does not know.
            var talk = TestConnection(&network, port: 50004, to: 28_009)
            talk.segmentSize = 700
            let bytes: [UInt8] = form == .rongCloudTCPPlain ? [UInt8](repeating: 0, count: 8) : Array("s3cr3tK!".utf8)
            if form == .rongCloudTCPGivenKey { key = bytes }
            let units =
                rongCloud.unknown() + (form == .rongCloudTCP ? rongCloud.topics(nil) : rongCloud.topics(.v4).suffix(40))
            try rongCloud.tcp(&talk, &network, units, key: ObfuscationKey(bytes))
        case .rongCloudPolling:
            try rongCloud.polling(
                &network,
                rongCloud.topics(.v2) + rongCloud.contents().suffix(60) + rongCloud.unknown(),
                version: "2.5.10"
            )
        case .rongCloudHTTP: rongCloud.http(&network)
        case .leanCloudProtobuf, .leanCloudDeflate, .leanCloudBase64, .leanCloudOlder, .leanCloudOlderBase64,
            .leanCloudInQuery, .leanCloudJSON:
            var talk = connection(52001)
            let names: [Form: String] = [
                .leanCloudProtobuf: "lc.protobuf2.3", .leanCloudDeflate: "lc.protobuf2.1",
                .leanCloudBase64: "lc.proto2base64.3", .leanCloudOlder: "lc.protobuf.2",
                .leanCloudOlderBase64: "lc.protobase64.3", .leanCloudInQuery: "lc.protobase64.3",
            ]
            try others.leanCloud(
                &talk,
                &network,
                names[form],
                inQuery: form == .leanCloudInQuery,
                form == .leanCloudDeflate ? .keepingContext : .none
            )
        case .leanCloudHTTP: others.leanCloudHTTP(&network)
        case .nimWebSocket, .nimChatRoom, .nimDeflate:
            var talk = connection(53005)
            let deflate: TestConnection.Deflate = form == .nimDeflate ? .forgettingContext : .none
            try others.nimWebSocket(&talk, &network, form == .nimWebSocket ? .im : .chatroom, deflate)
        case .nimPolling: try others.nimPolling(&network)
        case .ycPolling:
            var talk = connection(54001)
            try others.yc(&talk, &network)
        case .leanCloudSOCKS4:
            var talk = connection(52001)
            talk.passSOCKS4(to: planter.word(), user: planter.word(), &network)
            try others.leanCloud(&talk, &network, "lc.protobuf2.3")
        case .nimSOCKS5:
            var talk = connection(53005)
            talk.passSOCKS5(to: planter.word(), user: planter.word(), password: planter.word(), &network)
            try others.nimWebSocket(&talk, &network, .im)
        case .rongCloudTLS, .leanCloudTLS, .nimTLS, .ycTLS, .rongCloudProxiedTLS:
            var plain = TestNetwork()
            let wire = try sealed(form, rongCloud, others, &plain)
            var talk = TestConnection(&network, port: 50443, to: 443)
            if form == .rongCloudProxiedTLS {
                talk.passHTTPProxy(to: planter.word(), authorization: planter.word(), &network)
            }
            for (index, flight) in wire.flights.enumerated() {
                let sender: TestConnection.Sender = flight.fromClient ? .client : .server
                // Three bytes do not tell yet that the client's hello begins.
                let start = index == 0 ? 3 : 0
                talk.send(sender, Array(flight.bytes.prefix(start)), &network)
                talk.send(sender, Array(flight.bytes.dropFirst(start)), &network)
            }
            talk.end(&network)
            keyLog = Array(wire.keys.utf8)
        }
        return Planted(
            packets: network.packets,
            values: planter.values,
            numbers: planter.numbers,
            keyLog: keyLog,
            obfuscationKey: key
        )
    }

    /// A session as a TLS library puts it on the wire.
    private static func sealed(
        _ form: Form,
        _ rongCloud: PlantedRongCloud,
        _ others: PlantedOthers,
        _ network: inout TestNetwork
    ) throws -> TLSWire {
        var talk = TestConnection(&network, port: 50443, keepsSilent: true)
        switch form {
        case .rongCloudTLS, .rongCloudProxiedTLS:
            try rongCloud.webSocket(
                &talk,
                &network,
                rongCloud.contents().suffix(80) + rongCloud.unknown(),
                version: "4.2.0",
                .keepingContext
            )
        case .leanCloudTLS: try others.leanCloud(&talk, &network, "lc.protobuf2.3")
        case .nimTLS: try others.nimWebSocket(&talk, &network, .chatroom)
        default: try others.yc(&talk, &network)
        }
        let conversation = talk.sent.map { TLSWire.Flight(fromClient: $0.sender == .client, bytes: $0.bytes) }
        let scene = form == .leanCloudTLS || form == .ycTLS ? "unextended" : "one13"
        return try #require(try TLSRecorder.record(scene, conversation: conversation).first).played()
    }

    // MARK: Tests

    /// What is to be the same in both captures, one line an event.
    ///
    /// - Parameter hasPackets: whether the events' packets are.
    static func shape(_ events: [JSONValue], hasPackets: Bool = true) -> [String] {
        events.map { event in
            var parts: [String] = []
            func take(_ value: JSONValue?, _ keys: [String]) {
                for key in keys {
                    guard let found = value?[key] else { continue }
                    let text = String(decoding: found.minified, as: UTF8.self)
                    // A name that no program would choose is replaced.
                    let isNamed =
                        !["topic", "objectName"].contains(key)
                        || text.allSatisfy {
                            $0.isASCII && $0 != " " && $0 != "@" && $0 != "\\" && $0 != "/" && $0 != "+"
                        }
                    parts.append("\(key)=\(isNamed ? text : "…")")
                }
            }
            take(event, ["flow", "time", "sender", "transport", "system"] + (hasPackets ? ["packets"] : []))
            take(
                event["frame"],
                [
                    "type", "topic", "qos", "dup", "retain", "messageId", "status", "date", "millisecond", "flag",
                    "flags",
                    "cmd", "op", "i", "sid", "cid", "ser", "code", "command", "method", "retCode", "protocolVersion",
                ]
            )
            take(event["payload"], ["message"])
            for message in event["messages"]?.elements ?? [] {
                take(message, ["objectName", "conversation", "flags", "sentTime"])
                parts.append(message["content"] != nil ? "content" : message["contentBytes"] != nil ? "bytes" : "none")
            }
            for diagnostic in event["diagnostics"]?.elements ?? [] {
                // Whoever reads the output has not got its new key.
                if diagnostic["code"] == "obfuscation-key-recovered" { continue }
                take(diagnostic, ["severity", "code"])
            }
            take(event["inReplyTo"], ["topic", "latency"])
            return parts.joined(separator: " ")
        }
    }

    @Test("keep NIM's units in their packets, where a body holds several and is in several", arguments: [60, 120, 333])
    func packetsOfPolling(segmentSize: Int) async throws {
        let planter = Planter()
        var network = TestNetwork()
        try PlantedOthers(planter: planter).nimPolling(&network, segmentSize: segmentSize)
        let capture = TestNetwork.pcap(network.packets)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(before.map { $0["packets"] } == after.map { $0["packets"] })
        #expect(before.contains { ($0["packets"]?.elements?.count ?? 0) > 1 })
    }

    @Test(
        "keep NIM's units in their packets, where neither a packet nor a chunk holds more than some bytes",
        arguments: [(1, 13), (2, 2), (3, 4), (3, 64)] as [(Int, Int)]
    )
    func packetsOfChunks(segmentSize: Int, chunkSize: Int) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 53100)
        let text = [("Content-Type", "text/plain; charset=UTF-8")]
        talk.request("GET", "/socket.io/1/?t=1795400000003", &network)
        talk.answer(Array("7f3a-0001:60:60:websocket,xhr-polling".utf8), text, &network)
        (talk.segmentSize, talk.chunkSize) = (segmentSize, chunkSize)
        let message = #"{"0":"0","1":"ann","2":"bob","8":"0","9":"pushed text","11":"b1","7":"1795400000007"}"#
        let packets = ["2::", #"3:::{"sid":7,"cid":2,"code":200,"r":[\#(message)],"ser":0}"#]
        talk.request("GET", "/socket.io/1/xhr-polling/7f3a-0001?t=1795400000004", &network)
        talk.answer(try NIMPollingBody(packets.map { Array($0.utf8) }).encoded(), text, .chunks, &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(before.count == 2 && PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
    }

    @Test(
        "are redacted whole if their requests go to a proxy and name the host",
        arguments: [Form.rongCloudDeflate, .rongCloudPolling, .leanCloudHTTP, .leanCloudBase64, .nimPolling]
    )
    func requestsToProxy(_ form: Form) async throws {
        let capture = try Self.make(form, origin: "http://zhang.home.example:8080").pcap
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(Self.shape(before) == Self.shape(after) && before.count > 1)
        #expect(capture.firstRange(of: Array("zhang.home".utf8)) != nil)
        #expect(run.bytes.firstRange(of: Array("zhang.home".utf8)) == nil)
    }

    @Test("are redacted whole, decode alike and hold no secret, as another program finds", arguments: forms)
    func redacted(_ form: Form) async throws {
        let (planted, run) = try await Redactions.shared.redaction(of: form)
        try #require(planted.values.count > 5)
        #expect(run.report.cutFlows.map(\.reason) == [])
        #expect(run.report.cutPackets == 0)

        let before = try await RedactionTests.events(
            planted.pcap,
            keyLog: planted.keyLog,
            obfuscationKey: planted.obfuscationKey
        )
        let after = try await RedactionTests.events(run.bytes)
        let shapes = (Self.shape(before), Self.shape(after))
        #expect(shapes.0.count == shapes.1.count && shapes.0.count > 1)
        let first = zip(shapes.0, shapes.1).first { $0 != $1 }
        #expect(first == nil, "\(first?.0 ?? "") became \(first?.1 ?? "")")
        var left: Set<Int64> = []
        for event in after { Self.numbers(event, &left) }
        #expect(planted.numbers.intersection(left) == [])

        if Tool.python {
            #expect(try Tool.find(planted.values, in: run.bytes) == "")
            if planted.keyLog == nil {
                #expect(try Tool.find([Planter.marker], in: RedactionTests.Run.asPcapng(planted.pcap)) != "")
            }
        }
        if Tool.tshark {
            let old = try Tool.complaints(RedactionTests.Run.asPcapng(planted.pcap))
            let new = try Tool.complaints(run.bytes)
            #expect(new.subtracting(old) == [])
        }
    }

    @Test("hold words of HTTP as texts, which are no find where they stand in a head")
    func wordsOfHTTP() async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50011)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal", subprotocol: nil, .none, [], &network)
        for word in ["websocket", "Upgrade: websocket", "Switching Protocols", "Sec-WebSocket-Version", "HTTP/1.1"] {
            try talk.publish("RC:TxtMsg", text: word, &network)
        }
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let texts = try await RedactionTests.texts(run.bytes)
        #expect(texts.count == 5 && !texts.contains("websocket"))
    }

    @Test(
        "keep the operations of notices, which the SDKs' constants are compared with",
        arguments: [
            ("RC:GrpNtf", "Rename", true), ("RC:GrpNtf", "Kicked", true), ("RC:GrpNtf", "lin_mei", false),
            ("RC:ContactNtf", "AcceptResponse", true),
        ] as [(objectName: String, operation: String, stays: Bool)]
    )
    func operations(objectName: String, operation: String, stays: Bool) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50013)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal", subprotocol: nil, .none, [], &network)
        let content: JSONValue = ["operation": .string(JSONString(operation)), "message": "Wang Lei renamed the group"]
        try talk.publish(objectName, content: content, &network)
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let after = try await RedactionTests.events(run.bytes)
        let made = try #require(after.last { $0["messages"] != nil }?["messages"]?.elements?.first?["content"])
        #expect((made["operation"]?.string == operation) == stays)
        #expect(made["message"]?.string != "Wang Lei renamed the group")
    }

    @Test(
        "hold places as texts, and in whole degrees",
        arguments: [
            #""39.9""#, #""-12""#, #""-116.4""#, "39", "-77", "120", "-120", "-179", "99", "200",
        ]
    )
    func places(_ degrees: String) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50015)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal", subprotocol: nil, .none, [], &network)
        let text = #"{"latitude":1.5,"longitude":\#(degrees),"poi":"Lin's home","content":""}"#
        let content = try JSONValue(parsing: text)
        try talk.publish("RC:LBSMsg", content: content, &network)
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let after = try await RedactionTests.events(run.bytes)
        let made = try #require(after.last { $0["messages"] != nil }?["messages"]?.elements?.first?["content"])
        #expect(made["longitude"] != nil && made["longitude"] != content["longitude"])
    }

    /// The SDKs write such characters as surrogates; the other spellings are reported, and have to stay reported.
    @Test(
        "hold targets in unusual encodings",
        arguments: [
            ("four bytes for a character", Array("lin_mei\u{1F642}".utf8), "string-utf8"),
            ("two bytes for NUL", Array("lin_mei".utf8) + [0xC0, 0x80], "string-modified-utf8"),
            ("surrogates", Array("lin_mei".utf8) + [0xED, 0xA0, 0xBD, 0xED, 0xB9, 0x82], nil),
        ] as [(name: String, target: [UInt8], code: String?)]
    )
    func encodings(name: String, target: [UInt8], code: String?) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50014)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal", subprotocol: nil, .none, [], &network)
        let content: JSONValue = ["content": "Dinner at eight?"]
        try talk.publish("RC:TxtMsg", content: content, to: WireString(decoding: target.span), &network)
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        for capture in [network.pcap, run.bytes] {
            let event = try await RedactionTests.events(capture).last { $0["messages"] != nil }
            #expect(event?["diagnostics"]?.elements?.first?["code"]?.string == code)
        }
        #expect(try await !RedactionTests.events(run.bytes).description.contains("lin_mei"))
    }

    @Test("carry topics that only the user knows")
    func payloads() async throws {
        let planter = Planter()
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50012)
        let rongCloud = PlantedRongCloud(planter: planter)
        try rongCloud.webSocket(&talk, &network, rongCloud.unknown(), version: "4.2.0")
        let payloads = ["madeUpTopic": "UpStreamMessage", "madeUpQuery": "UpStreamMessage"]
        let run = try await RedactionTests.Run(network.pcap, payloads: payloads)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let before = try await RedactionTests.events(network.pcap, payloads: payloads)
        let after = try await RedactionTests.events(run.bytes, payloads: payloads)
        #expect(Self.shape(before) == Self.shape(after))
        #expect(after.contains { $0["frame"]?["topic"]?.string == "madeUpTopic" && $0["payload"]?["value"] != nil })
    }

    private static func numbers(_ value: JSONValue, _ found: inout Set<Int64>) {
        switch value {
        case .object(let members): for member in members { numbers(member.value, &found) }
        case .array(let elements): for element in elements { numbers(element, &found) }
        case .string(let string): if let number = Int64(string.text) { found.insert(number) }
        default: if let number = value.int64 { found.insert(number) }
        }
    }
}
