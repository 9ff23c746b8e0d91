import Capture
import Foundation
import Inspection
import RongCloud
import TestSupport
import WireFormat
import WireJSON

/// The captures of the repository.
enum Bundled {
    /// File names of all captures.
    static let names = files { $0.hasSuffix(".pcap") || $0.hasSuffix(".pcapng") }
    /// File names of the captures in the older format, whose records the tests take apart.
    static let pcapNames = files { $0.hasSuffix(".pcap") }

    /// Those of RongCloud.
    static let rongCloudNames = names.filter { $0.hasPrefix("rongcloud") }

    /// Whether nothing can be read of a capture without the key log that lies beside it.
    static func needsKeys(_ name: String) -> Bool {
        files { $0.hasSuffix(".keys") }.contains { $0.dropLast(5) == name.prefix { $0 != "." } }
    }

    private static func files(_ isWanted: (String) -> Bool) -> [String] {
        let directory = ProjectFolder.file("captures")
        let files = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (files ?? []).filter(isWanted).sorted()
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: ProjectFolder.file("captures/\(name)")))
    }

    /// The capture's file header and its packet records, to be put together otherwise (classic pcap, little-endian).
    static func records(_ name: String) throws -> (header: [UInt8], packets: [[UInt8]]) {
        let bytes = try bytes(name)
        var packets: [[UInt8]] = []
        var offset = 24
        while offset + 16 <= bytes.count {
            let length = bytes[offset + 8..<offset + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
            packets.append(Array(bytes[offset..<offset + 16 + length]))
            offset += 16 + length
        }
        return (Array(bytes[..<24]), packets)
    }
}

/// What the program writes about a capture.
enum Output {
    /// The lines of `decode --format jsonl`.
    static func events(
        _ capture: [UInt8],
        file: String? = nil,
        raw: Bool = true
    ) async throws -> [JSONValue] {
        try await withReader(capture) { reader in
            var decoder = CaptureDecoder()
            decoder.format = .jsonl
            decoder.showsRaw = raw
            var output: [UInt8] = []
            _ = try await decoder.decode(reader, name: file) { output += Array(copying: $0) }
            return try output.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
        }
    }

    /// What `stats --format json` prints.
    static func statistics(_ capture: [UInt8]) async throws -> JSONValue {
        try await withReader(capture) { reader in
            var report = StatisticsReport()
            _ = try await report.add(reader)
            return try JSONValue(parsing: report.text(.json))
        }
    }

    /// What `flows --format json` prints.
    static func flows(_ capture: [UInt8]) async throws -> JSONValue {
        try await withReader(capture) { reader in
            var report = FlowsReport()
            _ = try await report.add(reader, name: nil)
            return try JSONValue(parsing: report.text(.json))
        }
    }

    /// What `frame decode` prints for the frame of an event; `nil` for other units.
    static func frame(of event: JSONValue) throws -> JSONValue? {
        guard event["system"] == "rongcloud", event["transport"]?.string == "websocket", let hex = event["hex"]?.string,
            let sender = event["sender"]?.string.flatMap({ FrameSender(rawValue: $0) })
        else { return nil }
        let topic = event["inReplyTo"]?["topic"]?.string
        return try JSONValue(
            parsing: try FrameObject.decode(Hex.decode(hex), form: .websocket, sender: sender, topic: topic)
        )
    }

    /// Each capture that is being read is an open file.
    private static let slots = Slots(16)

    private static func withReader<Value>(
        _ capture: [UInt8],
        _ body: (consuming sending CaptureReader) async throws -> Value
    ) async throws -> Value {
        try await slots.use { try await withReaderAtOnce(capture, body) }
    }

    private static func withReaderAtOnce<Value>(
        _ capture: [UInt8],
        _ body: (consuming sending CaptureReader) async throws -> Value
    ) async throws -> Value {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        try Data(capture).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        return try await body(try CaptureReader(descriptor: handle.fileDescriptor, closesDescriptor: false))
    }
}
