public import WireFormat
public import WireJSON

extension ByteWriter {
    /// Appends a message given in protobuf's JSON mapping, its fields in the order of their numbers.
    ///
    /// Keys are the names of the `.proto` file or their lowerCamel form. Integers are numbers or strings, enum values
    /// names or numbers, bytes base64 in either alphabet with or without padding; `null` means absent. Repeated scalars
    /// are packed if the schema says so.
    /// - Throws: `value` for an unknown key or a value that the field cannot hold, `required` for a missing field,
    ///   `limit` for nesting beyond `depth`. The path begins with the message's name; the offset is
    ///   `WireError.nowhere`. After an error the writer is unchanged.
    public mutating func append(
        protobuf value: JSONValue,
        as message: MessageIndex,
        schema: borrowing ProtobufSchema,
        limits: ProtobufLimits = ProtobufLimits()
    ) throws(WireError) {
        let mark = count
        let encoder = ProtobufEncoder(depthLimit: min(limits.depth, ProtobufParser.largestDepth))
        do throws(WireError) {
            try encoder.append(value, message, 0, schema, to: &self)
        } catch {
            truncate(to: mark)
            throw error.inside(schema.name(of: message))
        }
    }
}

/// Encodes messages from their JSON.
private struct ProtobufEncoder {
    let depthLimit: Int

    private func wrong(_ expected: String) -> WireError { WireError(.value, expected: expected) }

    func append(
        _ value: JSONValue,
        _ message: MessageIndex,
        _ depth: Int,
        _ schema: borrowing ProtobufSchema,
        to writer: inout ByteWriter
    ) throws(WireError) {
        guard case .object(let members) = value else { throw wrong("an object") }
        guard depth <= depthLimit else {
            throw WireError(.limit, expected: "at most \(depthLimit) nested messages")
        }
        var values: [FieldIndex: JSONValue] = [:]
        var oneofs: Set<Int32> = []
        for member in members {
            let key = member.key.text
            guard let field = schema.field(named: key, in: message) else {
                throw wrong("a field of \(schema.name(of: message))").inside(key)
            }
            if member.value.isNull { continue }
            let oneof = schema[field].oneof
            guard values.updateValue(member.value, forKey: field) == nil else {
                throw wrong("each field once").inside(key)
            }
            guard oneof < 0 || oneofs.insert(oneof).inserted else {
                throw wrong("one field of its oneof").inside(key)
            }
        }
        for index in schema.fieldRange(of: message) {
            let field = FieldIndex(rawValue: Int32(index))
            guard let value = values[field] else {
                if schema[field].isRequired {
                    throw WireError(.required).inside(schema.name(of: field))
                }
                continue
            }
            do throws(WireError) {
                try append(field: field, value, depth, schema, to: &writer)
            } catch  where error.path.first?.hasPrefix("[") == true {
                // An element or a map entry: append `[2]` to the field's name.
                var error = error
                error.path[0] = schema.name(of: field) + error.path[0]
                throw error
            } catch {
                throw error.inside(schema.name(of: field))
            }
        }
    }

    private func append(
        field index: FieldIndex,
        _ value: JSONValue,
        _ depth: Int,
        _ schema: borrowing ProtobufSchema,
        to writer: inout ByteWriter
    ) throws(WireError) {
        let field = schema[index]
        if field.isMap {
            try append(map: value, field, depth, schema, to: &writer)
        } else if field.isRepeated {
            guard case .array(let elements) = value else { throw wrong("an array") }
            guard !elements.isEmpty else { return }
            var body = ByteWriter()
            for (place, element) in elements.enumerated() {
                do throws(WireError) {
                    if field.isPacked {
                        try append(value: element, field, depth, schema, to: &body)
                    } else {
                        try append(single: element, field, depth, schema, to: &writer)
                    }
                } catch {
                    throw error.inside("[\(place)]")
                }
            }
            if field.isPacked {
                writer.append(protobufTag: field.number, .lengthDelimited)
                writer.append(varint: UInt64(body.count))
                writer.append(body.span)
            }
        } else {
            try append(single: value, field, depth, schema, to: &writer)
        }
    }

    /// Appends a tag and a value, and the end of a group.
    private func append(
        single value: JSONValue,
        _ field: ProtobufField,
        _ depth: Int,
        _ schema: borrowing ProtobufSchema,
        to writer: inout ByteWriter
    ) throws(WireError) {
        writer.append(protobufTag: field.number, field.wireType)
        try append(value: value, field, depth, schema, to: &writer)
        if field.kind == .group { writer.append(protobufTag: field.number, .endGroup) }
    }

    /// Appends a value without its tag.
    private func append(
        value: JSONValue,
        _ field: ProtobufField,
        _ depth: Int,
        _ schema: borrowing ProtobufSchema,
        to writer: inout ByteWriter
    ) throws(WireError) {
        switch field.kind {
        case .group: try append(value, field.message, depth + 1, schema, to: &writer)
        case .message:
            var body = ByteWriter()
            try append(value, field.message, depth + 1, schema, to: &body)
            writer.append(varint: UInt64(body.count))
            writer.append(body.span)
        case .string:
            guard let text = value.string else { throw wrong("a string") }
            writer.append(varint: UInt64(text.utf8.count))
            writer.append(text: text)
        case .bytes:
            guard let text = value.string, let bytes = Base64.decode(Array(text.utf8).span) else {
                throw wrong("base64")
            }
            writer.append(varint: UInt64(bytes.count))
            writer.append(bytes)
        default: writer.append(scalar: try ProtobufScalar.bits(value, field, schema), field.wireType)
        }
    }

    private func append(
        map value: JSONValue,
        _ field: ProtobufField,
        _ depth: Int,
        _ schema: borrowing ProtobufSchema,
        to writer: inout ByteWriter
    ) throws(WireError) {
        guard case .object(let members) = value else { throw wrong("an object") }
        guard depth < depthLimit else {
            throw WireError(.limit, expected: "at most \(depthLimit) nested messages")
        }
        let keyIndex = schema.field(1, in: field.message)
        let valueIndex = schema.field(2, in: field.message)
        guard keyIndex.isKnown, valueIndex.isKnown else { throw wrong("a map") }
        for member in members {
            var body = ByteWriter()
            do throws(WireError) {
                let key = JSONValue.string(JSONString(member.key.text))
                try append(single: key, schema[keyIndex], depth + 1, schema, to: &body)
                try append(single: member.value, schema[valueIndex], depth + 1, schema, to: &body)
            } catch {
                throw error.inside("[\"\(member.key.text)\"]")
            }
            writer.append(protobufTag: field.number, .lengthDelimited)
            writer.append(varint: UInt64(body.count))
            writer.append(body.span)
        }
    }
}
