import Foundation
import LeanCloud
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// A capture that a script makes of what is published, with the script's own notes.
enum ConstructedCapture: String, CaseIterable, CustomTestStringConvertible {
    case leanCloudBase64 = "leancloud-base64-chat"
    case leanCloudDeflate = "leancloud-deflate-chat"
    case leanCloudJSON = "leancloud-json-chat"
    case leanCloudOlder = "leancloud-older-chat"
    case nimPolling = "nim-polling-chat"
    case ycPolling = "yc-polling"
    case mixed = "mixed-systems"

    /// Those of LeanCloud alone.
    static let leanCloud: [ConstructedCapture] = [.leanCloudBase64, .leanCloudDeflate, .leanCloudJSON, .leanCloudOlder]

    var testDescription: String { rawValue }

    func capture() throws -> [UInt8] { try Bundled.file("\(rawValue).pcap") }
    func oracle() throws -> JSONValue { try JSONValue(parsing: Bundled.file("\(rawValue).oracle.json")) }

    /// The noted units of a system, in their order.
    func units(_ system: String) throws -> [JSONValue] {
        let oracle = try oracle()
        let frames = (oracle["frames"]?.elements ?? []) + (oracle["replies"]?.elements ?? [])
        return frames.filter { $0["system"]?.string == system }
    }

    /// The events, without those of HTTP exchanges.
    func events() async throws -> [TestEvent] {
        let decoded = try await Decoded(capture()) {
            $0.showsRaw = true
            $0.options.showsSecrets = true
        }
        return try decoded.events().filter { $0.transport != "http" }
    }
}

@Suite("Constructed captures agree with the notes of the script that makes them")
struct ConstructedCaptureTests {
    @Test("the script writes exactly the bundled files", .enabled(if: TCPFormScript.isAvailable, "there is no python3"))
    func script() throws {
        let folder = try TemporaryFolder()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Captures/make.py")
        _ = try OutsideTool.output(of: "python3", ["-B", script.path, folder.path])
        let written = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(
            Set(written)
                == Set(ConstructedCapture.allCases.flatMap { ["\($0.rawValue).pcap", "\($0.rawValue).oracle.json"] })
        )
        for name in written {
            #expect(try Array(Data(contentsOf: folder.url.appending(path: name))) == Bundled.file(name), "\(name)")
        }
    }

    // MARK: One system

    @Test(
        "commands of LeanCloud in base64, deflated, in JSON and of the older schema",
        arguments: ConstructedCapture.leanCloud
    )
    func leanCloud(_ capture: ConstructedCapture) async throws {
        let events = try await capture.events()
        try compareLeanCloud(events, capture.units("leancloud"))
        #expect(events.allSatisfy { $0.diagnostics.isEmpty })
        let answers = events.filter { $0.sender == "server" && $0.frame["i"] != nil }
        #expect(answers.count > 4 && answers.allSatisfy { $0.reply != nil })
    }

    @Test("the deflated session is deflated, with a window that goes on")
    func deflated() throws {
        let capture = try ConstructedCapture.leanCloudDeflate.capture()
        let units = try ConstructedCapture.leanCloudDeflate.units("leancloud")
        let marks = try units.filter {
            try Hex.decode($0["rawHex"]?.string ?? "").firstRange(of: Array("_lctype".utf8)) != nil
        }
        #expect(marks.count > 5)
        // Literals are not whole bytes, and all but the first are distances back into messages before.
        #expect(capture.firstRange(of: Array("_lctype".utf8)) == nil)
        let length = try units.reduce(0) { try $0 + Hex.decode($1["rawHex"]?.string ?? "").count }
        let base64 = try ConstructedCapture.leanCloudBase64.units("leancloud")
        #expect(units.count == base64.count && capture.count < length + units.count * 110)
    }

