import Capture
import Crypto
import Foundation
import FuzzInputs
import Inspection
import TestSupport
import Testing
import Transport
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Redacted captures", .serialized)
struct RedactionTests {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A capture of the repository, and the key log beside it.
    struct Sample: CustomTestStringConvertible, Sendable {
        var file: String
        var keys: String?
        var testDescription: String { file }
    }

    static let samples = [
        Sample(file: "rongcloud-web-v2-chat.pcap"), Sample(file: "rongcloud-web-v4-chat.pcap"),
        Sample(file: "rongcloud-polling-chat.pcap"), Sample(file: "rongcloud-tcp-chat.pcap"),
        Sample(file: "rongcloud-tls-chat.pcapng", keys: "rongcloud-tls-chat.keys"),
        Sample(file: "rongcloud-tls-chat-dsb.pcapng"), Sample(file: "leancloud-protobuf-chat.pcap"),
        Sample(file: "leancloud-base64-chat.pcap"), Sample(file: "leancloud-deflate-chat.pcap"),
        Sample(file: "leancloud-json-chat.pcap"), Sample(file: "leancloud-older-chat.pcap"),
        Sample(file: "nim-web-chatroom.pcap"), Sample(file: "nim-polling-chat.pcap"), Sample(file: "yc-polling.pcap"),
        Sample(file: "mixed-systems.pcap"),
    ]

    /// A redaction in memory.
    struct Run: Sendable {
        var bytes: [UInt8] = []
        var report = RedactionReport()

        init(
            _ capture: [UInt8],
            keyLog: [UInt8]? = nil,
            key: [UInt8]? = SymmetricKey.bytesOfTests,
            obfuscationKey: [UInt8]? = nil,
            payloads: [String: String] = [:],
            decodeAs: [DecodeAs] = [],
            keep: Set<String> = [],
            also: Set<String> = [],
            openConnections: Int? = nil
        ) async throws {
            var options = CaptureRedactor.Options()
            if let openConnections { options.capture.limits.capture.flows = openConnections }
            options.key = key
            (options.keep, options.also) = (keep, also)
            options.capture.decodeAs = decodeAs
            options.capture.obfuscationKey = obfuscationKey
            options.capture.payloads = payloads
            if let keyLog { options.capture.secrets = try TLSSecrets(keyLog: keyLog.span) }
            let redactor = try CaptureRedactor(options)
            self = try await Self.slots.use { try await Run(capture, by: redactor) }
        }

        /// Each redaction holds several files open.
        private static let slots = Slots(16)

        private init(_ capture: [UInt8], by redactor: CaptureRedactor) async throws {
            let output = Output()
            let file = FileManager.default.temporaryDirectory.appending(path: "redaction-\(UUID()).pcap")
            try Data(capture).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let outcome = try await redactor.redact(
                open: { try Self.reader(of: file) },
                write: { output.append($0) },
                restart: { output.bytes = [] },
                reopen: { try Self.reader(over: output.bytes) }
            )
            bytes = output.bytes
            report = outcome.report
        }

        private static func reader(of file: URL) throws -> CaptureReader {
            let descriptor = open(file.path, O_RDONLY)
            try #require(descriptor >= 0)
            return try CaptureReader(descriptor: descriptor, closesDescriptor: true)
        }

        static func reader(over bytes: [UInt8]) throws -> CaptureReader {
            var rest = bytes[...]
            return try CaptureReader {
                let part = Array(rest.prefix(1 << 16))
                rest = rest.dropFirst(part.count)
                return part
            }
        }

        /// The output, which the redactor writes on one thread at a time.
        private final class Output: @unchecked Sendable {
            var bytes: [UInt8] = []

            func append(_ more: Span<UInt8>) { bytes += Array(copying: more) }
        }
    }

    /// The redacted samples, each made once.
    private actor Runs {
        private var made: [String: Run] = [:]

        func run(_ sample: Sample) async throws -> Run {
            if let run = made[sample.file] { return run }
            let keyLog = try sample.keys.map { try RedactionTests.bytes($0) }
            let run = try await Run(RedactionTests.bytes(sample.file), keyLog: keyLog)
            made[sample.file] = run
            return run
        }
    }

