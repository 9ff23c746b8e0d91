/// A required field that is missing.
public struct ProtobufMissingField: Hashable, Sendable {
    /// The path of the message that lacks the field, from the outermost message on: `["DownStreamMessages",
    /// "list[2]"]`.
    public var path: [String]
    /// The name of the field.
    public var field: String
    /// The offset of the message's first byte.
    public var offset: Int
}

extension ProtobufTape {
    /// Returns the missing required fields, in the order of the messages that lack them.
    ///
    /// The parts of a singular message that occurs several times count as one message. Costs nothing unless
    /// ``mayMissRequired`` is set.
    public func missingRequired(schema: borrowing ProtobufSchema) -> [ProtobufMissingField] {
        var found: [ProtobufMissingField] = []
        forEachMissing(schema: schema) { found.append($0()) }
        return found
    }

    /// Returns whether a required field is missing.
    public func isMissingRequired(schema: borrowing ProtobufSchema) -> Bool {
        var isMissing = false
        forEachMissing(schema: schema) { _ in isMissing = true }
        return isMissing
    }

    /// Calls `body` for each missing required field, in the order of ``missingRequired(schema:)``.
    ///
    /// `body` receives a closure that makes the description, because there may be as many missing fields as messages.
    public func forEachMissing(schema: borrowing ProtobufSchema, _ body: (() -> ProtobufMissingField) -> Void) {
        guard mayMissRequired else { return }
        collect([0], message, [schema.name(of: message)], schema, body)
    }

    private func collect(
        _ parts: [Int],
        _ type: MessageIndex,
        _ path: [String],
        _ schema: borrowing ProtobufSchema,
        _ body: (() -> ProtobufMissingField) -> Void
    ) {
        let members = ProtobufMerge(parts, nodes, schema.fields.span).members
        let present = Set(members.map(\.field))
        for index in schema.fieldRange(of: type) where schema.fields[index].isRequired {
            let field = FieldIndex(rawValue: Int32(index))
            guard !present.contains(field), let first = parts.first else { continue }
            let name = schema.name(of: field)
            let offset = nodes[first].valueRange.lowerBound
            body { ProtobufMissingField(path: path, field: name, offset: offset) }
        }
        for member in members {
            let field = schema[member.field]
            guard field.message.rawValue >= 0 else { continue }
            let name = schema.name(of: member.field)
            if field.isRepeated {
                for (place, node) in member.nodes.enumerated() {
                    collect([node], field.message, path + [name + "[\(place)]"], schema, body)
                }
            } else {
                collect(member.nodes, field.message, path + [name], schema, body)
            }
        }
    }
}
