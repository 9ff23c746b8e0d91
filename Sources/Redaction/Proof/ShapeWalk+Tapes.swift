import WireFormat
import WireJSON
import WireProtobuf

// Shapes of decoded contents and payloads, equal to those of their JSON, which is never written.
extension ShapeWalk {
    /// Appends a value in a content to the shape, with the same result as for its JSON.
    ///
    /// - Parameter key: the index of the member's key.
    mutating func append(
        _ value: borrowing JSONView,
        _ unit: Span<UInt8>,
        _ key: Int32,
        _ texts: inout ShapeTexts
    ) {
        switch value.kind {
        case .object:
            take(UInt8(ascii: "{"))
            var last: Int32 = -1
            var members = value.members
            while members.moveOn() {
                var cursor = LineCursor(unit.extracting(droppingFirst: members.keyStart))
                last = keys.take(&cursor, after: last, in: key)
                let rule = keys[last]
                if rule.isID, texts.wantsIDs { texts.take(id: members.value.spelling, isMessageUID: rule.isMessageUID) }
                shape = fingerprint.step(shape, rule.isKnown ? rule.hash : UInt64(UInt8(ascii: "?")))
                append(members.value, unit, last, &texts)
            }
            take(UInt8(ascii: "}"))
        case .array:
            take(UInt8(ascii: "["))
            var elements = value.elements
            while let element = elements.next() { append(element, unit, key, &texts) }
            take(UInt8(ascii: "]"))
        case .string:
            let spelling = value.spelling
            take(spelling.count <= 2 ? UInt8(ascii: "e") : UInt8(ascii: "s"))
            if value.hasEscapes {
                texts.take(string: spelling)
            } else {
                texts.take(text: spelling.extracting(1..<spelling.count - 1))
            }
        case .number:
            take(UInt8(ascii: "n"))
            texts.take(number: value.spelling)
        case .bool, .null:
            let first = value.spelling[0]
            // `null` begins with the letter that marks numbers.
            take(first == UInt8(ascii: "n") ? UInt8(ascii: "0") : first)
        }
    }

    /// Appends the fields of a message in a payload to the shape, with the same result as for its JSON.
    mutating func append(
        _ tape: borrowing ProtobufTape,
        _ parent: Int,
        _ unit: Span<UInt8>,
        _ texts: inout ShapeTexts
    ) {
        take(UInt8(ascii: "{"))
        var child = parent &+ 1
        while child < Int(tape.nodes[parent].next) {
            let node = tape.nodes[child]
            let index = child
            child = Int(node.next)
            guard node.flags.isDisjoint(with: [.unknown, .omitted]) else { continue }
            // `place(of:)` may add a key, so it is called before `keys` is read.
            let place = place(of: node.field)
            let rule = keys[place]
            shape = fingerprint.step(shape, rule.isKnown ? rule.hash : UInt64(UInt8(ascii: "?")))
            let kind = schema[node.field].kind
            switch kind {
            case .string:
                let text = unit.extracting(node.valueRange)
                if rule.isID { texts.take(idText: text, isMessageUID: rule.isMessageUID) }
                take(text.isEmpty ? UInt8(ascii: "e") : UInt8(ascii: "s"))
                texts.take(text: text)
            case .message, .group: append(tape, index, unit, &texts)
            case .enumeration: take(value: Int32(truncatingIfNeeded: node.bits(in: unit)), of: node.field, &texts)
            case .bool: take(node.bits(in: unit) != 0 ? UInt8(ascii: "t") : UInt8(ascii: "f"))
            default:
                var spelling = ByteWriter(capacity: 24)
                if kind == .bytes {
                    // The first bytes are enough: only their presence counts, and longer texts are not gathered.
                    spelling.append(base64: unit.extracting(node.valueRange).extracting(first: 12))
                } else {
                    spelling.append(integer: node.bits(in: unit), kind)
                }
                if kind == .bytes || kind.isQuotedInteger {
                    if rule.isID { texts.take(idText: spelling.span, isMessageUID: rule.isMessageUID) }
                    take(spelling.count == 0 ? UInt8(ascii: "e") : UInt8(ascii: "s"))
                    texts.take(text: spelling.span)
                } else {
                    take(UInt8(ascii: "n"))
                    texts.take(number: spelling.span)
                }
            }
        }
        take(UInt8(ascii: "}"))
    }

    /// Appends a value of an enumeration: a string as its name, or a number if it has no name.
    private mutating func take(value: Int32, of field: FieldIndex, _ texts: inout ShapeTexts) {
        let hash = fingerprint.step(UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: field.rawValue))
        let place = valuePlaces[hash] ?? findName(of: value, field, hash)
        if place >= 0 {
            take(UInt8(ascii: "s"))
            let name = valueNames[Int(place)]
            texts.take(text: name.span)
        } else {
            take(UInt8(ascii: "n"))
            texts.take(number: Int64(value))
        }
    }

    @inline(never)
    private mutating func findName(of value: Int32, _ field: FieldIndex, _ hash: UInt64) -> Int32 {
        guard let name = schema.valueName(value, in: schema[field].enumeration) else { return -1 }
        valuePlaces.set(hash, Int32(valueNames.count))
        valueNames.append(Array(name.utf8))
        return Int32(valueNames.count - 1)
    }

    /// Returns the index of the key of a field of the schema.
    @inline(__always)
    private mutating func place(of field: FieldIndex) -> Int32 {
        let index = Int(field.rawValue)
        if index < schemaPlaces.count, schemaPlaces[index] > 0 { return schemaPlaces[index] }
        return findPlace(of: field)
    }

    @inline(never)
    private mutating func findPlace(of field: FieldIndex) -> Int32 {
        let spelling = Array(("\"" + schema.name(of: field) + "\":").utf8)
        var cursor = LineCursor(spelling.span)
        let found = keys.find(&cursor)
        // Beyond the limit, several keys share the last index, so this index must not be stored.
        guard !keys.isFull else { return found }
        while schemaPlaces.count <= Int(field.rawValue) { schemaPlaces.append(0) }
        schemaPlaces[Int(field.rawValue)] = found
        return found
    }
}
