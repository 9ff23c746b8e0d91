import WireFormat
import WireJSON

/// Writes protobuf's JSON mapping straight from a tape.
struct ProtobufJSONMapping: ~Escapable {
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
    func append(key field: ProtobufField, isFirst: inout Bool, to writer: inout ByteWriter) {
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
    func append(
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
    func append(
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
    func append(
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
    func append(bits: UInt64, _ field: ProtobufField, to writer: inout ByteWriter) {
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
    func append(enumeration value: Int32, _ target: Int32, to writer: inout ByteWriter) {
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
}
