import Inspection
import RongCloud
import WireFormat
import WireJSON

/// Iterates over the fields of one event, and hashes everything that must stay the same.
struct ShapeWalk: Sendable {
    private typealias Region = ShapeRule.Region

    /// The rule of a key, learnt when the key first occurs.
    struct KeyMeaning {
        var rule: ShapeRule
        /// The spelling of the key, if it is short.
        var spelling: LineCursor.KeySpelling?
        /// The keys expected after its value, and those expected first in its value; most lines resemble earlier ones.
        var next = Expected()
        var first = Expected()
    }

    /// The indices of the last two keys that occurred at a place; 0 for none.
    struct Expected {
        var latest: Int32 = 0
        var before: Int32 = 0
    }

    /// The limit of keys and names: a capture has few, but a hostile one has many.
    static let mostKept = 1 << 14

    let fingerprint = Fingerprint.shared
    /// The cases for the numbers in records.
    private let kinds = EventRecord.Kind.allCases
    private let regions = EventRecord.Part.allCases.map { Self.region(of: $0) }
    /// The hash of the event so far.
    var shape: UInt64 = 0
    /// The meanings of keys; index 0 is a placeholder for the line itself, which belongs to no key.
    private(set) var meanings = [KeyMeaning(rule: ShapeRule(hash: 0))]
    private var places = HashMap64<Int32>()
    /// The known fields; index 0 is a placeholder: no field has been read yet.
    private var fields = [ShapeField.none]
    private var fieldPlaces = HashMap64<Int32>()
    /// The indices in `meanings` of the schema's fields, by field index; 0 if not known yet.
    var schemaPlaces: [Int32] = []
    /// The names of enumeration values, with their indices by a fingerprint of value and field.
    var valueNames: [[UInt8]] = []
    var valuePlaces = HashMap64<Int32>()
    let schema = RongCloudSchema.shared
    /// Whether an object name or topic looks like one that a program has chosen, by fingerprint.
    private var names = HashMap64<Bool>()

    // MARK: Records

