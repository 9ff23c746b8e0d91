package import FuzzInputs
package import Fuzzer
import WireFormat
import WireProtobuf

/// Protobuf descriptor sets, and messages that are read with them.
///
/// The first two bytes of an input are the descriptor set's length; the rest is a message.
package struct DescriptorsTarget: FuzzTarget {
    package let name = "descriptors"
    package let summary = "protobuf descriptor sets and messages read by them"
    /// The type names and labels.
    package var words: [[UInt8]] { [".M", ".E", "proto3", "proto2", "f", "M"].map { Array($0.utf8) } }

    package init() {}

    /// Runs one set.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard input.count >= 2 else { return }
        let length = min(Int(input[0]) << 8 | Int(input[1]), input.count - 2)
        let set = Array(input[2..<2 + length])
        let bytes = Array(input[(2 + length)...])
        let schema: ProtobufSchema
        do throws(WireError) {
            schema = try ProtobufSchema(descriptorSet: set.span)
        } catch {
            features.reach("descriptor", error)
            try Oracles.place(error, in: set.count, "descriptor set")
            return
        }
        features.reach("descriptor.messages", Features.bucket(schema.messageIndices.count))
        for message in schema.messageIndices.prefix(4) {
            for index in schema.fieldIndices(of: message).prefix(32) {
                let field = schema[index]
                features.reach(
                    "descriptor.field",
                    Int(field.kind.rawValue),
                    (field.isRepeated ? 1 : 0) + (field.isPacked ? 2 : 0) + (field.isMap ? 4 : 0)
                        + (field.isRequired ? 8 : 0)
                )
                guard schema.field(field.number, in: message) != .unknown else {
                    throw Violation(.disagreement, "field \(field.number) of \(schema.name(of: message)) is not found")
                }
            }
            let tree = FieldTree()
            let shown = attempt { () throws(WireError) in
                try tree.append(protobuf: bytes.span, in: 0..<bytes.count, as: message, schema: schema)
            }
            features.reach("descriptor.tree", tree, limit: 64)
            try Oracles.coverage(tree, of: 0..<bytes.count, "message")
            guard let value = try? ProtobufMessage(decoding: bytes.span, as: message, schema: schema) else { continue }
            guard shown.error == nil else { throw Violation(.disagreement, "the tree says \(shown)") }
            try Oracles.same(
                value.encoded(),
                bytes,
                .roundtrip,
                "\(Oracles.hex(bytes)) became \(Oracles.hex(value.encoded()))"
            )
            var tape = ProtobufTape()
            try? tape.decode(bytes.span, in: 0..<bytes.count, as: message, schema: schema)
            _ = tape.missingRequired(schema: schema)
            var writer = ByteWriter()
            writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
        }
    }

    /// The set as protobuf, followed by the message.
    package func shape(of input: [UInt8]) -> Shape? {
        guard input.count >= 2 else { return nil }
        let length = min(Int(input[0]) << 8 | Int(input[1]), input.count - 2)
        let set = Array(input[2..<2 + length])
        guard let shape = Self.wire(set, depth: 0) else { return nil }
        return Shape(
            "input",
            [
                Shape("set", framing: .bigEndian(bytes: 2), [shape]),
                Self.wire(Array(input[(2 + length)...]), depth: 2) ?? Shape("message", .bytes, input[(2 + length)...]),
            ]
        )
    }

    /// Returns the shape of nested length-delimited fields, as far as they look like messages.
    private static func wire(_ bytes: [UInt8], depth: Int) -> Shape? {
        guard depth < 5, let schema = try? ProtobufSchema(descriptorSet: [UInt8]().span),
            let value = try? ProtobufMessage(decoding: bytes.span, as: .none, schema: schema)
        else { return nil }
        return Shape(
            "message",
            value.fields.map { field in
                let tag = Shape(
                    "tag",
                    .varint,
                    Framing.varint(UInt64(field.number) << 3 | UInt64(field.value.wireType.rawValue))
                )
                switch field.value {
                case .varint(let bits): return Shape("field", [tag, Shape("number", .varint, Framing.varint(bits))])
                case .bytes(let content):
                    let inner = content.count > 2 ? wire(content, depth: depth + 1) : nil
                    return Shape(
                        "field",
                        [tag, Shape("value", framing: .varint, [inner ?? Shape("text", .text, content)])]
                    )
                default:
                    var writer = ByteWriter()
                    field.encode(into: &writer)
                    return Shape("field", .bytes, writer.array)
                }
            }
        )
    }

    /// Small sets with one field of every type, and a message for each.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        func set(_ label: UInt64, _ kind: UInt64, _ options: [ProtobufMessage.Field] = []) -> [UInt8] {
            var field = ProtobufMessage([
                .init(1, .string("f")), .init(3, .varint(1)), .init(4, .varint(label)), .init(5, .varint(kind)),
            ])
            if kind == 11 || kind == 10 { field.fields.append(.init(6, .string(".M"))) }
            if kind == 14 { field.fields.append(.init(6, .string(".E"))) }
            field.fields += options
            let value = ProtobufMessage([.init(1, .string("ZERO")), .init(2, .varint(0))])
            let enumeration = ProtobufMessage([.init(1, .string("E")), .init(2, .message(value))])
            let type = ProtobufMessage([.init(1, .string("M")), .init(2, .message(field))])
            let file = ProtobufMessage([
                .init(1, .string("f.proto")), .init(4, .message(type)), .init(5, .message(enumeration)),
                .init(12, .string(label == 3 ? "proto3" : "proto2")),
            ])
            return ProtobufMessage([.init(1, .message(file))]).encoded()
        }
        var seeds: [[UInt8]] = []
        for kind in UInt64(1)...18 {
            for label in UInt64(1)...3 {
                let bytes = set(label, kind)
                let message: [UInt8] =
                    switch kind {
                    case 1, 6, 16: [9, 0, 0, 0, 0, 0, 0, 0, 0]
                    case 2, 7, 15: [13, 0, 0, 0, 0]
                    case 9, 11, 12: [10, 2, 1, 2]
                    case 10: [11, 12]
                    default: [8, 1]
                    }
                seeds.append(Framing.bigEndian(UInt64(bytes.count), 2) + bytes + message)
            }
        }
        return seeds
    }
}
