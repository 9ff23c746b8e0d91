public import WireFormat
import WireJSON

extension ByteWriter {
    /// Appends a decoded message as JSON: protobuf's own mapping, with the field names of the `.proto` file.
    ///
    /// 64-bit integers are strings, bytes base64, enum values names (numbers if the schema lacks the value), maps
    /// objects. Absent, unknown and omitted fields are left out. Invalid UTF-8 becomes U+FFFD. The special forms of the
    /// well-known types (`Any`, `Timestamp`, …) are not used: these types are written as ordinary messages.
    /// - Parameters:
    ///   - tape: the decoded message.
    ///   - node: the index of the message on the tape; by default the outermost message.
    ///   - bytes: the input that `tape` was decoded from.
    ///   - schema: the schema that `tape` was decoded with.
    public mutating func append(
        protobufJSON tape: borrowing ProtobufTape,
        node: Int = 0,
        bytes: Span<UInt8>,
        schema: borrowing ProtobufSchema
    ) {
        let mapping = ProtobufJSONMapping(tape: tape, bytes: bytes, schema: schema)
        mapping.append(message: node, to: &self)
    }
}

/// Writes protobuf's JSON mapping straight from a tape.
private struct ProtobufJSONMapping: ~Escapable {
    let nodes: Span<ProtobufNode>
    /// The type of the outermost message.
    let outermost: MessageIndex
    let isCompact: Bool
    let bytes: Span<UInt8>
    let fields: Span<ProtobufField>
    let arena: Span<UInt8>
    let enums: Span<ProtobufEnumTable>
    let enumValues: Span<ProtobufEnumValue>
    let parser: ProtobufParser

    @_lifetime(borrow tape, copy bytes, borrow schema)
    init(tape: borrowing ProtobufTape, bytes: Span<UInt8>, schema: borrowing ProtobufSchema) {
        nodes = tape.nodes
        outermost = tape.message
        isCompact = tape.isCompact
        self.bytes = bytes
        fields = schema.fields.span
        arena = schema.arena.span
        enums = schema.enums.span
        enumValues = schema.enumValues.span
        parser = ProtobufParser(bytes: bytes, schema: schema, depthLimit: 0)
    }