    @Test(
        "each command comes back byte for byte, of its own bytes and of its fields",
        arguments: ConstructedCapture.leanCloud
    )
    func encoding(_ capture: ConstructedCapture) async throws {
        let system = MessagingSystem.leanCloud
        for unit in try capture.units("leancloud") {
            let bytes = try Hex.decode(try #require(unit["rawHex"]?.string))
            var object = try JSONValue(parsing: system.frameObject(of: bytes, FrameObjectOptions()))
            #expect(try system.frameBytes(of: object.minified, FrameObjectOptions()) == bytes)
            // Without the unit itself it is made of what it says. Field 100 of the older schema is only in the unit.
            guard capture != .leanCloudOlder, object["text"] == nil else { continue }
            object["data"] = nil
            #expect(try system.frameBytes(of: object.minified, FrameObjectOptions()) == bytes)
        }
    }

    @Test("packets of NIM over long polling, alone and several in one body")
    func nimPolling() async throws {
        let events = try await ConstructedCapture.nimPolling.events()
        try compareNIM(events, ConstructedCapture.nimPolling.units("nim"))
        #expect(events.allSatisfy { $0.transport == "polling" && $0.diagnostics.isEmpty })
        // Who asks waits on one connection and sends on another; an event is of the connection that brought it.
        #expect(events.allSatisfy { $0.json["flow"] == ($0.sender == "server" ? 2 : 3) })
        let answers = events.filter { $0.sender == "server" && ($0.frame["ser"]?.int64 ?? 0) > 0 }
        #expect(answers.map { $0.frame["ser"]?.int64 } == [1, 2, 3, 4, 5, 6])
        #expect(answers.allSatisfy { $0.reply != nil })
    }

    @Test("answers of YC, whose unseen keys are said to be reconstructed nowhere but in the catalogue")
    func ycPolling() async throws {
        let events = try await ConstructedCapture.ycPolling.events()
        try compareYC(events, ConstructedCapture.ycPolling.units("yc"))
        // A type and a kind of content that the description does not have are noted, and kept.
        #expect(events.map(\.codes) == [[], [], [], ["type-unknown"], ["type-unknown"]])
    }

    @Test(
        "check finds tokens in the clear, types that nobody described, and nothing else",
        arguments: ConstructedCapture.allCases
    )
    func rules(_ capture: ConstructedCapture) async throws {
        let found = try await check(capture.capture()).findings.map(\.rule)
        let unknown = ["yc-type-unknown", "yc-type-unknown"]
        let all = ["token-in-clear", "message-uid-time"] + unknown
        #expect(found == (capture == .mixed ? all : capture == .ycPolling ? unknown : []))
    }

    // MARK: Four systems

    /// The ports of the mixed capture's servers, which no system is known by.
    private static let ports = [
        "7443": "rongcloud", "5001": "leancloud", "5002": "leancloud", "9090": "nim", "9191": "nim", "9192": "nim",
        "8181": "yc",
    ]

    @Test("side by side each connection is told right, and says what it says alone")
    func mixed() async throws {
        let decoded = try await Decoded(ConstructedCapture.mixed.capture()) {
            $0.showsRaw = true
            $0.options.showsSecrets = true
        }
        let events = try decoded.events()
        for event in events {
            let port = try #require(event.json["server"]?.string?.split(separator: ":").last.map(String.init))
            #expect(event.json["system"]?.string == Self.ports[port])
        }
        func units(_ system: String, port: String) -> [TestEvent] {
            events.filter {
                $0.json["system"]?.string == system && $0.transport != "http"
                    && $0.json["server"]?.string?.hasSuffix(":\(port)") == true
            }
        }
        let lean = try ConstructedCapture.mixed.units("leancloud")
        try compareLeanCloud(units("leancloud", port: "5001"), lean.filter { $0["conn"] == "leancloud" })
        try compareLeanCloud(units("leancloud", port: "5002"), lean.filter { $0["conn"] == "leancloud, JSON" })
        let nim = try ConstructedCapture.mixed.units("nim")
        try compareNIM(units("nim", port: "9090"), nim.filter { $0["conn"] == "nim" })
        try compareNIM(units("nim", port: "9191"), nim.filter { $0["conn"] == "nim, polling" })
        try compareYC(units("yc", port: "8181"), ConstructedCapture.mixed.units("yc"))
        let rong = try ConstructedCapture.mixed.units("rongcloud")
        let found = units("rongcloud", port: "7443")
        #expect(found.map(\.hex) == rong.map { $0["rawHex"]?.string })
        #expect(found.map { $0.frame["type"] } == rong.map { $0["type"] })
        #expect(found.map { $0.messages.first?["content"] } == rong.map { $0["content"] })
        #expect(decoded.outcome.capture.summary.undecodedBytes == 0)
    }

    @Test("why each connection is taken for what it is")
    func reasons() async throws {
        let decoded = try await Decoded(ConstructedCapture.mixed.capture()) { $0.options.explainsDetection = true }
        let lines = Set(decoded.outcome.capture.explanations.lines)
        for reason in [
            "flow 1: rongcloud: upgrade of /websocket with appId, token, sdkVer, apiVer, generation v2",
            "flow 2: leancloud: upgrade with the sub-protocol lc.protobuf2.3",
            "flow 3: leancloud: upgrade without a sub-protocol, and LeanCloud's commands on it",
            "flow 4: nim: Socket.IO 0.9 with packets of NIM's services",
            "flow 5: nim: address lookup",
            "flow 6: nim: Socket.IO 0.9 over HTTP with packets of NIM's services",
            "flow 7: nim: Socket.IO 0.9 over HTTP with packets of NIM's services",
            "flow 8: yc: an answer with ret_code and elements as the description shows them",
        ] {
            #expect(lines.contains(reason), "\(reason)")
        }
    }

    @Test("the order of the packets of different connections changes no connection", arguments: 1...4)
    func shuffled(_ seed: Int) async throws {
        let whole = try await ConstructedCapture.mixed.events()
        var random = Seeded(seed)
        var flows = Dictionary(grouping: CaptureFile.read(try ConstructedCapture.mixed.capture()).segments, by: \.flow)
            .values.map { $0[...] }
        var segments: [TestSegment] = []
        while !flows.isEmpty {
            let index = random.below(flows.count)
            segments.append(flows[index].removeFirst())
            if flows[index].isEmpty { flows.remove(at: index) }
        }
        for index in segments.indices { segments[index].time = 1_795_400_000_000_000_000 + Int64(index) * 1_000_000 }
        let events = try await Decoded(segments).events().filter { $0.transport != "http" }
        // Long polling aside, whose connections belong together.
        func streams(_ events: [TestEvent]) -> [String: [String?]] {
            Dictionary(
                grouping: events.filter { $0.json["system"] != "nim" || $0.transport == "websocket" },
                by: \.stream
            )
            .mapValues { $0.map(\.hex) }
        }
        #expect(streams(events) == streams(whole))
    }

    // MARK: Comparing

    private func compareLeanCloud(_ events: [TestEvent], _ units: [JSONValue]) throws {
        try #require(events.count == units.count)
        for (event, unit) in zip(events, units) {
            #expect(event.hex == unit["rawHex"]?.string)
            #expect(event.sender == (unit["dir"] == "c2s" ? "client" : "server"))
            #expect(event.transport == "websocket")
            #expect((event.frame["cmd"] ?? .null) == unit["type"])
            for key in ["i", "peerId"] { #expect((event.frame[key] ?? .null) == (unit[key] ?? .null)) }
            let op = unit["op"]?.string?.replacing("-", with: "_")
            #expect(event.frame["op"]?.string?.replacing("-", with: "_") == op)
            let value = event.payload?["value"] ?? .object([])
            #expect(
                LeanCloudPayload.disagreement(value, unit["payload"] ?? .null, "value") == nil,
                "\(event.hex ?? "")"
            )
            let messages = unit["messages"]?.elements ?? []
            try #require(event.messages.count == messages.count)
            for (message, wanted) in zip(event.messages, messages) {
                #expect(message["content"] == wanted["content"])
                #expect(message["text"] == wanted["text"])
                #expect(message["contentBytes"] == wanted["binaryBase64"])
                #expect(message["objectName"]?.string == wanted["content"]?["_lctype"]?.int64.map(String.init))
            }
        }
    }

    private func compareNIM(_ events: [TestEvent], _ units: [JSONValue]) throws {
        for (sender, direction) in [("client", "c2s"), ("server", "s2c")] {
            let events = events.filter { $0.sender == sender }
            let units = units.filter { $0["dir"]?.string == direction }
            try #require(events.count == units.count)
            for (event, unit) in zip(events, units) {
                #expect(event.hex == unit["text"]?.string.map { Hex.encode(Array($0.utf8)) })
                for key in ["type", "sid", "cid", "ser", "code", "command"] { #expect(event.frame[key] == unit[key]) }
                if let body = unit["body"] { #expect(event.frame["body"] == body) }
                let messages = unit["messages"]?.elements ?? []
                #expect(event.messages.map { $0["content"] ?? $0["text"] } == messages.map { $0["content"] })
                for (message, wanted) in zip(event.messages, messages) {
                    #expect(message["target"] == wanted["to"])
                    #expect(message["sender"] == (wanted["from"] ?? "ann"))
                }
            }
        }
    }

    private func compareYC(_ events: [TestEvent], _ replies: [JSONValue]) throws {
        try #require(events.count == replies.count)
        for (event, reply) in zip(events, replies) {
            #expect(event.hex == reply["text"]?.string.map { Hex.encode(Array($0.utf8)) })
            #expect(event.frame == ["type": "REPLY", "retCode": reply["retCode"] ?? .null])
            #expect(event.sender == "server" && event.transport == "polling")
            let messages = reply["messages"]?.elements ?? []
            try #require(event.messages.count == messages.count)
            for (message, wanted) in zip(event.messages, messages) {
                for key in ["objectName", "uid", "content", "target"] { #expect(message[key] == wanted[key]) }
                #expect(message["conversation"] == "order")
            }
        }
    }
}

/// Holds payloads of LeanCloud against notes that have enums as numbers and contents in their place.
enum LeanCloudPayload {
    /// Members whose text is shown among the messages.
    private static let contents: Set<String> = ["msg", "data", "binaryMsg"]

    /// Where a payload differs from the notes; `nil` where it does not.
    static func disagreement(_ found: JSONValue, _ wanted: JSONValue, _ path: String) -> String? {
        switch (found, wanted) {
        case (.object(let left), .object(let right)):
            let keys = Set(left.map(\.key.text))
            let missing = Set(right.map(\.key.text)).subtracting(keys).subtracting(contents)
            guard missing.isEmpty else { return "\(path): no \(missing)" }
            for member in left {
                guard let other = wanted[member.key.text] else { return "\(path): \(member.key.text) was never sent" }
                let inner = disagreement(member.value, other, "\(path).\(member.key.text)")
                if let inner { return inner }
            }
            return nil
        case (.array(let left), .array(let right)) where left.count == right.count:
            for (index, pair) in zip(left, right).enumerated() {
                if let inner = disagreement(pair.0, pair.1, "\(path)[\(index)]") { return inner }
            }
            return nil
        case (.string(let text), .number(let number)):
            guard let value = wanted.int64.flatMap({ Int32(exactly: $0) }) else {
                return text.text == number.spelling ? nil : path
            }
            let name =
                path == "value.cmd"
                ? LeanCloudCommand(rawValue: value).name
                : path == "value.op"
                    ? LeanCloudOp(rawValue: Int64(value)).name : direction(path, value) ?? number.spelling
            return text.text == name ? nil : "\(path): \(found) instead of \(wanted)"
        default:
            return found == wanted ? nil : "\(path): \(found) instead of \(wanted)"
        }
    }

    private static func direction(_ path: String, _ value: Int32) -> String? {
        path.hasSuffix(".direction") ? ["1": "OLD", "2": "NEW"]["\(value)"] : nil
    }
}
