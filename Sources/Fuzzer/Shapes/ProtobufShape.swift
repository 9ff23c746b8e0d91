package import FuzzInputs
package import WireProtobuf

/// Creates the shapes of protobuf messages.
package enum ProtobufShape {
    /// Returns the shape of a message; `nil` if it cannot be decoded.
    package static func message(_ bytes: [UInt8], as message: MessageIndex, _ schema: ProtobufSchema) -> Shape? {
        guard let value = try? ProtobufMessage(decoding: bytes.span, as: message, schema: schema) else { return nil }
        return shape(value, message, schema)
    }

    private static func shape(_ message: ProtobufMessage, _ type: MessageIndex, _ schema: ProtobufSchema) -> Shape {
        Shape(
            schema.name(of: type),
            message.fields.map { field in
                let known = schema.field(field.number, in: type)
                return Shape("field", parts(field, known, schema))
            }
        )
    }

    private static func parts(
        _ field: ProtobufMessage.Field,
        _ known: FieldIndex,
        _ schema: ProtobufSchema
    ) -> [Shape] {
        let name = known.isKnown ? schema.name(of: known) : "unknown"
        let tag = UInt64(field.number) << 3
        let wireType = UInt64(field.value.wireType.rawValue)
        var parts = [Shape("tag", .varint, Framing.varint(tag | wireType))]
        switch field.value {
        case .varint(let bits): parts.append(Shape(name, .varint, Framing.varint(bits)))
        case .fixed64(let bits): parts.append(Shape(name, .integer, Framing.bigEndian(bits.byteSwapped, 8)))
        case .fixed32(let bits): parts.append(Shape(name, .integer, Framing.bigEndian(UInt64(bits.byteSwapped), 4)))
        case .bytes(let bytes):
            let inner: Shape
            if name == "content", let json = JSONShape.json(bytes) {
                inner = json
            } else {
                let isText = known.isKnown && schema[known].kind == .string
                inner = Shape(name, isText ? .text : .bytes, bytes)
            }
            parts.append(Shape(name, framing: .varint, [inner]))
        case .message(let inner):
            let type = known.isKnown ? schema[known].message : .none
            parts.append(Shape(name, framing: .varint, [shape(inner, type, schema)]))
        case .group(let inner):
            let type = known.isKnown ? schema[known].message : .none
            parts.append(shape(inner, type, schema))
            parts.append(Shape("tag", .varint, Framing.varint(tag | 4)))
        case .packed(let wireType, let values):
            let elements = values.map { value in
                switch wireType {
                case .fixed64: Shape(name, .integer, Framing.bigEndian(value.byteSwapped, 8))
                case .fixed32:
                    Shape(name, .integer, Framing.bigEndian(UInt64(UInt32(truncatingIfNeeded: value).byteSwapped), 4))
                default: Shape(name, .varint, Framing.varint(value))
                }
            }
            parts.append(Shape(name, framing: .varint, elements))
        }
        return parts
    }

    /// Returns a message with all or some fields of its type, with random values.
    package static func sample(
        _ type: MessageIndex,
        _ schema: ProtobufSchema,
        _ random: inout FuzzRandom,
        depth: Int = 0
    ) -> ProtobufMessage {
        var message = ProtobufMessage()
        for index in schema.fieldIndices(of: type) {
            let field = schema[index]
            guard field.isRequired || !random.oneIn(depth == 0 ? 4 : 2 + depth) else { continue }
            let copies = field.isRepeated ? 1 + random.below(2) : 1
            for _ in 0..<copies {
                guard let value = sample(index, schema, &random, depth: depth) else { continue }
                message.fields.append(ProtobufMessage.Field(field.number, value))
            }
        }
        return message
    }

    private static func sample(
        _ index: FieldIndex,
        _ schema: ProtobufSchema,
        _ random: inout FuzzRandom,
        depth: Int
    ) -> ProtobufValue? {
        let field = schema[index]
        switch field.kind {
        case .message, .group:
            guard depth < 4 else { return nil }
            let inner = sample(field.message, schema, &random, depth: depth + 1)
            return field.kind == .message ? .message(inner) : .group(inner)
        case .string: return .string(["u1", "group-7", "", "RC:TxtMsg", "中😀"][random.below(5)])
        case .bytes:
            let name = schema.name(of: index)
            return name == "content" ? .string("{\"content\":\"hi\"}") : .bytes(random.bytes(random.below(6)))
        case .bool: return .varint(UInt64(random.below(2)))
        case .enumeration: return .varint(UInt64(random.below(8)))
        default:
            let bits = random.oneIn(2) ? UInt64(random.below(200)) : random.interesting()
            switch field.wireType {
            case .fixed64: return .fixed64(bits)
            case .fixed32: return .fixed32(UInt32(truncatingIfNeeded: bits))
            default: return .varint(bits)
            }
        }
    }
}
