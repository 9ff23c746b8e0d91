import WireProtobuf

/// Reports the oddities of a payload whose tape has not kept all fields, by parsing the payload again.
struct PayloadOddities: ProtobufVisitor {
    var diagnostics = DiagnosticList()
    let schema: ProtobufSchema

    private mutating func look(at place: ProtobufPlace) {
        if place.isWrongWireType {
            diagnostics.append(wrongWireType: place.number, at: place.tagStart)
        } else if !place.field.isKnown {
            diagnostics.append(unknown: place.number, at: place.tagStart)
        }
    }

    mutating func varint(_ place: ProtobufPlace, _ value: UInt64) { look(at: place) }
    mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32) { look(at: place) }
    mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64) { look(at: place) }
    mutating func beginGroup(_ place: ProtobufPlace) { look(at: place) }

    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>) {
        look(at: place)
        guard place.field.isKnown, place.info.kind == .string, !bytes.isUTF8(in: place.valueRange) else { return }
        diagnostics.append(brokenText: schema.name(of: place.field), at: place.valueRange.lowerBound)
    }
}

/// Reports fields that are there twice although not repeated, for a payload whose tape has not kept all fields.
struct DoubledFields: ProtobufVisitor {
    var diagnostics = DiagnosticList()
    let schema: ProtobufSchema
    /// The fields seen so far in each open message, the innermost message last.
    private var seen: [Set<FieldIndex>] = [[]]

    init(schema: ProtobufSchema) { self.schema = schema }

    private mutating func look(at place: ProtobufPlace, isMessage: Bool = false) {
        guard place.field.isKnown, !place.info.isRepeated,
            !seen[seen.count - 1].insert(place.field).inserted
        else { return }
        diagnostics.append(doubled: schema.name(of: place.field), isMessage: isMessage, at: place.tagStart)
    }

    private mutating func begin(_ place: ProtobufPlace) {
        look(at: place, isMessage: true)
        seen.append([])
    }

    private mutating func end() { if seen.count > 1 { seen.removeLast() } }

    mutating func varint(_ place: ProtobufPlace, _ value: UInt64) { look(at: place) }
    mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32) { look(at: place) }
    mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64) { look(at: place) }
    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>) { look(at: place) }
    mutating func beginMessage(_ place: ProtobufPlace) { begin(place) }
    mutating func beginGroup(_ place: ProtobufPlace) { begin(place) }
    mutating func endMessage(at end: Int) { self.end() }
    mutating func endGroup(tag: Range<Int>) { end() }
}
