import WireFormat
import WireJSON

/// Goes through the line of one event and hashes what is to stay of it.
struct ShapeWalk: Sendable {
    /// What one line says.
    struct Line {
        var flow: Int
        var system: String?
        /// Whether it came in the TCP form.
        var isTCP: Bool
        var hash: UInt64
    }

    /// Where in an event a value is.
    private enum Region: Int, CaseIterable {
        case event, frame, reply, message, diagnostic, free
    }

    /// What a key means in each region; learnt when it first comes.
    private struct KeyMeaning {
        /// Of regions, by their numbers: in which the member is not compared, and in which its value is the same in both.
        var skipped: UInt8 = 0
        var exact: UInt8 = 0
        /// Whether a protocol knows it, so that it stays among the keys of contents.
        var isKnown = false
        var names: Value = .other
        var inner: Region = .free

        enum Value { case objectName, topic, other }
    }

    /// Members that are not compared: what follows from lengths and numbers of other events.
    private static let skipped: [Region: Set<String>] = [
        .event: ["n", "client", "server", "tls", "bytes", "undecoded", "undecodedBytes", "hex"],
        .frame: ["offset", "length", "data", "raw", "trailing", "text"],
        .reply: ["n"],
        .diagnostic: ["offset", "text", "path"],
    ]

    /// Members whose values are the same in both captures.
    private static let exact: [Region: Set<String>] = [
        .event: ["time", "flow", "sender", "transport", "system", "packets"],
        .frame: [
            "type", "qos", "dup", "retain", "topic", "messageId", "status", "flag", "flags", "method", "cmd", "op", "i",
            "sid", "cid", "ser", "code", "command", "retCode", "protocolVersion", "keepAlive", "date", "millisecond",
        ],
        .reply: ["topic", "latency"],
        .message: ["objectName", "conversation", "flags", "message", "sentTime"],
        .diagnostic: ["severity", "code"],
    ]

    private static let regions: [String: Region] = [
        "frame": .frame, "inReplyTo": .reply, "payload": .message, "messages": .message, "diagnostics": .diagnostic,
    ]

    /// Keys and names of one capture are few; a hostile one has many.
    private static let mostKept = 1 << 14

    private let fingerprint = Fingerprint.shared
    private var tape = JSONTape()
    /// A hash of what was taken of the line so far.
    private var shape: UInt64 = 0
    private var meanings = HashMap64<KeyMeaning>()
    /// Whether an object name or topic is one that a program would choose.
    private var names = HashMap64<Bool>()

    /// - Parameter texts: takes each text and number that is replaced.
    /// - Returns: `nil` for a line that is no JSON.
    mutating func read(_ line: Span<UInt8>, _ range: Range<Int>, _ texts: inout Originals?) -> Line? {
        var tape = JSONTape()
        swap(&tape, &self.tape)
        defer { swap(&tape, &self.tape) }
        guard let event = try? tape.parse(line, in: range) else { return nil }
        shape = 0
        append(event, .event, &texts)
        return Line(
            flow: Int(event.member(exactly: "flow")?.int64 ?? 0),
            system: event.member(exactly: "system")?.string,
            isTCP: event.member(exactly: "transport")?.equals("tcp") ?? false,
            hash: shape
        )
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8) { shape = fingerprint.step(shape, UInt64(byte)) }

    @inline(__always)
    private mutating func take(_ bytes: Span<UInt8>) { shape = fingerprint.step(shape, fingerprint.of(bytes)) }

    private mutating func append(_ value: borrowing JSONView, _ region: Region, _ texts: inout Originals?) {
        switch value.kind {
        case .object:
            take(UInt8(ascii: "{"))
            let bit = UInt8(1) << region.rawValue
            var members = value.members
            while let member = members.next() {
                let key = fingerprint.of(member.key.spelling)
                let meaning = meaning(of: member.key, key)
                if meaning.skipped & bit != 0 { continue }
                // Keys that applications made up are replaced.
                shape = fingerprint.step(shape, region != .free || meaning.isKnown ? key : UInt64(UInt8(ascii: "?")))
                if meaning.exact & bit != 0, mayStay(member.value, meaning.names) {
                    take(member.value.spelling)
                } else {
                    append(member.value, region == .event ? meaning.inner : .free, &texts)
                }
            }
            take(UInt8(ascii: "}"))
        case .array:
            take(UInt8(ascii: "["))
            var elements = value.elements
            while let element = elements.next() { append(element, region, &texts) }
            take(UInt8(ascii: "]"))
        case .string:
            let spelling = value.spelling
            take(spelling.count == 2 ? UInt8(ascii: "e") : UInt8(ascii: "s"))
            guard texts != nil else { return }
            if spelling.firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil {
                texts?.record(spelling.extracting(1..<spelling.count - 1))
            } else if let text = value.string {
                texts?.record(Array(text.utf8))
            }
        case .number:
            take(UInt8(ascii: "n"))
            texts?.record(value.spelling)
        case .bool: take(value.spelling[0])
        case .null: take(UInt8(ascii: "0"))
        }
    }

    private mutating func meaning(of key: borrowing JSONView, _ hash: UInt64) -> KeyMeaning {
        if let known = meanings[hash] { return known }
        let name = key.string ?? ""
        var meaning = KeyMeaning()
        for region in Region.allCases {
            if Self.skipped[region]?.contains(name) == true { meaning.skipped |= 1 << region.rawValue }
            if Self.exact[region]?.contains(name) == true { meaning.exact |= 1 << region.rawValue }
        }
        meaning.isKnown = Vocabulary.isKey(name)
        meaning.inner = Self.regions[name] ?? .free
        switch name {
        case "objectName": meaning.names = .objectName
        case "topic": meaning.names = .topic
        default: break
        }
        if meanings.count < Self.mostKept { meanings.set(hash, meaning) }
        return meaning
    }

    /// Names that no program would choose are replaced.
    private mutating func mayStay(_ value: borrowing JSONView, _ names: KeyMeaning.Value) -> Bool {
        guard names != .other, value.kind == .string else { return true }
        let hash = fingerprint.step(fingerprint.of(value.spelling), names == .topic ? 1 : 0)
        if let known = self.names[hash] { return known }
        let name = value.string ?? ""
        let may =
            switch names {
            // Those of other systems are numbers.
            case .objectName:
                name.isEmpty || Vocabulary.isObjectName(name) || name.utf8.contains(UInt8(ascii: "/"))
                    || name.utf8.allSatisfy { 45...57 ~= $0 }
            case .topic: name.isEmpty || Vocabulary.isTopic(name)
            case .other: true
            }
        if self.names.count < Self.mostKept { self.names.set(hash, may) }
        return may
    }
}