    private static let runs = Runs()

    @Test("are cut behind as many units as can be kept, and not before", arguments: [0, 1])
    func mostUnits(missing: Int) throws {
        let bytes = try Self.bytes("rongcloud-web-v4-chat.pcap")
        func rewrite(from first: Int) throws -> StreamRewriting {
            let pseudonyms = Pseudonyms(key: .ofTests)
            let rewriting = StreamRewriting(try RedactionContext(LeafReplacer(pseudonyms), limits: Limits()))
            rewriting.context.units = first
            var reader = try Run.reader(over: bytes)
            try rewriting.run(&reader, [1: .rongCloud, 2: .rongCloud, 3: .rongCloud, 4: .rongCloud])
            return rewriting
        }
        let units = try rewrite(from: 0).context.units
        #expect(units > 10)
        let limited = try rewrite(from: RedactionContext.mostUnits - units + missing)
        let reasons = limited.flows.values.compactMap(\.reason)
        #expect(reasons.contains("more units than can be kept") == (missing > 0))
        #expect((limited.context.cutBytes > 0) == (missing > 0))
    }

    @Test("go on as other connections if they make room, and not before", arguments: [0, 1])
    func mostOpenConnections(more: Int) async throws {
        var network = TestNetwork()
        var talks: [TestConnection] = []
        for (port, deflate) in [(UInt16(50001), TestConnection.Deflate.none), (50002, .keepingContext)] {
            var talk = TestConnection(&network, port: port)
            talk.upgrade("/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal", deflate, [], &network)
            try talk.publish("RC:TxtMsg", text: "Good morning, Lin Mei", &network)
            talks.append(talk)
        }
        let most = 40
        for number in 0..<most - talks.count + more {
            let source: [UInt8] = [10, 1, UInt8(number >> 8), UInt8(number & 0xFF)]
            let segment = TestNetwork.Segment(
                source: (source, 40000),
                destination: ([93, 184, 216, 34], 80),
                sequence: 1,
                acknowledgment: 0,
                flags: 0x02
            )
            network.add(segment)
        }
        for index in talks.indices {
            for _ in 0..<2 { try talks[index].publish("RC:TxtMsg", text: "Good morning, Lin Mei", &network) }
        }
        let run = try await Run(network.pcap, openConnections: most)
        // The switch and three messages each; a compressed message cannot be read without those before it.
        #expect(run.report.events == (more == 0 ? 8 : 6))
        #expect(run.report.cutFlows.map(\.reason) == [])
        let texts = try await Self.texts(run.bytes)
        #expect(!texts.contains { $0.contains("Lin") })
        // What was redacted as two connections is one again for a reader that follows more.
        if more == 0 { #expect(texts.count == 6) }
    }

    @Test("follow fewer connections at a time than decoding does, unless they are to follow fewer still")
    func openConnections() throws {
        var options = CaptureRedactor.Options()
        #expect(try CaptureRedactor(options).options.capture.limits.capture.flows == 16_384)
        options.capture.limits.capture.flows = 16_383
        #expect(try CaptureRedactor(options).options.capture.limits.capture.flows == 16_383)
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: root.appending(path: "captures/" + name)))
    }

    /// The events of a capture, as JSON.
    static func events(
        _ bytes: [UInt8],
        keyLog: [UInt8]? = nil,
        obfuscationKey: [UInt8]? = nil,
        payloads: [String: String] = [:]
    ) async throws -> [JSONValue] {
        var decoder = CaptureDecoder()
        decoder.options.obfuscationKey = obfuscationKey
        decoder.options.payloads = payloads
        decoder.format = .jsonl
        decoder.options.showsSecrets = true
        if let keyLog { decoder.options.secrets = try TLSSecrets(keyLog: keyLog.span) }
        var text: [UInt8] = []
        let reader = try Run.reader(over: bytes)
        _ = try await decoder.decode(reader, name: nil) { text += Array(copying: $0) }
        return try text.split(separator: 10).map { try JSONValue(parsing: Array($0)) }
    }

    /// All strings of an event but those that stay: types, topics, object names, words and versions.
    static func values(_ value: JSONValue, _ key: String = "", into found: inout Set<String>) {
        let staying: Set<String> = [
            "type", "topic", "objectName", "system", "sender", "transport", "message", "time", "sentTime", "severity",
            "code", "text", "conversation", "method", "sdkVer", "apiVer", "v", "classname", "path", "callBack", "flags",
            "client", "server", "cmd", "op", "command", "ua", "os", "diagnostics", "objName", "v", "protocolId",
            "willTopic", "subprotocol", "r", "timestrap", "cdate", "sdkVersion", "protocolVersion",
        ]
        if staying.contains(key) { return }
        switch value {
        case .object(let members): for member in members { values(member.value, member.key.text, into: &found) }
        case .array(let elements): for element in elements { values(element, key, into: &found) }
        case .string(let string):
            // JSON in a text may hold nothing but what stays.
            if string.text.first == "{", let inner = try? JSONValue(parsing: string.text) {
                return values(inner, key, into: &found)
            }
            if string.text.hasPrefix("RC:") { return }
            let isNumber = string.text.allSatisfy { $0.isNumber || $0 == "." }
            if string.text.utf8.count >= 6, !isNumber, !string.text.contains("\n") { found.insert(string.text) }
        default: break
        }
    }

    @Test("decode to the same events and are rewritten whole", arguments: samples)
    func sameShape(_ sample: Sample) async throws {
        let capture = try Self.bytes(sample.file)
        let keyLog = try sample.keys.map { try Self.bytes($0) }
        let run = try await Self.runs.run(sample)
        #expect(run.report.cutFlows.map(\.reason) == [])
        #expect(run.report.rewrittenPackets > 10)
        let before = try await Self.events(capture, keyLog: keyLog)
        let after = try await Self.events(run.bytes)
        #expect(before.count == after.count)
        for (one, other) in zip(before, after) {
            #expect(one["frame"]?["type"] == other["frame"]?["type"])
            #expect(one["time"] == other["time"])
            #expect(one["packets"] == other["packets"])
            let names = { (event: JSONValue) in event["messages"]?.elements?.map { $0["objectName"]?.string } }
            #expect(names(one) == names(other))
        }
    }

    @Test("are rewritten whole without the secrets of the TLS handshakes, which no event needs")
    func withoutHandshakeSecrets() async throws {
        let sample = try #require(Self.samples.first { $0.keys != nil })
        let capture = try Self.bytes(sample.file)
        let text = String(decoding: try Self.bytes(try #require(sample.keys)), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.contains("HANDSHAKE") }
        let keyLog = Array(lines.joined(separator: "\n").utf8)
        let run = try await Run(capture, keyLog: keyLog)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let before = try await Self.events(capture, keyLog: keyLog)
        let after = try await Self.events(run.bytes)
        #expect(before.count > 30)
        #expect(before.map { $0["frame"]?["type"] } == after.map { $0["frame"]?["type"] })
    }

    @Test("hold no value of the original, as another program finds", .enabled(if: Tool.python), arguments: samples)
    func noValue(_ sample: Sample) async throws {
        let capture = try Self.bytes(sample.file)
        let keyLog = try sample.keys.map { try Self.bytes($0) }
        var values: Set<String> = []
        for event in try await Self.events(capture, keyLog: keyLog) { Self.values(event, into: &values) }
        try #require(values.count >= 2)
        let run = try await Self.runs.run(sample)
        let found = try Tool.find(values, in: run.bytes)
        #expect(found == "")
        // The same program finds them in a capture that holds them.
        if keyLog == nil, sample.file.hasPrefix("rongcloud-web") {
            #expect(try Tool.find(values, in: Run.asPcapng(capture)) != "")
        }
    }

    @Test("are read by tshark without complaint", .enabled(if: Tool.tshark), arguments: samples)
    func tshark(_ sample: Sample) async throws {
        let run = try await Self.runs.run(sample)
        let complaints = try Tool.complaints(run.bytes)
        #expect(complaints == [])
    }

    @Test("have the same pseudonyms with one key, and others with another")
    func keys() async throws {
        let capture = try Self.bytes("rongcloud-web-v4-chat.pcap")
        let key = [UInt8](repeating: 7, count: 16)
        let user = { (run: Run) in
            try await Self.events(run.bytes).first { $0["frame"]?["type"]?.string == "CONNACK" }?["frame"]?["userId"]?
                .string
        }
        let one = try await user(Run(capture, key: key))
        #expect(try await user(Run(capture, key: key)) == one)
        #expect(try await user(Run(capture, key: nil)) != one)
        #expect(one != nil && one != "ding_4")
    }

    @Test("show the same pseudonym for one user in two captures with one key, and nothing that links them without")
    func twoCaptures() async throws {
        let files = ["leancloud-base64-chat.pcap", "leancloud-json-chat.pcap"]
        // A user whom both captures have, as it stands in each event's list of messages.
        let senders = { (events: [JSONValue]) in
            events.flatMap { $0["messages"]?.elements ?? [] }.compactMap { $0["sender"]?.string }
        }
        var before: [[String]] = []
        for file in files { before.append(try await senders(Self.events(Self.bytes(file)))) }
        let shared = Set(before[0]).intersection(before[1])
        try #require(!shared.isEmpty)
        let pseudonyms = { (key: [UInt8]?) async throws in
            var result: [[String: String]] = []
            for (place, file) in files.enumerated() {
                let run = try await Run(Self.bytes(file), key: key)
                let after = try await senders(Self.events(run.bytes))
                result.append(Dictionary(zip(before[place], after)) { first, _ in first })
            }
            return result
        }
        let linked = try await pseudonyms([UInt8](repeating: 9, count: 16))
        let apart = try await pseudonyms(nil)
        for user in shared {
            #expect(linked[0][user] == linked[1][user])
            #expect(apart[0][user] != apart[1][user])
            #expect(linked[0][user] != user)
        }
    }

    @Test("hold connections that only the user says the system of, by their new addresses")
    func decodeAs() async throws {
        var session = SampleSession()
        session.upgrade(path: "/")
        for _ in 0..<3 {
            session.message(fromClient: true, [0xC0])
            session.message(fromClient: false, [0xD0])
        }
        let rule = try #require(DecodeAs("10.0.0.2:80,rongcloud"))
        #expect(try await Run(session.capture()).report.events == 0)
        let run = try await Run(session.capture(), decodeAs: [rule])
        // The switch and the frames.
        #expect(run.report.events == 7)
        #expect(run.report.cutFlows.isEmpty)
    }

    @Test("need a key of 128 bits")
    func shortKey() {
        var options = CaptureRedactor.Options()
        options.key = [1, 2, 3]
        #expect(throws: RedactionError.key) { try CaptureRedactor(options) }
    }
}

extension RedactionTests.Run {
    /// The packets of a pcap file as pcapng.
    static func asPcapng(
        _ bytes: [UInt8],
        changed: ([UInt8], LinkType) -> [[UInt8]] = { packet, _ in [packet] }
    ) throws -> [UInt8] {
        var reader = try reader(over: bytes)
        var writer = PcapNGWriter()
        writer.beginSection()
        var result: [UInt8] = []
        while let block = try reader.next() {
            for packet in block.packets {
                let interface = writer.add(PcapNGWriter.Interface(link: packet.link))
                let original = Array(block.bytes[packet.start..<packet.start + packet.capturedLength])
                for made in changed(original, packet.link) {
                    writer.write(made.span, interface: interface, time: packet.time, originalLength: made.count)
                }
            }
        }
        writer.drain { result += Array(copying: $0) }
        return result
    }
}