    func append(message parent: Int, to writer: inout ByteWriter) {
        if nodes[parent].flags.contains(.unordered) {
            append(merged: [parent], to: &writer)
            return
        }
        writer.append(UInt8(ascii: "{"))
        var isFirst = true
        let end = Int(nodes[parent].next)
        var index = parent &+ 1
        while index < end {
            let node = nodes[index]
            let next = Int(node.next)
            if node.flags.isDisjoint(with: [.unknown, .omitted]) {
                let field = fields[Int(node.field.rawValue)]
                if field.isRepeated {
                    index = append(run: index, to: end, field, isFirst: &isFirst, into: &writer)
                    continue
                }
                append(key: field, isFirst: &isFirst, to: &writer)
                append(value: index, node, field, to: &writer)
            }
            index = next
        }
        writer.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private func append(key field: ProtobufField, isFirst: inout Bool, to writer: inout ByteWriter) {
        let skipped = isFirst ? 1 : 0
        isFirst = false
        let start = Int(field.keyStart)
        writer.append(arena.extracting(start &+ skipped..<start &+ Int(field.keyLength)))
    }

    // MARK: Repeated fields

    /// Appends the repeated field whose nodes begin at `start`, with only unknown nodes between them.
    ///
    /// Returns the index of the first node after the field.
    private func append(
        run start: Int,
        to end: Int,
        _ field: ProtobufField,
        isFirst: inout Bool,
        into writer: inout ByteWriter
    ) -> Int {
        let number = nodes[start].number
        append(key: field, isFirst: &isFirst, to: &writer)
        var index = start
        if field.isMap {
            var entries: [Int] = []
            while index < end, nodes[index].number == number || nodes[index].isUnknown {
                if !nodes[index].isUnknown { entries.append(index) }
                index = Int(nodes[index].next)
            }
            append(map: entries, to: &writer)
            return index
        }
        writer.append(UInt8(ascii: "["))
        var isFirstElement = true
        while index < end, nodes[index].number == number || nodes[index].isUnknown {
            append(elements: index, field, isFirst: &isFirstElement, to: &writer)
            index = Int(nodes[index].next)
        }
        writer.append(UInt8(ascii: "]"))
        return index
    }

    /// Appends the elements in a node of a repeated field: one, or several if packed.
    private func append(
        elements index: Int,
        _ field: ProtobufField,
        isFirst: inout Bool,
        to writer: inout ByteWriter
    ) {
        let node = nodes[index]
        guard node.flags.isDisjoint(with: [.unknown, .omitted]) else { return }
        append(elements: index, node, field, isFirst: &isFirst, to: &writer)
    }

    /// Appends the elements in a node of a repeated field, which may come from a run.
    ///
    /// - Parameter index: the node's index on the tape; used only for a node with children.
    @inline(__always)
    private func append(
        elements index: Int,
        _ node: ProtobufNode,
        _ field: ProtobufField,
        isFirst: inout Bool,
        to writer: inout ByteWriter
    ) {
        if node.flags.contains(.packed) {
            var next = node.valueRange.lowerBound
            while next < node.end, let (bits, after) = try? parser.scalar(field.wireType, from: next, to: node.end) {
                if !isFirst { writer.append(UInt8(ascii: ",")) }
                isFirst = false
                append(bits: bits, field, to: &writer)
                next = after
            }
        } else {
            if !isFirst { writer.append(UInt8(ascii: ",")) }
            isFirst = false
            append(value: index, node, field, to: &writer)
        }
    }

    // MARK: Values

    @inline(__always)
    private func append(
        value index: Int,
        _ node: ProtobufNode,
        _ field: ProtobufField,
        to writer: inout ByteWriter
    ) {
        switch field.kind {
        case .string: writer.append(jsonString: bytes.extracting(node.valueRange))
        case .bytes:
            writer.append(UInt8(ascii: "\""))
            writer.append(base64: bytes.extracting(node.valueRange))
            writer.append(UInt8(ascii: "\""))
        case .message, .group: append(message: index, to: &writer)
        default: append(bits: node.bits(in: bytes), field, to: &writer)
        }
    }

    @inline(__always)
    private func append(bits: UInt64, _ field: ProtobufField, to writer: inout ByteWriter) {
        switch field.kind {
        case .int64, .sfixed64, .uint64, .fixed64, .sint64:
            writer.append(UInt8(ascii: "\""))
            writer.append(integer: bits, field.kind)
            writer.append(UInt8(ascii: "\""))
        case .int32, .sfixed32, .uint32, .fixed32, .sint32: writer.append(integer: bits, field.kind)
        case .bool:
            if bits != 0 { writer.append("true") } else { writer.append("false") }
        case .enumeration: append(enumeration: Int32(truncatingIfNeeded: bits), field.target, to: &writer)
        case .double: append(Double(bitPattern: bits), to: &writer)
        case .float: append(Float(bitPattern: UInt32(truncatingIfNeeded: bits)), to: &writer)
        case .string, .bytes, .message, .group: break
        }
    }

    @inline(__always)
    private func append(enumeration value: Int32, _ target: Int32, to writer: inout ByteWriter) {
        if let found = enums[Int(target)].find(value, enumValues) {
            writer.append(arena.extracting(Int(found.start)..<Int(found.start) &+ Int(found.length)))
        } else {
            writer.append(decimal: Int64(value))
        }
    }

    @inline(never)
    private func append<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ value: Number,
        to writer: inout ByteWriter
    ) {
        if value.isNaN {
            writer.append("\"NaN\"")
        } else if value.isInfinite {
            writer.append(value < 0 ? "\"-Infinity\"" : "\"Infinity\"")
        } else {
            writer.append(text: value.description)
        }
    }

    // MARK: Merging

    /// Appends the union of several messages.
    private func append(merged parts: [Int], to writer: inout ByteWriter) {
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
    private func append(map entries: [Int], to writer: inout ByteWriter) {
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
