import Inspection
import RongCloud
import WireFormat
import WireJSON

/// Iterates over the fields of one event, and hashes everything that must stay the same.
struct ShapeWalk: Sendable {
    private typealias Region = ShapeRule.Region

    /// The limit of names: a capture has few, but a hostile one has many.
    private static let mostNames = 1 << 14

    let fingerprint = Fingerprint.shared
    /// The cases for the numbers in records.
    private let kinds = EventRecord.Kind.allCases
    private let regions = EventRecord.Part.allCases.map { Self.region(of: $0) }
    /// The hash of the event so far.
    var shape: UInt64 = 0
    /// The keys of JSON and the names of fields.
    var keys = ShapeKeys()
    /// The known fields; index 0 is a placeholder: no field has been read yet.
    private var fields = [ShapeField.none]
    private var fieldPlaces = HashMap64<Int32>()
    /// The indices in `keys` of the schema's fields, by field index; 0 if not known yet.
    var schemaPlaces: [Int32] = []
    /// The names of enumeration values, with their indices by a fingerprint of value and field.
    var valueNames: [[UInt8]] = []
    var valuePlaces = HashMap64<Int32>()
    let schema = RongCloudSchema.shared
    /// Whether an object name or topic looks like one that a program has chosen, by fingerprint.
    private var names = HashMap64<Bool>()

    // MARK: Records

    /// The fingerprints of the shape of an event.
    struct EventHash: Hashable, Sendable {
        var withPackets: UInt64
        var withoutPackets: UInt64
    }

    /// Returns the fingerprints of the shape of an event.
    ///
    /// - Parameters:
    ///   - records: the fields of the event.
    ///   - tapes: the decoded contents that some of the fields refer to.
    ///   - texts: the handler of the texts and numbers that are replaced.
    mutating func read(
        _ records: Span<UInt8>,
        after head: EventHead,
        _ tapes: borrowing EventTapes,
        _ texts: inout ShapeTexts
    ) -> EventHash {
        shape = fingerprint.step(0, UInt64(bitPattern: head.time))
        shape = fingerprint.step(shape, UInt64(truncatingIfNeeded: head.flow))
        let kind = UInt64(head.transport.rawValue) &* 2 &+ (head.sender == .client ? 1 : 0)
        shape = fingerprint.step(shape, kind)
        var record = RecordCursor(records)
        var last = 0
        var isNamed = false
        var withoutPackets: UInt64?
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
                if withoutPackets == nil { withoutPackets = shape }
                last = place(of: record, after: last)
                take(record, kind, fields[last], &texts)
            case .text, .number, .json:
                last = place(of: record, after: last)
                take(record, kind, fields[last], &texts)
            case .content:
                last = place(of: record, after: last)
                let field = fields[last]
                shape = fingerprint.step(shape, field.hash)
                append(tapes.content.root(in: tapes.unit), tapes.unit, field.key, &texts)
            case .payload:
                take(record.bytes)
                append(tapes.payload, 0, tapes.unit, &texts)
            }
        }
        return EventHash(withPackets: shape, withoutPackets: withoutPackets ?? shape)
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
        let place = keys.find(&cursor)
        fields.append(ShapeField(key.address, part, place, keys[place], in: regions[Int(part)]))
        fieldPlaces.set(hash, Int32(fields.count - 1))
        return fields.count - 1
    }

    /// Appends a name from the wire; names of applications are replaced, like the keys of contents.
    private mutating func take(fieldOfTheWire name: Span<UInt8>) {
        var spelling = ByteWriter(capacity: name.count + 4)
        spelling.append(jsonString: name)
        spelling.append(UInt8(ascii: ":"))
        var cursor = LineCursor(spelling.span)
        // The keys are read only after the search, which may add one.
        let place = keys.find(&cursor)
        let rule = keys[place]
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
            append(&cursor, .free, field.key, &texts)
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
    /// - Parameter key: the index of the value's key.
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
    /// - Returns: the index of the member's key.
    private mutating func member(
        _ cursor: inout LineCursor,
        _ region: Region,
        after last: Int32,
        in outer: Int32,
        _ texts: inout ShapeTexts
    ) -> Int32 {
        let bit = UInt8(1) &<< UInt8(truncatingIfNeeded: region.rawValue)
        let place = keys.take(&cursor, after: last, in: outer)
        let rule = keys[place]
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

    /// Returns whether a value stays; names that no program would choose are replaced.
    private mutating func mayStay(_ value: Span<UInt8>, _ names: ShapeRule.Value) -> Bool {
        guard names != .other, !value.isEmpty, value[0] == UInt8(ascii: "\"") else { return true }
        if value.firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil {
            return mayStay(text: value.extracting(1..<value.count - 1), names)
        }
        let text = Array((JSONString.text(spelled: value) ?? "").utf8)
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
        if self.names.count < Self.mostNames { self.names.set(hash, may) }
        return may
    }
}
