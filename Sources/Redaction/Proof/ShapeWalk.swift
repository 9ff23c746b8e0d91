import Inspection
import WireFormat
import WireJSON

/// Goes through the fields of one event and hashes what is to stay of it.
struct ShapeWalk: Sendable {
    /// Where in an event a value is.
    private enum Region: Int, CaseIterable {
        case event, frame, reply, message, diagnostic, free
    }

    /// What a key means in each region; learnt when it first comes.
    private struct KeyMeaning {
        /// Tells it from other keys.
        var hash: UInt64
        /// How it is spelt, where it is short.
        var spelling: LineCursor.KeySpelling?
        /// Which key came behind its value last, and which one first in its value: most lines are like others.
        var next: Int32 = 0
        var first: Int32 = 0
        /// Of regions, by their numbers: in which the member is not compared, and in which its value is the same in both.
        var skipped: UInt8 = 0
        var exact: UInt8 = 0
        /// Whether a protocol knows it, so that it stays among the keys of contents.
        var isKnown = false
        var names: Value = .other
        /// Whether its value is an id, and of a message.
        var isID = false
        var isMessageUID = false
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
    /// The first one stands for what is no member: what a line as a whole begins with.
    private var meanings = [KeyMeaning(hash: 0)]
    private var places = HashMap64<Int32>()
    /// The first one stands for what no field comes after.
    private var fields = [Field(address: .max, meaning: 0)]
    private var fieldPlaces = HashMap64<Int32>()
    /// Whether an object name or topic is one that a program would choose.
    private var names = HashMap64<Bool>()

    // MARK: Records

    /// - Parameters:
    ///   - records: the fields of an event.
    ///   - texts: takes the texts and numbers that are replaced.
    mutating func read(_ records: Span<UInt8>, after head: EventHead, _ texts: inout ShapeTexts) -> UInt64 {
        shape = fingerprint.step(0, UInt64(bitPattern: head.time))
        shape = fingerprint.step(shape, UInt64(truncatingIfNeeded: head.flow))
        let kind = UInt64(head.transport.rawValue) &* 2 &+ (head.sender == .client ? 1 : 0)
        shape = fingerprint.step(shape, kind)
        var reader = EventRecordReader(records)
        var last = 0
        var isNamed = false
        while let record = reader.next() {
            switch record.kind {
            case .message: take(UInt8(ascii: "{"))
            case .name:
                take(fieldOfTheWire: record.bytes, Self.region(of: record.part))
                isNamed = true
            case .json where record.key.address == 0:
                var cursor = LineCursor(record.bytes)
                append(&cursor, isNamed ? .free : Self.region(of: record.part), 0, &texts)
                isNamed = false
            case .text, .number, .json:
                last = place(of: record.key, after: last)
                take(record, fields[last].meaning, &texts)
            }
        }
        return shape
    }

    private static func region(of part: EventRecord.Part) -> Region {
        switch part {
        case .frame: .frame
        case .reply: .reply
        case .payload, .message: .message
        case .diagnostic: .diagnostic
        case .packet: .event
        }
    }

    /// A field's name, where it lies in the program.
    private struct Field {
        var address: UInt64
        /// The place of its meaning.
        var meaning: Int32
        /// Which one came behind it last.
        var next = 0
    }

    /// The place of a field's name.
    @inline(__always)
    private mutating func place(of key: EventRecord.Key, after last: Int) -> Int {
        let expected = fields[last].next
        if fields[expected].address == key.address { return expected }
        let found = find(key)
        fields[last].next = found
        return found
    }

    @inline(never)
    private mutating func find(_ key: EventRecord.Key) -> Int {
        if let known = fieldPlaces[key.address &* 0x9E37_79B9_7F4A_7C15] { return Int(known) }
        let spelling = Array(("\"" + key.name + "\":").utf8)
        var cursor = LineCursor(spelling.span)
        fields.append(Field(address: key.address, meaning: findKey(&cursor)))
        fieldPlaces.set(key.address &* 0x9E37_79B9_7F4A_7C15, Int32(fields.count - 1))
        return fields.count - 1
    }

