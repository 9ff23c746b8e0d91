import WireFormat
import WireJSON
import WireProtobuf

/// Turns a polling payload into the protobuf message that it stands for.
///
/// The JSON has the schema's field names; a bytes field is text, or an array of signed bytes. Members that the schema
/// lacks are listed in `unknown` and not lost: the unit's own bytes are kept.
struct PollingPayload {
    let schema: ProtobufSchema
    /// The paths of members that the schema lacks, or whose values do not fit.
    private(set) var unknown: [String] = []

    init(schema: ProtobufSchema) {
        self.schema = schema
    }

    mutating func append(
        _ value: JSONValue,
        as message: MessageIndex,
        path: String = "",
        depth: Int = 0,
        to writer: inout ByteWriter
    ) {
        guard depth < 100 else { return }
        for member in value.members ?? [] {
            let name = member.key.text
            let place = path.isEmpty ? name : path + "." + name
            guard let index = schema.field(named: name, in: message) else {
                unknown.append(place)
                continue
            }
            let field = schema[index]
            let values = field.isRepeated ? member.value.elements ?? [member.value] : [member.value]
            for value in values where !value.isNull {
                if !append(value, field, place, depth, to: &writer) { unknown.append(place) }
            }
        }
    }

    private mutating func append(
        _ value: JSONValue,
        _ field: ProtobufField,
        _ path: String,
        _ depth: Int,
        to writer: inout ByteWriter
    ) -> Bool {
        switch field.kind {
        case .message:
            guard value.kind == .object else { return false }
            var inner = ByteWriter()
            append(value, as: field.message, path: path, depth: depth + 1, to: &inner)
            writer.append(protobufTag: field.number, .lengthDelimited)
            writer.append(varint: UInt64(inner.count))
            writer.append(inner.span)
        case .string, .bytes:
            guard let bytes = Self.bytes(value) else { return false }
            writer.append(protobufTag: field.number, .lengthDelimited)
            writer.append(varint: UInt64(bytes.count))
            writer.append(bytes)
        case .bool:
            guard let bit = value.bool ?? value.int64.map({ $0 != 0 }) else { return false }
            writer.append(protobufTag: field.number, .varint)
            writer.append(varint: bit ? 1 : 0)
        default:
            guard field.wireType == .varint, let number = integer(value, field) else { return false }
            writer.append(protobufTag: field.number, .varint)
            writer.append(varint: UInt64(bitPattern: number))
        }
        return true
    }

    /// Returns the integer of a value; `nil` if it is none, or if the field has too few bits for it.
    private func integer(_ value: JSONValue, _ field: ProtobufField) -> Int64? {
        guard let number = number(value, field) else { return nil }
        // A reader of the protobuf message would cut off the upper bits, which gives another number.
        switch field.kind {
        case .int32, .enumeration: return Int32(exactly: number).map(Int64.init)
        case .uint32: return UInt32(exactly: number).map(Int64.init)
        default: return number
        }
    }

    private func number(_ value: JSONValue, _ field: ProtobufField) -> Int64? {
        // `1e3` is an integer, too.
        if let number = value.int64 ?? value.double?.whole { return number }
        if let bit = value.bool { return bit ? 1 : 0 }
        guard let text = value.string else { return nil }
        if let number = Int64(text) { return number }
        return field.kind == .enumeration ? schema.value(named: text, in: field.enumeration).map(Int64.init) : nil
    }

    /// Returns the bytes of a text (as UTF-8), or of an array of signed bytes.
    private static func bytes(_ value: JSONValue) -> [UInt8]? {
        if let text = value.string { return Array(text.utf8) }
        if let elements = value.elements {
            let bytes = elements.compactMap {
                $0.int64.flatMap { (-128...255).contains($0) ? UInt8(truncatingIfNeeded: $0) : nil }
            }
            return bytes.count == elements.count ? bytes : nil
        }
        // Some SDKs put the content in as JSON, not as text.
        return value.kind == .object ? value.minified : nil
    }
}
