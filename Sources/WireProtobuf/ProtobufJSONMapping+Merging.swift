import WireFormat
import WireJSON

// Messages and maps whose fields come out in another order than on the wire, or several times.
extension ProtobufJSONMapping {
    /// Appends the union of several messages.
    func append(merged parts: [Int], to writer: inout ByteWriter) {
        writer.append(UInt8(ascii: "{"))
        var isFirst = true
        let type = parts.isEmpty ? MessageIndex.none : type(of: parts[0])
        for member in ProtobufMerge(parts, nodes, fields, runs: runs(of: parts, type)).members {
            let field = fields[Int(member.field.rawValue)]
            append(member: member, field, in: type, isFirst: &isFirst, to: &writer)
        }
        writer.append(UInt8(ascii: "}"))
    }

    private func type(of node: Int) -> MessageIndex {
        guard node > 0 else { return outermost }
        let field = nodes[node].field
        return field.isKnown ? fields[Int(field.rawValue)].message : .none
    }

    /// Returns the repeated fields in each run of some messages, in the order of their first appearance.
    private func runs(of parts: [Int], _ type: MessageIndex) -> [Int: [FieldIndex]] {
        var runs: [Int: [FieldIndex]] = [:]
        guard isCompact else { return runs }
        for part in parts {
            var index = part + 1
            while index < Int(nodes[part].next) {
                if nodes[index].holdsKnown { runs[index] = fieldsOfRun(index, in: type) }
                index = Int(nodes[index].next)
            }
        }
        return runs
    }

    private func fieldsOfRun(_ node: Int, in type: MessageIndex) -> [FieldIndex] {
        var found: [FieldIndex] = []
        var run = ProtobufRun(nodes[node].valueRange, of: type, parser)
        while let field = run.field()?.field {
            if field != found.last && !found.contains(field) { found.append(field) }
        }
        return found
    }

    /// Appends the elements of a repeated field that are in a run.
    private func append(
        run node: Int,
        _ member: FieldIndex,
        _ field: ProtobufField,
        in type: MessageIndex,
        isFirst: inout Bool,
        to writer: inout ByteWriter
    ) {
        var run = ProtobufRun(nodes[node].valueRange, of: type, parser)
        while let element = run.field() {
            guard element.field == member else { continue }
            append(elements: node, element, field, isFirst: &isFirst, to: &writer)
        }
    }

    private func append(
        member: ProtobufMerge.Member,
        _ field: ProtobufField,
        in type: MessageIndex,
        isFirst: inout Bool,
        to writer: inout ByteWriter
    ) {
        let members = member.nodes
        if field.isRepeated {
            guard !members.allSatisfy({ nodes[$0].flags.contains(.omitted) }) else { return }
            append(key: field, isFirst: &isFirst, to: &writer)
            if field.isMap {
                append(map: members, to: &writer)
                return
            }
            writer.append(UInt8(ascii: "["))
            var isFirstElement = true
            for index in members {
                if nodes[index].isRun {
                    append(run: index, member.field, field, in: type, isFirst: &isFirstElement, to: &writer)
                } else {
                    append(elements: index, field, isFirst: &isFirstElement, to: &writer)
                }
            }
            writer.append(UInt8(ascii: "]"))
        } else if let last = members.last, !nodes[last].flags.contains(.omitted) {
            append(key: field, isFirst: &isFirst, to: &writer)
            append(singular: members, field, to: &writer)
        }
    }

    /// Appends a singular field that occurs several times on the wire.
    private func append(singular members: [Int], _ field: ProtobufField, to writer: inout ByteWriter) {
        guard let last = members.last else { return }
        if members.count > 1 && (field.kind == .message || field.kind == .group) {
            append(merged: members, to: &writer)
        } else {
            append(value: last, nodes[last], field, to: &writer)
        }
    }

    // MARK: Maps

    /// Appends the entries of a map as an object; a repeated key keeps its first place and takes its last value.
    func append(map entries: [Int], to writer: inout ByteWriter) {
        writer.append(UInt8(ascii: "{"))
        var order: [[UInt8]] = []
        var latest: [[UInt8]: [Int]] = [:]
        let entryType = entries.first.map { fields[Int(nodes[$0].field.rawValue)].message } ?? .none
        for entry in entries where !nodes[entry].flags.contains(.omitted) {
            var key: Int?
            var values: [Int] = []
            var index = entry + 1
            while index < Int(nodes[entry].next) {
                if !nodes[index].isUnknown {
                    if nodes[index].number == 1 { key = index } else { values.append(index) }
                }
                index = Int(nodes[index].next)
            }
            let text = rendered(key: key, entryType)
            if latest.updateValue(values, forKey: text) == nil { order.append(text) }
        }
        for (place, key) in order.enumerated() {
            if place > 0 { writer.append(UInt8(ascii: ",")) }
            writer.append(key)
            writer.append(UInt8(ascii: ":"))
            let field = mapField(2, entryType)
            let values = latest[key] ?? []
            if values.isEmpty {
                appendDefault(field, to: &writer)
            } else {
                append(singular: values, field, to: &writer)
            }
        }
        writer.append(UInt8(ascii: "}"))
    }

    private func mapField(_ number: UInt32, _ entryType: MessageIndex) -> ProtobufField {
        let found = ProtobufSchema.find(number, parser.messages[Int(entryType.rawValue)], fields, parser.dense)
        return found >= 0 ? fields[Int(found)] : .unknown
    }

    private func rendered(key: Int?, _ entryType: MessageIndex) -> [UInt8] {
        let field = mapField(1, entryType)
        var writer = ByteWriter(capacity: 32)
        if let key { append(value: key, nodes[key], field, to: &writer) } else { appendDefault(field, to: &writer) }
        if writer.count > 0, writer.span[0] == UInt8(ascii: "\"") { return writer.array }
        var quoted = ByteWriter(capacity: 32)
        quoted.append(UInt8(ascii: "\""))
        quoted.append(writer.span)
        quoted.append(UInt8(ascii: "\""))
        return quoted.array
    }

    private func appendDefault(_ field: ProtobufField, to writer: inout ByteWriter) {
        switch field.kind {
        case .string, .bytes: writer.append("\"\"")
        case .message, .group: writer.append("{}")
        case .enumeration:
            append(enumeration: enums[Int(field.target)].defaultValue, field.target, to: &writer)
        default: append(bits: 0, field, to: &writer)
        }
    }
}