    /// Returns a fingerprint of the shape of an event.
    ///
    /// - Parameters:
    ///   - records: the fields of the event.
    ///   - hasPackets: whether the packets belong to the shape.
    ///   - tapes: the decoded contents that some of the fields refer to.
    ///   - texts: the handler of the texts and numbers that are replaced.
    mutating func read(
        _ records: Span<UInt8>,
        after head: EventHead,
        hasPackets: Bool = true,
        _ tapes: borrowing EventTapes,
        _ texts: inout ShapeTexts
    ) -> UInt64 {
        shape = fingerprint.step(0, UInt64(bitPattern: head.time))
        shape = fingerprint.step(shape, UInt64(truncatingIfNeeded: head.flow))
        let kind = UInt64(head.transport.rawValue) &* 2 &+ (head.sender == .client ? 1 : 0)
        shape = fingerprint.step(shape, kind)
        var record = RecordCursor(records)
        var last = 0
        var isNamed = false
        while record.next() {
            guard Int(record.kind) < kinds.count, Int(record.part) < regions.count else { break }
            let kind = kinds[Int(record.kind)]
            switch kind {
            case .message: take(UInt8(ascii: "{"))
            case .name:
                take(fieldOfTheWire: record.bytes)
                isNamed = true
            case .json where record.address == 0:
                var cursor = LineCursor(record.bytes)
                append(&cursor, isNamed ? .free : regions[Int(record.part)], 0, &texts)
                isNamed = false
            case .number where record.part == EventRecord.Part.packet.rawValue:
                // The packets are the last records.
                guard hasPackets else { return shape }
                last = place(of: record, after: last)
                take(record, kind, fields[last], &texts)
            case .text, .number, .json:
                last = place(of: record, after: last)
                take(record, kind, fields[last], &texts)
            case .content:
                last = place(of: record, after: last)
                let field = fields[last]
                shape = fingerprint.step(shape, field.hash)
                append(tapes.content.root(in: tapes.unit), tapes.unit, field.meaning, &texts)
            case .payload:
                take(record.bytes)
                append(tapes.payload, 0, tapes.unit, &texts)
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

    /// Returns the index of a record's field.
    @inline(__always)
    private mutating func place(of record: borrowing RecordCursor, after last: Int) -> Int {
        let expected = Int(fields[last].next)
        if fields[expected].address == record.address, fields[expected].part == record.part { return expected }
        let found = find(record.key, record.part)
        fields[last].next = Int32(found)
        return found
    }

    @inline(never)
    private mutating func find(_ key: EventRecord.Key, _ part: UInt8) -> Int {
        // The address of a name is in the lower half of the address space, so no bits are lost.
        let hash = (key.address << 8 | UInt64(part)) &* 0x9E37_79B9_7F4A_7C15
        if let known = fieldPlaces[hash] { return Int(known) }
        let spelling = Array(("\"" + key.name + "\":").utf8)
        var cursor = LineCursor(spelling.span)
        let meaning = findKey(&cursor)
        let rule = meanings[Int(meaning)].rule
        fields.append(ShapeField(key.address, part, meaning, rule, in: regions[Int(part)]))
        fieldPlaces.set(hash, Int32(fields.count - 1))
        return fields.count - 1
    }

    /// Appends a name from the wire; names of applications are replaced, like the keys of contents.
    private mutating func take(fieldOfTheWire name: Span<UInt8>) {
        var spelling = ByteWriter(capacity: name.count + 4)
        spelling.append(jsonString: name)
        spelling.append(UInt8(ascii: ":"))
        var cursor = LineCursor(spelling.span)
        let rule = meanings[Int(findKey(&cursor))].rule
        shape = fingerprint.step(shape, rule.isKnown ? rule.hash : UInt64(UInt8(ascii: "?")))
    }

    @inline(__always)
    private mutating func take(
        _ record: borrowing RecordCursor,
        _ kind: EventRecord.Kind,
        _ field: ShapeField,
        _ texts: inout ShapeTexts
    ) {
        if field.isSkipped { return }
        var isText = false
        if case .text = kind { isText = true }
        if field.isID, isText { texts.take(idText: record.bytes, isMessageUID: field.isMessageUID) }
        shape = fingerprint.step(shape, field.hash)
        if field.isExact {
            if case .other = field.names { return take(record.bytes) }
            if !isText || mayStay(text: record.bytes, field.names) { return take(record.bytes) }
        }
        switch kind {
        case .text:
            take(record.bytes.isEmpty ? UInt8(ascii: "e") : UInt8(ascii: "s"))
            texts.take(text: record.bytes)
        case .number:
            take(UInt8(ascii: "n"))
            texts.take(number: record.number)
        default:
            var cursor = LineCursor(record.bytes)
            append(&cursor, .free, field.meaning, &texts)
        }
    }

    // MARK: JSON

    @inline(__always)
    mutating func take(_ byte: UInt8) { shape = fingerprint.step(shape, UInt64(byte)) }

    /// Appends bytes that are equal in both captures; most are a number or a short word.
    @inline(__always)
    private mutating func take(_ bytes: Span<UInt8>) {
        let count = bytes.count
        guard 4...16 ~= count else { return takeAny(bytes) }
        let (first, last): (UInt64, UInt64)
        if count >= 8 {
            first = bytes.loadUnaligned(at: 0, as: UInt64.self)
            if count == 8 { return shape = fingerprint.step(shape, first) }
            last = bytes.loadUnaligned(at: count &- 8, as: UInt64.self)
        } else {
            first = UInt64(bytes.loadUnaligned(at: 0, as: UInt32.self))
            last = UInt64(bytes.loadUnaligned(at: count &- 4, as: UInt32.self))
        }
        shape = fingerprint.step(fingerprint.step(shape, first), last ^ UInt64(count) &<< 56)
    }

    private mutating func takeAny(_ bytes: Span<UInt8>) { shape = fingerprint.step(shape, fingerprint.of(bytes)) }

    /// Appends a JSON value to the shape.
    ///
    /// - Parameter key: the index of the meaning of the value's key.
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
            // `null` begins with the letter that marks numbers.
            take(cursor.next == UInt8(ascii: "n") ? UInt8(ascii: "0") : cursor.next)
            _ = cursor.takeWord()
        }
    }

    /// Appends a member of a JSON object to the shape.
    ///
    /// - Parameters:
    ///   - last: the previous member in the object; -1 for none.
    ///   - outer: the member whose value is the object.
    /// - Returns: the index of the key's meaning.
    private mutating func member(
        _ cursor: inout LineCursor,
        _ region: Region,
        after last: Int32,
        in outer: Int32,
        _ texts: inout ShapeTexts
    ) -> Int32 {
        let bit = UInt8(1) &<< UInt8(truncatingIfNeeded: region.rawValue)
        let place = takeKey(&cursor, after: last, in: outer)
        let rule = meanings[Int(place)].rule
        if rule.skipped & bit != 0 {
            _ = cursor.takeValue()
            return place
        }
        if rule.isID, texts.wantsIDs {
            var ahead = cursor
            let value = ahead.takeValue()
            texts.take(id: cursor.bytes.extracting(value), isMessageUID: rule.isMessageUID)
        }
        // Keys of applications are replaced.
        let isCompared = region != .free || rule.isKnown
        shape = fingerprint.step(shape, isCompared ? rule.hash : UInt64(UInt8(ascii: "?")))
        guard rule.exact & bit != 0 else {
            append(&cursor, region == .event ? rule.inner : .free, place, &texts)
            return place
        }
        var ahead = cursor
        let value = ahead.takeValue()
        if mayStay(cursor.bytes.extracting(value), rule.names) {
            take(cursor.bytes.extracting(value))
            cursor = ahead
        } else {
            append(&cursor, .free, place, &texts)
        }
        return place
    }

    /// Skips a key and its colon, and returns the index of the key's meaning.
    @inline(__always)
    mutating func takeKey(_ cursor: inout LineCursor, after last: Int32, in outer: Int32) -> Int32 {
        let expected = last < 0 ? meanings[Int(outer)].first : meanings[Int(last)].next
        if isNext(expected.latest, &cursor) { return expected.latest }
        let place = isNext(expected.before, &cursor) ? expected.before : findKey(&cursor)
        let found = Expected(latest: place, before: expected.latest)
        if last < 0 { meanings[Int(outer)].first = found } else { meanings[Int(last)].next = found }
        return place
    }

    /// Skips a key and its colon if the key has the meaning at `place`.
    @inline(__always)
    private func isNext(_ place: Int32, _ cursor: inout LineCursor) -> Bool {
        guard place > 0, let spelling = meanings[Int(place)].spelling else { return false }
        return cursor.take(spelling)
    }

    @inline(never)
    mutating func findKey(_ cursor: inout LineCursor) -> Int32 {
        let (range, hash) = cursor.takeKey(fingerprint)
        let hasColon = cursor.take(UInt8(ascii: ":"))
        if let known = places[hash] { return known }
        var meaning = KeyMeaning(
            rule: ShapeRule(Self.decoded(cursor.bytes.extracting(range)) ?? "", hash)
        )
        // In a unit there may be white space before the colon, and then the spelling is not kept.
        if hasColon { meaning.spelling = cursor.spelling(ofKeyFrom: range.lowerBound) }
        guard meanings.count < Self.mostKept else {
            // All further keys share the last index.
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

    /// Returns whether a value stays; names that no program would choose are replaced.
    private mutating func mayStay(_ value: Span<UInt8>, _ names: ShapeRule.Value) -> Bool {
        guard names != .other, !value.isEmpty, value[0] == UInt8(ascii: "\"") else { return true }
        if value.firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil {
            return mayStay(text: value.extracting(1..<value.count - 1), names)
        }
        let text = Array((Self.decoded(value) ?? "").utf8)
        return mayStay(text: text.span, names)
    }

    private mutating func mayStay(text: Span<UInt8>, _ names: ShapeRule.Value) -> Bool {
        let hash = fingerprint.step(fingerprint.of(text), names.rawValue)
        if let known = self.names[hash] { return known }
        let name = String(decodingUTF8: text)
        let may =
            switch names {
            case .objectName: name.isEmpty || Vocabulary.isObjectName(name)
            case .topic: name.isEmpty || Vocabulary.isTopic(name)
            case .command: name.isEmpty || Vocabulary.isCommand(name)
            case .other: true
            }
        if self.names.count < Self.mostKept { self.names.set(hash, may) }
        return may
    }
}
