import Capture
import Foundation
import Inspection
import TestSupport
import WireFormat
import WireJSON

/// What the decoder makes of a capture as JSON lines.
struct Decoded {
    /// The output.
    var output: [UInt8]
    /// Figures.
    var outcome: CaptureDecoder.Outcome

    /// Each capture that is being decoded is an open file.
    private static let slots = Slots(16)

    /// Decodes a capture that lies in a file.
    init(
        _ capture: [UInt8],
        with settings: (inout CaptureDecoder) -> Void = { $0.showsRaw = true }
    ) async throws {
        self = try await Self.slots.use {
            try await Decoded(open: try Self.file(of: capture), settings)
        }
    }

    /// Decodes packets.
    init(
        _ segments: [TestSegment],
        with settings: (inout CaptureDecoder) -> Void = { $0.showsRaw = true }
    ) async throws {
        try await self.init(CaptureFile.write(segments), with: settings)
    }

    /// Decodes a capture that comes through a pipe, `chunk` bytes at a time.
    init(
        _ capture: [UInt8],
        inChunksOf chunk: Int,
        with settings: (inout CaptureDecoder) -> Void = { $0.showsRaw = true }
    ) async throws {
        let pipe = Pipe()
        let writer = Thread {
            var rest = capture[...]
            while !rest.isEmpty {
                try? pipe.fileHandleForWriting.write(contentsOf: Data(rest.prefix(chunk)))
                rest = rest.dropFirst(chunk)
            }
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
        try await self.init(open: descriptor, settings)
    }

    /// Decodes what an open file holds from where it stands.
    init(
        open descriptor: Int32,
        _ settings: (inout CaptureDecoder) -> Void = { $0.showsRaw = true }
    ) async throws {
        var decoder = CaptureDecoder()
        decoder.format = .jsonl
        settings(&decoder)
        var collected: [UInt8] = []
        let reader = try CaptureReader(descriptor: descriptor, closesDescriptor: true)
        outcome = try await decoder.decode(reader, name: nil) {
            collected += Array(copying: $0)
        }
        output = collected
    }

    /// An open file with these bytes that nobody else sees.
    static func file(of bytes: [UInt8]) throws -> Int32 {
        var name = Array((NSTemporaryDirectory() + "/imwire-test-XXXXXX").utf8CString)
        let descriptor = name.withUnsafeMutableBufferPointer { mkstemp($0.baseAddress.unsafelyUnwrapped) }
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        name.withUnsafeBufferPointer { _ = unlink($0.baseAddress.unsafelyUnwrapped) }
        try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(bytes))
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    /// The events.
    func events() throws -> [TestEvent] {
        try output.split(separator: UInt8(ascii: "\n")).map { TestEvent(json: try JSONValue(parsing: Array($0))) }
    }
}

/// An event, read back from its line.
struct TestEvent {
    var json: JSONValue

    var number: Int64 { json["n"]?.int64 ?? -1 }
    var sender: String { json["sender"]?.string ?? "" }
    var transport: String { json["transport"]?.string ?? "" }
    var frame: JSONValue { json["frame"] ?? .null }
    var type: String { frame["type"]?.string ?? "" }
    var hex: String? { json["hex"]?.string }
    var reply: JSONValue? { json["inReplyTo"] }
    var payload: JSONValue? { json["payload"] }
    var messages: [JSONValue] { json["messages"]?.elements ?? [] }
    var packets: [Int64] { (json["packets"]?.elements ?? []).compactMap(\.int64) }
    var diagnostics: [JSONValue] { json["diagnostics"]?.elements ?? [] }
    var codes: [String] { diagnostics.compactMap { $0["code"]?.string } }
    var isGap: Bool { type == "GAP" }
    var hasError: Bool { diagnostics.contains { $0["severity"]?.string == "error" } }
    /// The connection's ends and the sender.
    var stream: String {
        "\(json["client"]?.string ?? "")-\(json["server"]?.string ?? "") \(sender)"
    }
}

extension [TestEvent] {
    /// Each direction's events without what depends on how the bytes were delivered.
    func streams() -> [String: [String]] {
        var streams: [String: [String]] = [:]
        var places: [Int64: String] = [:]
        for event in self {
            var json = event.json
            for key in ["n", "time", "packets", "flow"] { json[key] = nil }
            if let request = event.reply?["n"]?.int64 {
                json["inReplyTo"]?["latency"] = nil
                json["inReplyTo"]?["n"] = JSONValue(places[request] ?? "not seen")
            }
            places[event.number] = "\(event.stream) \(streams[event.stream]?.count ?? 0)"
            streams[event.stream, default: []].append(json.description)
        }
        return streams
    }
}

/// Says where two sets of streams differ first; `nil` when they do not.
func difference(_ found: [String: [String]], _ expected: [String: [String]]) -> String? {
    for (stream, lines) in expected.sorted(by: { $0.key < $1.key }) {
        let other = found[stream] ?? []
        for (index, line) in lines.enumerated() where index >= other.count || other[index] != line {
            let instead = index < other.count ? String(other[index].prefix(300)) : "nothing"
            return "\(stream), event \(index): \(instead) instead of \(line.prefix(300))"
        }
        if other.count > lines.count { return "\(stream): more, \(other[lines.count].prefix(300))" }
    }
    return found.keys.first { expected[$0] == nil }.map { "a stream \($0) that should not be" }
}
