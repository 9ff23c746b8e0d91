import WireFormat
import WireProtobuf

extension LeafReplacer {
    /// Returns a protobuf message of the same shape with other leaves; `nil` if the bytes are not such a message.
    func protobuf(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ table: LeafTable
    ) -> [UInt8]? {
        var writer = ByteWriter(capacity: bytes.count + 64)
        return protobuf(bytes, as: type, schema, table, to: &writer) ? writer.array : nil
    }

    /// Appends a protobuf message of the same shape with other leaves; returns `false` if the bytes are not a message.
    func protobuf(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ table: LeafTable,
        to writer: inout ByteWriter
    ) -> Bool {
        var tape = ProtobufTape()
        swap(&tape, &protobufTape)
        defer { swap(&tape, &protobufTape) }
        guard (try? tape.decode(bytes, in: 0..<bytes.count, as: type, schema: schema)) != nil else { return false }
        message(tape, 0, bytes, as: type, schema, table, to: &writer)
        return true
    }

    /// Appends the fields of the message at a node; of an incomplete message, the unreadable rest is filled.
    func message(
        _ tape: borrowing ProtobufTape,
        _ parent: Int,
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ table: LeafTable,
        to writer: inout ByteWriter
    ) {
        let scope = places.scope(type, schema, table)
        var objectName = 0..<0
        let nodes = tape.nodes
        var done = nodes[parent].valueRange.lowerBound
        var child = parent + 1
        while child < Int(nodes[parent].next) {
            let node = nodes[child]
            let index = schema.field(node.number, in: type)
            guard index.isKnown else {
                unknown(tape, child, bytes, schema, to: &writer)
                done = node.end
                child = Int(node.next)
                continue
            }
            let place = places.place(index, schema, in: scope)
            let field = schema[index]
            writer.append(bytes.extracting(node.tagRange))
            switch node.wireType {
            case .varint:
                let stays = field.kind == .bool || field.kind == .enumeration
                let bits = stays ? node.bits(in: bytes) : bits(node.bits(in: bytes), place)
                writer.append(varint: bits, spelt: bytes.extracting(node.valueRange))
            case .fixed64: writer.append(littleEndian: bits(node.bits(in: bytes), place))
            case .fixed32: writer.append(littleEndian: UInt32(truncatingIfNeeded: bits(node.bits(in: bytes), place)))
            case .startGroup, .endGroup:
                message(tape, child, bytes, as: field.message, schema, table, to: &writer)
                writer.append(bytes.extracting(node.endTagRange))
            case .lengthDelimited:
                let start = writer.count
                let length = bytes.extracting(node.lengthRange)
                writer.append(length)
                if node.isStructure {
                    message(tape, child, bytes, as: field.message, schema, table, to: &writer)
                } else if node.flags.contains(.packed) {
                    packed(node, as: field.kind.wireType, bytes, place, to: &writer)
                } else {
                    if place.leaf == .objectName { objectName = node.valueRange }
                    let value = bytes.extracting(node.valueRange)
                    if place.leaf == .content, table.contents == nil {
                        content(value, objectName: bytes.extracting(objectName), place, to: &writer)
                    } else {
                        self.bytes(value, place, isString: field.kind == .string, to: &writer)
                    }
                }
                writer.endField(at: start, length)
            }
            done = node.end
            child = Int(node.next)
        }
        fillRest(of: nodes[parent], from: done, bytes, &writer)
    }

    /// Appends the unreadable rest of a message or a group as filler, if there is any.
    ///
    /// - Parameter done: the end of the last field that could be read.
    private func fillRest(
        of node: ProtobufNode,
        from done: Int,
        _ bytes: Span<UInt8>,
        _ writer: inout ByteWriter
    ) {
        guard node.flags.contains(.incomplete), done < node.end else { return }
        fill(bytes.extracting(done..<node.end), &writer)
    }

    /// Appends packed scalars with other values.
    private func packed(
        _ node: ProtobufNode,
        as wireType: ProtobufWireType,
        _ bytes: Span<UInt8>,
        _ place: LeafPlace,
        to writer: inout ByteWriter
    ) {
        let values = bytes.extracting(node.valueRange)
        let start = writer.count
        var hasChanged = false
        var index = 0
        while index < values.count {
            let rest = values.extracting(droppingFirst: index)
            let value: (value: UInt64, length: Int)
            switch wireType {
            case .fixed64 where rest.count >= 8:
                value = (UInt64(littleEndian: rest.loadUnaligned(at: 0, as: UInt64.self)), 8)
            case .fixed32 where rest.count >= 4:
                value = (UInt64(UInt32(littleEndian: rest.loadUnaligned(at: 0, as: UInt32.self))), 4)
            case .varint: value = rest.leadingVarint
            default: value = (0, 0)
            }
            guard value.length > 0 else { break }
            index += value.length
            let made = bits(value.value, place)
            if made != value.value { hasChanged = true }
            switch wireType {
            case .fixed64: writer.append(littleEndian: made)
            case .fixed32: writer.append(littleEndian: UInt32(truncatingIfNeeded: made))
            default: writer.append(varint: made)
            }
        }
        guard !hasChanged else { return }
        writer.truncate(to: start)
        writer.append(values)
    }

