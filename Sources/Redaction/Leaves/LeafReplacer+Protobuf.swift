import WireProtobuf

extension LeafReplacer {
    /// A protobuf message of the same shape, with other leaves.
    func protobuf(
        _ message: ProtobufMessage,
        as type: MessageIndex,
        _ schema: ProtobufSchema,
        _ table: LeafTable
    ) -> ProtobufMessage {
        let name = schema.name(of: type)
        var objectName: String?
        var result = message
        for place in result.fields.indices {
            let index = schema.field(result.fields[place].number, in: type)
            guard index.isKnown else {
                result.fields[place].value = unknown(result.fields[place].value)
                continue
            }
            let field = schema[index]
            let leaf = Place(schema.name(of: index), of: name, in: table)
            switch result.fields[place].value {
            case .varint(let bits):
                if field.kind != .bool, field.kind != .enumeration {
                    result.fields[place].value = .varint(self.bits(bits, leaf))
                }
            case .fixed64(let bits): result.fields[place].value = .fixed64(self.bits(bits, leaf))
            case .fixed32(let bits):
                result.fields[place].value = .fixed32(UInt32(truncatingIfNeeded: self.bits(UInt64(bits), leaf)))
            case .packed(let wireType, let values):
                result.fields[place].value = .packed(wireType, values.map { self.bits($0, leaf) })
            case .message(let inner):
                result.fields[place].value = .message(protobuf(inner, as: field.message, schema, table))
            case .group(let inner):
                result.fields[place].value = .group(protobuf(inner, as: field.message, schema, table))
            case .bytes(let bytes):
                if leaf.leaf == .objectName { objectName = String(decoding: bytes, as: UTF8.self) }
                if leaf.leaf == .content, table.contents.isEmpty {
                    let made = content(bytes, objectName: objectName ?? "", leaf)
                    result.fields[place].value = .bytes(made)
                } else {
                    result.fields[place].value = .bytes(self.bytes(bytes, leaf))
                }
            }
        }
        return result
    }

    /// A field that the schema does not have: everything in it goes.
    private func unknown(_ value: ProtobufValue) -> ProtobufValue {
        let place = Place("?", of: "?", in: .none)
        return switch value {
        case .varint(let bits): .varint(self.bits(bits, place))
        case .fixed64(let bits): .fixed64(KeyedBytes.word(bits, pseudonyms.key))
        case .fixed32(let bits): .fixed32(UInt32(truncatingIfNeeded: KeyedBytes.word(UInt64(bits), pseudonyms.key)))
        case .packed(let wireType, let values): .packed(wireType, values.map { self.bits($0, place) })
        case .bytes(let bytes): .bytes(self.bytes(bytes, place))
        case .message(let message), .group(let message):
            rebuilt(
                value,
                ProtobufMessage(
                    message.fields.map { field in
                        var field = field
                        field.value = unknown(field.value)
                        return field
                    }
                )
            )
        }
    }

    private func rebuilt(_ value: ProtobufValue, _ message: ProtobufMessage) -> ProtobufValue {
        if case .group = value { .group(message) } else { .message(message) }
    }
}

extension KeyedBytes {
    /// Eight other bytes.
    static func word(_ bits: UInt64, _ key: PseudonymKey) -> UInt64 {
        var random = KeyedBytes(withUnsafeBytes(of: bits.littleEndian) { Array($0) }, key: key, purpose: 0xD4)
        let result = random.word()
        return result == bits ? ~bits : result
    }
}
