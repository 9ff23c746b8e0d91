import Inspection
import WireFormat
import WireJSON

/// Goes through the line of one event and hashes what is to stay of it.
struct ShapeWalk: Sendable {
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
        .event: ["bytes", "undecoded", "undecodedBytes", "hex"],
        .frame: ["offset", "length", "data", "raw", "trailing", "text"],
        .reply: ["n"],
        .diagnostic: ["offset", "text", "path"],
    ]

    /// Members whose values are the same in both captures.
    private static let exact: [Region: Set<String>] = [
        .event: ["packets"],
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
    /// A hash of what was taken of the line so far.
    private var shape: UInt64 = 0
    private var meanings = HashMap64<KeyMeaning>()
    /// Whether an object name or topic is one that a program would choose.
    private var names = HashMap64<Bool>()

    /// - Parameters:
    ///   - members: what a line has from the member `frame` on, as one object.
    ///   - texts: takes the texts and numbers that are replaced.
    mutating func read(
        _ members: Span<UInt8>,
        after head: EventLineHead,
        _ texts: inout ShapeTexts
    ) -> UInt64 {
        shape = fingerprint.step(0, UInt64(bitPattern: head.time))
        shape = fingerprint.step(shape, UInt64(truncatingIfNeeded: head.flow))
        let kind = UInt64(head.transport.rawValue) &* 2 &+ (head.sender == .client ? 1 : 0)
        shape = fingerprint.step(shape, kind)
        var cursor = LineCursor(members)
        append(&cursor, .event, &texts)
        return shape
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8) { shape = fingerprint.step(shape, UInt64(byte)) }

    @inline(__always)
    private mutating func take(_ bytes: Span<UInt8>) { shape = fingerprint.step(shape, fingerprint.of(bytes)) }

    private mutating func append(_ cursor: inout LineCursor, _ region: Region, _ texts: inout ShapeTexts) {
        switch cursor.next {
        case UInt8(ascii: "{"):
            take(UInt8(ascii: "{"))
            _ = cursor.take(UInt8(ascii: "{"))
            repeat {
                guard cursor.next == UInt8(ascii: "\"") else { break }
                member(&cursor, region, &texts)
            } while cursor.take(UInt8(ascii: ","))
            _ = cursor.take(UInt8(ascii: "}"))
            take(UInt8(ascii: "}"))
        case UInt8(ascii: "["):
            take(UInt8(ascii: "["))
            _ = cursor.take(UInt8(ascii: "["))
            repeat {
                guard cursor.next != UInt8(ascii: "]"), cursor.next != 0 else { break }
                append(&cursor, region, &texts)
            } while cursor.take(UInt8(ascii: ","))
            _ = cursor.take(UInt8(ascii: "]"))
            take(UInt8(ascii: "]"))
        case UInt8(ascii: "\""):
            let range = cursor.takeString()
            take(range.count <= 2 ? UInt8(ascii: "e") : UInt8(ascii: "s"))
            texts.take(string: cursor.bytes.extracting(range))
        case UInt8(ascii: "-"), 48...57:
            let range = cursor.takeWord()
            take(UInt8(ascii: "n"))
            texts.take(number: cursor.bytes.extracting(range))
        default:
            // `null` begins as numbers are marked.
            take(cursor.next == UInt8(ascii: "n") ? UInt8(ascii: "0") : cursor.next)
            _ = cursor.takeWord()
        }
    }

    @inline(__always)
    private mutating func member(_ cursor: inout LineCursor, _ region: Region, _ texts: inout ShapeTexts) {
        let bit = UInt8(1) << region.rawValue
        let (range, key) = cursor.takeKey(fingerprint)
        let meaning = meaning(of: range, in: cursor, key)
        _ = cursor.take(UInt8(ascii: ":"))
        if meaning.skipped & bit != 0 {
            _ = cursor.takeValue()
            return
        }
        // Keys that applications made up are replaced.
        shape = fingerprint.step(shape, region != .free || meaning.isKnown ? key : UInt64(UInt8(ascii: "?")))
        guard meaning.exact & bit != 0 else {
            return append(&cursor, region == .event ? meaning.inner : .free, &texts)
        }
        var ahead = cursor
        let value = ahead.takeValue()
        if mayStay(cursor.bytes.extracting(value), meaning.names) {
            take(cursor.bytes.extracting(value))
            cursor = ahead
        } else {
            append(&cursor, .free, &texts)
        }
    }

    private static func decoded(_ spelling: Span<UInt8>) -> String? {
        (try? JSONString(spelling: Array(copying: spelling)))?.text
    }

    @inline(__always)
    private mutating func meaning(of key: Range<Int>, in line: LineCursor, _ hash: UInt64) -> KeyMeaning {
        meanings[hash] ?? learn(line.bytes.extracting(key), hash)
    }

    @inline(never)
    private mutating func learn(_ key: Span<UInt8>, _ hash: UInt64) -> KeyMeaning {
        let name = Self.decoded(key) ?? ""
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
    private mutating func mayStay(_ value: Span<UInt8>, _ names: KeyMeaning.Value) -> Bool {
        guard names != .other, !value.isEmpty, value[0] == UInt8(ascii: "\"") else { return true }
        let hash = fingerprint.step(fingerprint.of(value), names == .topic ? 1 : 0)
        if let known = self.names[hash] { return known }
        let name = Self.decoded(value) ?? ""
        let may =
            switch names {
            // Those of other systems are numbers.
            case .objectName:
                name.isEmpty || Vocabulary.isObjectName(name) || name.utf8.allSatisfy { 45...57 ~= $0 }
            case .topic: name.isEmpty || Vocabulary.isTopic(name)
            case .other: true
            }
        if self.names.count < Self.mostKept { self.names.set(hash, may) }
        return may
    }
}