    /// Appends a field that the schema does not have: every value in it is replaced.
    private func unknown(
        _ tape: borrowing ProtobufTape,
        _ index: Int,
        _ bytes: Span<UInt8>,
        _ schema: borrowing ProtobufSchema,
        to writer: inout ByteWriter
    ) {
        let node = tape.nodes[index]
        let place = places.unknown
        writer.append(bytes.extracting(node.tagRange))
        switch node.wireType {
        case .varint:
            writer.append(varint: bits(node.bits(in: bytes), place), spelt: bytes.extracting(node.valueRange))
        case .fixed64: writer.append(littleEndian: KeyedBytes.word(node.bits(in: bytes), pseudonyms.key))
        case .fixed32:
            let word = KeyedBytes.word(node.bits(in: bytes), pseudonyms.key)
            writer.append(littleEndian: UInt32(truncatingIfNeeded: word))
        case .startGroup, .endGroup:
            unknownFields(tape, index, bytes, schema, to: &writer)
            writer.append(bytes.extracting(node.endTagRange))
        case .lengthDelimited:
            let start = writer.count
            let length = bytes.extracting(node.lengthRange)
            writer.append(length)
            if node.isStructure {
                unknownFields(tape, index, bytes, schema, to: &writer)
            } else if node.flags.contains(.packed) {
                packed(node, as: schema[node.field].kind.wireType, bytes, place, to: &writer)
            } else {
                self.bytes(bytes.extracting(node.valueRange), place, to: &writer)
            }
            writer.endField(at: start, length)
        }
    }

    private func unknownFields(
        _ tape: borrowing ProtobufTape,
        _ parent: Int,
        _ bytes: Span<UInt8>,
        _ schema: borrowing ProtobufSchema,
        to writer: inout ByteWriter
    ) {
        let nodes = tape.nodes
        var done = nodes[parent].valueRange.lowerBound
        var child = parent + 1
        while child < Int(nodes[parent].next) {
            unknown(tape, child, bytes, schema, to: &writer)
            done = nodes[child].end
            child = Int(nodes[child].next)
        }
        fillRest(of: nodes[parent], from: done, bytes, &writer)
    }
}

extension Span where Element == UInt8 {
    /// The varint at the start, and its length in bytes; 0 if there is none.
    var leadingVarint: (value: UInt64, length: Int) {
        var value: UInt64 = 0
        var index = 0
        while index < count, index < 10 {
            let byte = self[index]
            value |= UInt64(byte & 0x7F) << UInt64(index * 7)
            index += 1
            if byte < 0x80 { return (value, index) }
        }
        return (0, 0)
    }
}

extension ByteWriter {
    /// Appends a varint in its original spelling if that still has the value `value`.
    fileprivate mutating func append(varint value: UInt64, spelt spelling: Span<UInt8>) {
        let spelt = spelling.leadingVarint
        if spelt.length == spelling.count, spelt.length > 0, spelt.value == value {
            append(spelling)
        } else {
            append(varint: value)
        }
    }

    /// Ends a field whose original length was written at `start`, and replaces that length if it has changed.
    fileprivate mutating func endField(at start: Int, _ spelling: Span<UInt8>) {
        let body = count - start - spelling.count
        if spelling.leadingVarint == (UInt64(body), spelling.count) { return }
        var length = ByteWriter(capacity: 16)
        length.append(varint: UInt64(body))
        if length.count == spelling.count {
            for index in 0..<length.count { replaceByte(at: start + index, with: length.span[index]) }
        } else {
            let copy = Array(copying: span.extracting((start + spelling.count)...))
            truncate(to: start)
            append(length.span)
            append(copy)
        }
    }
}

extension KeyedBytes {
    /// Returns eight pseudonymous bytes for eight bytes; never the same ones.
    static func word(_ bits: UInt64, _ key: PseudonymKey) -> UInt64 {
        var random = KeyedBytes(withUnsafeBytes(of: bits.littleEndian) { Array($0) }, key: key, purpose: 0xD4)
        let result = random.word()
        return result == bits ? ~bits : result
    }
}