    /// Takes a name that only the wire knows.
    private mutating func take(fieldOfTheWire name: Span<UInt8>, _ region: Region) {
        var spelling = ByteWriter(capacity: name.count + 4)
        spelling.append(jsonString: name)
        shape = fingerprint.step(shape, region != .free ? fingerprint.of(spelling.span) : UInt64(UInt8(ascii: "?")))
    }

    @inline(__always)
    private mutating func take(_ record: borrowing EventRecord, _ place: Int32, _ texts: inout ShapeTexts) {
        let bit = UInt8(1) << Self.region(of: record.part).rawValue
        if meanings[Int(place)].skipped & bit != 0 { return }
        if meanings[Int(place)].isID, record.kind == .text {
            texts.take(idText: record.bytes, isMessageUID: meanings[Int(place)].isMessageUID)
        }
        shape = fingerprint.step(shape, meanings[Int(place)].hash)
        if meanings[Int(place)].exact & bit != 0 {
            let names = meanings[Int(place)].names
            if names == .other || record.kind != .text || mayStay(text: record.bytes, names) {
                return take(record.bytes)
            }
        }
        switch record.kind {
        case .text:
            take(record.bytes.isEmpty ? UInt8(ascii: "e") : UInt8(ascii: "s"))
            texts.take(text: record.bytes)
        case .number:
            take(UInt8(ascii: "n"))
            texts.take(number: record.number)
        default:
            var cursor = LineCursor(record.bytes)
            append(&cursor, .free, place, &texts)
        }
    }

    // MARK: JSON

    @inline(__always)
    private mutating func take(_ byte: UInt8) { shape = fingerprint.step(shape, UInt64(byte)) }

    @inline(__always)
    private mutating func take(_ bytes: Span<UInt8>) { shape = fingerprint.step(shape, fingerprint.of(bytes)) }

