import WireFormat
import WireJSON
import WireProtobuf

extension PollingPayload {
    /// Returns the JSON that stands for a protobuf message, as SDKs write it.
    ///
    /// Other than in protobuf's own mapping, 64-bit integers and enum values are numbers, and bytes are text; bytes that
    /// are not UTF-8 are an array of signed bytes.
    /// - Throws: the errors of the decoder of protobuf messages.
    static func json(
        _ bytes: [UInt8],
        as message: MessageIndex,
        schema: ProtobufSchema
    ) throws(WireError) -> JSONValue {
        var tape = ProtobufTape()
        try tape.decode(bytes.span, in: 0..<bytes.count, as: message, schema: schema)
        var writer = ByteWriter()
        writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
        return object(try JSONValue(parsing: writer.array), as: message, schema)
    }

    /// Converts a message from protobuf's mapping.
    private static func object(_ value: JSONValue, as message: MessageIndex, _ schema: ProtobufSchema) -> JSONValue {
        let members = (value.members ?? []).map { member -> JSONMember in
            guard let index = schema.field(named: member.key.text, in: message) else { return member }
            let field = schema[index]
            guard field.isRepeated, let elements = member.value.elements else {
                return JSONMember(member.key, single(member.value, field, schema))
            }
            return JSONMember(member.key, .array(elements.map { single($0, field, schema) }))
        }
        return .object(members)
    }

    private static func single(_ value: JSONValue, _ field: ProtobufField, _ schema: ProtobufSchema) -> JSONValue {
        switch field.kind {
        case .message: return object(value, as: field.message, schema)
        case .bytes:
            let bytes = value.string.flatMap { Base64.decode(Array($0.utf8).span) } ?? []
            if let text = String(validating: bytes, as: UTF8.self) { return JSONValue(text) }
            return .array(bytes.map { JSONValue(Int8(bitPattern: $0)) })
        case .enumeration:
            let number = value.string.flatMap { schema.value(named: $0, in: field.enumeration) }
            return number.map { JSONValue($0) } ?? value
        case .int64, .sint64, .sfixed64, .uint64, .fixed64:
            return value.string.flatMap { try? JSONValue(parsing: $0) } ?? value
        default: return value
        }
    }
}
