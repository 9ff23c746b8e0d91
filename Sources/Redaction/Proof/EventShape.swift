import Capture
package import Inspection
import WireFormat
import WireJSON

/// What a capture decodes to, without the values that redaction replaces.
package struct EventShapes: Sendable {
    /// The events of one connection, in order: how many, and a hash of all their shapes.
    struct Shape: Hashable, Sendable {
        var count = 0
        var hash: UInt64 = 0
    }

    private var shapes: [Int: Shape] = [:]
    /// How many events there are.
    package private(set) var count = 0
    /// The system of each connection that has events.
    package private(set) var systems: [Int: MessagingSystem] = [:]
    /// Connections in the TCP form.
    package private(set) var tcpForms: Set<Int> = []
    private var rest: [UInt8] = []
    private let fingerprint: Fingerprint

    init(_ fingerprint: Fingerprint) { self.fingerprint = fingerprint }

    /// Decodes a capture.
    mutating func read(_ reader: consuming sending CaptureReader, _ options: CaptureOptions) async throws
        -> CaptureOutcome
    {
        var decoder = CaptureDecoder()
        decoder.options = options
        decoder.options.showsSecrets = true
        decoder.format = .jsonl
        var taken = EventShapes(fingerprint)
        let outcome = try await decoder.decode(reader, name: nil) { taken.take($0) }
        self = taken
        return outcome.capture
    }

    /// Takes output of the decoder in.
    private mutating func take(_ bytes: Span<UInt8>) {
        rest += Array(copying: bytes)
        var start = 0
        while let end = rest[start...].firstIndex(of: 10) {
            take(line: rest, start..<end)
            start = end + 1
        }
        rest.removeFirst(start)
    }

    private mutating func take(line: [UInt8], _ range: Range<Int>) {
        guard let event = try? JSONValue(parsing: line.span, in: range) else { return }
        let flow = Int(event["flow"]?.int64 ?? 0)
        if systems[flow] == nil, let name = event["system"]?.string {
            systems[flow] = MessagingSystem.allCases.first { "\($0.name)" == name }
        }
        if event["transport"]?.string == "tcp" { tcpForms.insert(flow) }
        var shape = ByteWriter(capacity: 512)
        Self.append(event, .event, to: &shape)
        count += 1
        let hash = fingerprint.of(shape.span, 0..<shape.count)
        let before = shapes[flow] ?? Shape()
        shapes[flow] = Shape(count: before.count + 1, hash: fingerprint.joined(before.hash, hash))
    }

    // MARK: Shape

    /// Where in an event a value is.
    private enum Region {
        case event, frame, reply, message, diagnostic, free
    }

    /// Members that are not compared: what follows from lengths and numbers of other events.
    private static let skipped: [String: Set<String>] = [
        "event": ["n", "client", "server", "tls", "bytes", "undecoded", "undecodedBytes", "hex"],
        "frame": ["offset", "length", "data", "raw", "trailing", "text"],
        "reply": ["n"],
        "diagnostic": ["offset", "text", "path"],
    ]

    /// Members whose values are the same in both captures.
    private static let exact: [String: Set<String>] = [
        "event": ["time", "flow", "sender", "transport", "system", "packets"],
        "frame": [
            "type", "qos", "dup", "retain", "topic", "messageId", "status", "flag", "flags", "method", "cmd", "op", "i",
            "sid", "cid", "ser", "code", "command", "retCode", "protocolVersion", "keepAlive", "date", "millisecond",
        ],
        "reply": ["topic", "latency"],
        "message": ["objectName", "conversation", "flags", "message", "sentTime"],
        "diagnostic": ["severity", "code"],
    ]

    private static func append(_ value: JSONValue, _ region: Region, to shape: inout ByteWriter) {
        switch value {
        case .object(let members):
            shape.append(UInt8(ascii: "{"))
            for member in members {
                let key = member.key.text
                if skipped["\(region)"]?.contains(key) == true { continue }
                // Keys that applications made up are replaced.
                shape.append(text: region != .free || Vocabulary.isKey(key) ? key : "?")
                shape.append(UInt8(ascii: ":"))
                if exact["\(region)"]?.contains(key) == true, mayStay(member.value, key) {
                    member.value.encode(into: &shape)
                } else {
                    append(member.value, inner(region, key), to: &shape)
                }
                shape.append(UInt8(ascii: ","))
            }
            shape.append(UInt8(ascii: "}"))
        case .array(let elements):
            shape.append(UInt8(ascii: "["))
            for element in elements { append(element, region, to: &shape) }
            shape.append(UInt8(ascii: "]"))
        case .string(let text): shape.append(text.text.isEmpty ? "e" : "s")
        case .number: shape.append("n")
        case .bool(let bool): shape.append(bool ? "t" : "f")
        case .null: shape.append("0")
        }
    }

    /// Names that no program would choose are replaced.
    private static func mayStay(_ value: JSONValue, _ key: String) -> Bool {
        switch (key, value.string) {
        case ("objectName", let name?):
            // Those of other systems are numbers.
            name.isEmpty || Vocabulary.isObjectName(name) || name.contains("/")
                || name.utf8.allSatisfy { 45...57 ~= $0 }
        case ("topic", let name?): name.isEmpty || Vocabulary.isTopic(name)
        default: true
        }
    }

    private static func inner(_ region: Region, _ key: String) -> Region {
        guard region == .event else { return .free }
        return switch key {
        case "frame": .frame
        case "inReplyTo": .reply
        case "payload", "messages": .message
        case "diagnostics": .diagnostic
        default: .free
        }
    }

    /// The connections, of those that are compared, in which another capture decodes otherwise.
    func differences(from other: EventShapes, except left: Set<Int>) -> Set<Int> {
        Set(shapes.keys).union(other.shapes.keys).filter { !left.contains($0) && shapes[$0] != other.shapes[$0] }
    }
}