    /// - Parameter key: the place of the meaning of the member's key.
    private mutating func append(_ cursor: inout LineCursor, _ region: Region, _ key: Int32, _ texts: inout ShapeTexts)
    {
        switch cursor.next {
        case UInt8(ascii: "{"):
            take(UInt8(ascii: "{"))
            _ = cursor.take(UInt8(ascii: "{"))
            var last: Int32 = -1
            repeat {
                guard cursor.next == UInt8(ascii: "\"") else { break }
                last = member(&cursor, region, after: last, in: key, &texts)
            } while cursor.take(UInt8(ascii: ","))
            _ = cursor.take(UInt8(ascii: "}"))
            take(UInt8(ascii: "}"))
        case UInt8(ascii: "["):
            take(UInt8(ascii: "["))
            _ = cursor.take(UInt8(ascii: "["))
            repeat {
                guard cursor.next != UInt8(ascii: "]"), cursor.next != 0 else { break }
                append(&cursor, region, key, &texts)
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

    /// - Parameters:
    ///   - last: the member before in its object, -1 for none.
    ///   - outer: the member whose value the object is.
    /// - Returns: the place of the key's meaning.
    private mutating func member(
        _ cursor: inout LineCursor,
        _ region: Region,
        after last: Int32,
        in outer: Int32,
        _ texts: inout ShapeTexts
    ) -> Int32 {
        let bit = UInt8(1) << region.rawValue
        let place = takeKey(&cursor, after: last, in: outer)
        let hash = meanings[Int(place)].hash
        if meanings[Int(place)].skipped & bit != 0 {
            _ = cursor.takeValue()
            return place
        }
        if meanings[Int(place)].isID {
            var ahead = cursor
            let value = ahead.takeValue()
            texts.take(id: cursor.bytes.extracting(value), isMessageUID: meanings[Int(place)].isMessageUID)
        }
        // Keys that applications made up are replaced.
        let isCompared = region != .free || meanings[Int(place)].isKnown
        shape = fingerprint.step(shape, isCompared ? hash : UInt64(UInt8(ascii: "?")))
        guard meanings[Int(place)].exact & bit != 0 else {
            append(&cursor, region == .event ? meanings[Int(place)].inner : .free, place, &texts)
            return place
        }
        var ahead = cursor
        let value = ahead.takeValue()
        if mayStay(cursor.bytes.extracting(value), meanings[Int(place)].names) {
            take(cursor.bytes.extracting(value))
            cursor = ahead
        } else {
            append(&cursor, .free, place, &texts)
        }
        return place
    }

    /// Goes on behind a key and its colon, and answers the place of its meaning.
    @inline(__always)
    private mutating func takeKey(_ cursor: inout LineCursor, after last: Int32, in outer: Int32) -> Int32 {
        let expected = last < 0 ? meanings[Int(outer)].first : meanings[Int(last)].next
        if expected > 0, let spelling = meanings[Int(expected)].spelling, cursor.take(spelling) { return expected }
        let place = findKey(&cursor)
        if last < 0 { meanings[Int(outer)].first = place } else { meanings[Int(last)].next = place }
        return place
    }

    @inline(never)
    private mutating func findKey(_ cursor: inout LineCursor) -> Int32 {
        let (range, hash) = cursor.takeKey(fingerprint)
        _ = cursor.take(UInt8(ascii: ":"))
        if let known = places[hash] { return known }
        var meaning = learn(cursor.bytes.extracting(range), hash)
        meaning.spelling = cursor.spelling(ofKeyFrom: range.lowerBound)
        guard meanings.count < Self.mostKept else {
            // The last place serves those that are not kept.
            meanings[meanings.count - 1] = meaning
            return Int32(meanings.count - 1)
        }
        places.set(hash, Int32(meanings.count))
        meanings.append(meaning)
        return Int32(meanings.count - 1)
    }

    private static func decoded(_ spelling: Span<UInt8>) -> String? {
        (try? JSONString(spelling: Array(copying: spelling)))?.text
    }

    private func learn(_ key: Span<UInt8>, _ hash: UInt64) -> KeyMeaning {
        let name = Self.decoded(key) ?? ""
        var meaning = KeyMeaning(hash: hash)
        for region in Region.allCases {
            if Self.skipped[region]?.contains(name) == true { meaning.skipped |= 1 << region.rawValue }
            if Self.exact[region]?.contains(name) == true { meaning.exact |= 1 << region.rawValue }
        }
        meaning.isKnown = Vocabulary.isKey(name)
        meaning.inner = Self.regions[name] ?? .free
        meaning.isMessageUID = name == "uid" || RongCloudLeaves.messageUIDs.contains(name)
        meaning.isID =
            meaning.isMessageUID || name == "target" || name == "sender" || RongCloudLeaves.users.contains(name)
        switch name {
        case "objectName": meaning.names = .objectName
        case "topic": meaning.names = .topic
        default: break
        }
        return meaning
    }

    /// Names that no program would choose are replaced.
    private mutating func mayStay(_ value: Span<UInt8>, _ names: KeyMeaning.Value) -> Bool {
        guard names != .other, !value.isEmpty, value[0] == UInt8(ascii: "\"") else { return true }
        if value.firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil {
            return mayStay(text: value.extracting(1..<value.count - 1), names)
        }
        let text = Array((Self.decoded(value) ?? "").utf8)
        return mayStay(text: text.span, names)
    }

    private mutating func mayStay(text: Span<UInt8>, _ names: KeyMeaning.Value) -> Bool {
        let hash = fingerprint.step(fingerprint.of(text), names == .topic ? 1 : 0)
        if let known = self.names[hash] { return known }
        let name = String(decodingUTF8: text)
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
