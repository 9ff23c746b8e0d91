/// The schema of the descriptor messages, reduced to the parts that are needed to read a descriptor set.
///
/// Source: `google/protobuf/descriptor.proto` (documented).
enum DescriptorSchema {
    static let fileSet = MessageIndex(rawValue: 0)

    static let schema: ProtobufSchema = {
        func field(_ name: String, _ number: UInt32, _ kind: ProtobufKind) -> MessageDraft.Field {
            MessageDraft.Field(name: name, jsonName: name, number: number, kind: kind)
        }
        func list(_ name: String, _ number: UInt32, _ kind: ProtobufKind, _ target: Int32) -> MessageDraft.Field {
            var field = field(name, number, kind)
            field.target = target
            field.isRepeated = true
            return field
        }
        func part(_ name: String, _ number: UInt32, _ target: Int32) -> MessageDraft.Field {
            var field = field(name, number, .message)
            field.target = target
            return field
        }
        func message(_ name: String, _ fields: [MessageDraft.Field]) -> MessageDraft {
            MessageDraft(fullName: "google.protobuf." + name, shortName: name, fields: fields)
        }
        var draft = SchemaDraft()
        let messages = [
            message("FileDescriptorSet", [list("file", 1, .message, 1)]),
            message(
                "FileDescriptorProto",
                [
                    field("package", 2, .string), list("message_type", 4, .message, 2),
                    list("enum_type", 5, .message, 6), field("syntax", 12, .string),
                ]
            ),
            message(
                "DescriptorProto",
                [
                    field("name", 1, .string), list("field", 2, .message, 4), list("nested_type", 3, .message, 2),
                    list("enum_type", 4, .message, 6), part("options", 7, 3),
                ]
            ),
            message("MessageOptions", [field("map_entry", 7, .bool)]),
            message(
                "FieldDescriptorProto",
                [
                    field("name", 1, .string), field("number", 3, .int32), field("label", 4, .int32),
                    field("type", 5, .int32), field("type_name", 6, .string), part("options", 8, 5),
                    field("oneof_index", 9, .int32), field("json_name", 10, .string),
                    field("proto3_optional", 17, .bool),
                ]
            ),
            message("FieldOptions", [field("packed", 2, .bool)]),
            message("EnumDescriptorProto", [field("name", 1, .string), list("value", 2, .message, 7)]),
            message("EnumValueDescriptorProto", [field("name", 1, .string), field("number", 2, .int32)]),
        ]
        for message in messages { draft.add(message) }
        return ProtobufSchema(draft)
    }()
}
