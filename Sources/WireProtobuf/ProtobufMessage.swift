public import WireFormat

/// A message that owns its content, to be stored, compared and edited.
///
/// Keeps everything in the bytes: the order of fields, unknown fields, repeated scalar fields, and varints that are not
/// in their shortest form. Encoding an unedited message returns the original bytes.
public struct ProtobufMessage: Hashable, Sendable {
    /// A field of a message: a number and a value.
    public struct Field: Hashable, Sendable {
        /// The field's number, from 1 to 536870911.
        public var number: UInt32
        /// The field's value.
        public var value: ProtobufValue
        var spelling: ProtobufSpelling?

        /// Makes a field that is written in the shortest form.
        public init(_ number: UInt32, _ value: ProtobufValue) {
            self.number = number
            self.value = value
        }
    }

    /// The fields in the order of their bytes.
    public var fields: [Field]

    /// Makes a message with these fields.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Decodes a message; throws the errors of ``ProtobufParser``.
    public init(
        decoding bytes: Span<UInt8>,
        as message: MessageIndex,
        schema: borrowing ProtobufSchema,
        limits: ProtobufLimits = ProtobufLimits()
    ) throws(WireError) {
        var tape = ProtobufTape()
        try tape.decode(bytes, in: 0..<bytes.count, as: message, schema: schema, limits: limits)
        self.init(tape, 0, bytes, schema)
    }

    /// Copies the message at `node` of a tape, which was decoded from `bytes`.
    public init(
        _ tape: borrowing ProtobufTape,
        _ node: Int = 0,
        _ bytes: Span<UInt8>,
        _ schema: borrowing ProtobufSchema
    ) {
        fields = []
        guard !tape.isCompact else {
            let type = tape.messageType(of: node, schema: schema)
            fields = Self.fields(in: tape.nodes[node].valueRange, as: type, bytes, schema)
            return
        }
        let nodes = tape.nodes
        var index = node + 1
        while index < Int(nodes[node].next) {
            if nodes[index].isRun {
                fields += Self.fields(in: nodes[index].valueRange, as: .none, bytes, schema)
            } else {
                fields.append(Self.field(tape, index, bytes, schema))
            }
            index = Int(nodes[index].next)
        }
    }

    /// Returns all fields of a message, decoded again from its bytes because a tape has not kept them all.
    private static func fields(
        in range: Range<Int>,
        as message: MessageIndex,
        _ bytes: Span<UInt8>,
        _ schema: borrowing ProtobufSchema
    ) -> [Field] {
        var limits = ProtobufLimits()
        // The fields were already counted for the first tape.
        limits.fields = range.count
        var tape = ProtobufTape()
        limits.depth = ProtobufParser.largestDepth
        guard (try? tape.decode(bytes, in: range, as: message, schema: schema, limits: limits)) != nil else {
            return []
        }
        return ProtobufMessage(tape, 0, bytes, schema).fields
    }

    private static func field(
        _ tape: borrowing ProtobufTape,
        _ index: Int,
        _ bytes: Span<UInt8>,
        _ schema: borrowing ProtobufSchema
    ) -> Field {
        let node = tape.nodes[index]
        func copy(_ range: Range<Int>) -> [UInt8] { Array(copying: bytes.extracting(range)) }
        var spelling = ProtobufSpelling(
            tag: copy(node.tagRange),
            length: copy(node.lengthRange),
            endTag: copy(node.endTagRange)
        )
        let value: ProtobufValue
        switch node.wireType {
        case .varint:
            value = .varint(node.bits(in: bytes))
            spelling.value = copy(node.valueRange)
        case .fixed64: value = .fixed64(node.bits(in: bytes))
        case .fixed32: value = .fixed32(UInt32(truncatingIfNeeded: node.bits(in: bytes)))
        case .startGroup, .endGroup: value = .group(ProtobufMessage(tape, index, bytes, schema))
        case .lengthDelimited:
            if node.isStructure {
                value = .message(ProtobufMessage(tape, index, bytes, schema))
            } else if node.flags.contains(.packed) {
                let kind = schema[node.field].kind
                var values: [UInt64] = []
                let parser = ProtobufParser(bytes: bytes, schema: schema, depthLimit: 0)
                var next = node.valueRange.lowerBound
                while next < node.end, let (bits, after) = try? parser.scalar(kind.wireType, from: next, to: node.end) {
                    values.append(bits)
                    next = after
                }
                value = .packed(kind.wireType, values)
                if kind.wireType == .varint { spelling.value = copy(node.valueRange) }
            } else {
                value = .bytes(copy(node.valueRange))
            }
        }
        var field = Field(node.number, value)
        var usual = ByteWriter(capacity: 64)
        field.encode(into: &usual)
        if !usual.span.equals(bytes.extracting(node.tagStart..<node.end)) { field.spelling = spelling }
        return field
    }

    /// The values of a field number, in order.
    ///
    /// Setting replaces all of them at the place of the first, or adds the values at the end.
    public subscript(number: UInt32) -> [ProtobufValue] {
        get { fields.filter { $0.number == number }.map(\.value) }
        set {
            let place = fields.firstIndex { $0.number == number }
            fields.removeAll { $0.number == number }
            fields.insert(contentsOf: newValue.map { Field(number, $0) }, at: min(place ?? fields.count, fields.count))
        }
    }

    /// Appends the message's bytes.
    public func encode(into writer: inout ByteWriter) {
        for field in fields { field.encode(into: &writer) }
    }

    /// Returns the message's bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.array
    }
}

extension ProtobufMessage.Field {
    /// Appends the field's bytes, tag included.
    public func encode(into writer: inout ByteWriter) {
        let spelling = spelling ?? ProtobufSpelling()
        let tag = UInt64(number) << 3
        writer.append(varint: tag | UInt64(value.wireType.rawValue), spelt: spelling.tag)
        switch value {
        case .varint(let bits): writer.append(varint: bits, spelt: spelling.value)
        case .fixed64(let bits): writer.append(littleEndian: bits)
        case .fixed32(let bits): writer.append(littleEndian: bits)
        case .bytes(let bytes):
            writer.append(varint: UInt64(bytes.count), spelt: spelling.length)
            writer.append(bytes)
        case .group(let message):
            message.encode(into: &writer)
            writer.append(varint: tag | UInt64(ProtobufWireType.endGroup.rawValue), spelt: spelling.endTag)
        case .message(let message):
            var body = ByteWriter()
            message.encode(into: &body)
            writer.append(varint: UInt64(body.count), spelt: spelling.length)
            writer.append(body.span)
        case .packed(let wireType, let values):
            var body = ByteWriter()
            if wireType == .varint, !spelling.value.isEmpty, ProtobufSpelling.varints(spelling.value) == values {
                body.append(spelling.value)
            } else {
                for bits in values { body.append(scalar: bits, wireType) }
            }
            writer.append(varint: UInt64(body.count), spelt: spelling.length)
            writer.append(body.span)
        }
    }
}

extension ByteWriter {
    /// Appends a scalar without its tag.
    mutating func append(scalar bits: UInt64, _ wireType: ProtobufWireType) {
        switch wireType {
        case .fixed64: append(littleEndian: bits)
        case .fixed32: append(littleEndian: UInt32(truncatingIfNeeded: bits))
        default: append(varint: bits)
        }
    }
}
