import Capture
import Crypto
import Foundation
import Inspection
import Testing
import Transport
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Redacted captures", .serialized)
struct RedactionTests {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Captures of the repository: file, key log beside it, and how many connections of known systems it has.
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
        Sample(file: "nim-web-chatroom.pcap"),
    ]

    /// A redaction in memory.
    struct Run {
        var bytes: [UInt8] = []
        var report = RedactionReport()

        init(_ capture: [UInt8], keyLog: [UInt8]? = nil, key: [UInt8]? = nil) async throws {
            var options = CaptureRedactor.Options()
            options.key = key
            if let keyLog { options.capture.secrets = try TLSSecrets(keyLog: keyLog.span) }
            let output = Output()
            let file = FileManager.default.temporaryDirectory.appending(path: "redaction-\(UUID()).pcap")
            try Data(capture).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let outcome = try await CaptureRedactor(options).redact(
                open: { try Self.reader(of: file) },
                write: { output.bytes += Array(copying: $0) },
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

        private final class Output { var bytes: [UInt8] = [] }
    }

    private static func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: root.appending(path: "captures/" + name)))
    }

    /// The events of a capture, as JSON.
    static func events(_ bytes: [UInt8], keyLog: [UInt8]? = nil) async throws -> [JSONValue] {
        var decoder = CaptureDecoder()
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
            let isNumber = string.text.allSatisfy { $0.isNumber || $0 == "." }
            if string.text.utf8.count >= 6, !isNumber, !string.text.contains("\n") { found.insert(string.text) }
        default: break
        }
    }

    @Test("decode to the same events and are rewritten whole", arguments: samples)
    func sameShape(_ sample: Sample) async throws {
        let capture = try Self.bytes(sample.file)
        let keyLog = try sample.keys.map { try Self.bytes($0) }
        let run = try await Run(capture, keyLog: keyLog)
        #expect(run.report.cutFlows.map(\.reason) == [])
        #expect(run.report.rewrittenPackets > 30)
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

    @Test("hold no value of the original, as another program finds", .enabled(if: Tool.python), arguments: samples)
    func noValue(_ sample: Sample) async throws {
        let capture = try Self.bytes(sample.file)
        let keyLog = try sample.keys.map { try Self.bytes($0) }
        var values: Set<String> = []
        for event in try await Self.events(capture, keyLog: keyLog) { Self.values(event, into: &values) }
        try #require(values.count >= 10)
        let run = try await Run(capture, keyLog: keyLog)
        let found = try Tool.find(values, in: run.bytes)
        #expect(found == "")
        // The same program finds them in a capture that holds them.
        if keyLog == nil, sample.file.hasPrefix("rongcloud-web") {
            #expect(try Tool.find(values, in: Run.asPcapng(capture)) != "")
        }
    }

    @Test("are read by tshark without complaint", .enabled(if: Tool.tshark), arguments: samples)
    func tshark(_ sample: Sample) async throws {
        let keyLog = try sample.keys.map { try Self.bytes($0) }
        let run = try await Run(Self.bytes(sample.file), keyLog: keyLog)
        let complaints = try Tool.complaints(run.bytes)
        #expect(complaints == "")
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
        #expect(try await user(Run(capture)) != one)
        #expect(one != nil && one != "ding_4")
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
    static func asPcapng(_ bytes: [UInt8]) throws -> [UInt8] {
        var reader = try reader(over: bytes)
        var writer = PcapNGWriter()
        writer.beginSection()
        var result: [UInt8] = []
        while let block = try reader.next() {
            for packet in block.packets {
                let interface = writer.add(PcapNGWriter.Interface(link: packet.link))
                writer.write(
                    block.bytes.span.extracting(packet.start..<packet.start + packet.capturedLength),
                    interface: interface,
                    time: packet.time,
                    originalLength: packet.originalLength
                )
            }
        }
        writer.drain { result += Array(copying: $0) }
        return result
    }
}
