public import WireFormat

/// The parser of protobuf's wire format: checks everything and tells a ``ProtobufVisitor``.
///
/// A field with another wire type than in the schema is an unknown field. Repeated scalars are read packed and
/// unpacked, whichever form the schema declares. Source: protobuf.dev, "Encoding" (documented).
@frozen
public struct ProtobufParser: ~Escapable {
    @usableFromInline let bytes: Span<UInt8>
    @usableFromInline let fields: Span<ProtobufField>
    @usableFromInline let messages: Span<ProtobufMessageType>
    @usableFromInline let dense: Span<Int32>
    @usableFromInline let depthLimit: Int

    /// The largest valid field number.
    public static let largestNumber: UInt32 = 1 << 29 - 1
    /// The length of the longest tag, in bytes: 32 bits in groups of seven.
    @usableFromInline static let longestTag = 5
    /// The deepest nesting that is accepted whatever the limits say, because parsing is recursive.
    public static let largestDepth = 1000

    @inlinable
    @_lifetime(copy bytes, borrow schema)
    init(bytes: Span<UInt8>, schema: borrowing ProtobufSchema, depthLimit: Int) {
        self.bytes = bytes
        fields = schema.fields.span
        messages = schema.messages.span
        dense = schema.dense.span
        self.depthLimit = depthLimit
    }

    /// Parses a message and tells `visitor` of its fields.
    ///
    /// Traps if `range` does not lie within the bytes.
    ///
    /// - Parameters:
    ///   - bytes: the input; offsets are counted from its start.
    ///   - range: the range of the message in `bytes`.
    ///   - message: the type of the message; with `.none` every field is unknown.
    ///   - schema: the schema of `message`.
    ///   - limits: `depth` is the number of levels of messages and groups below this message, at most ``largestDepth``.
    ///   - visitor: receives everything that was read before an error.
    /// - Throws: `truncated`, `length`, `varint`, `wireType`, `value` (a field number out of range) or `limit`, with a
    ///   path that begins with the message's name.
    @inlinable
    public static func parse<Visitor: ProtobufVisitor & ~Copyable & ~Escapable>(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        as message: MessageIndex,
        schema: borrowing ProtobufSchema,
        limits: ProtobufLimits = ProtobufLimits(),
        visitor: inout Visitor
    ) throws(WireError) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "range outside the bytes")
        let depthLimit = min(limits.depth, largestDepth)
        let parser = ProtobufParser(bytes: bytes, schema: schema, depthLimit: depthLimit)
        do throws(WireError) {
            _ = try parser.read(
                message.rawValue,
                from: range.lowerBound,
                to: range.upperBound,
                group: 0,
                depth: 0,
                visitor: &visitor
            )
        } catch {
            throw located(error, bytes, range, message, schema, limits)
        }
    }

    /// Reads the fields of a message, or of a group up to its end tag; returns the offset after it.
    @inlinable
    func read<Visitor: ProtobufVisitor & ~Copyable & ~Escapable>(
        _ message: Int32,
        from start: Int,
        to end: Int,
        group: UInt32,
        depth: Int,
        visitor: inout Visitor
    ) throws(WireError) -> Int {
        let type = message >= 0 ? messages[Int(message)] : .none
        var next = start
        while next < end {
            let tagStart = next
            let tag: UInt64
            let first = bytes.byte(next)
            next &+= 1
            if first < 0x80 {
                tag = UInt64(first)
            } else {
                (tag, next) = try varint(from: tagStart, to: end)
                // A tag has 32 bits. Protobuf's own conformance tests reject a tag that is padded beyond five bytes:
                // some parsers read on for ten bytes, some drop bits, some stop, and they see different fields.
                if next &- tagStart > Self.longestTag, tag >> 32 == 0 { throw longTag(at: tagStart) }
            }
            guard tag >= 8, tag >> 32 == 0,
                let wireType = ProtobufWireType(rawValue: UInt8(truncatingIfNeeded: tag & 7))
            else { throw badTag(tag, at: tagStart) }
            let number = UInt32(truncatingIfNeeded: tag >> 3)
            if wireType == .endGroup {
                guard number == group else { throw WireError(.wireType, at: tagStart, expected: "a group to end") }
                visitor.endGroup(tag: tagStart..<next)
                return next
            }
            let found = ProtobufSchema.find(number, type, fields, dense)
            var place = ProtobufPlace(
                field: FieldIndex(rawValue: found),
                info: found >= 0 ? fields[Int(found)] : .unknown,
                number: number,
                wireType: wireType,
                isWrongWireType: false,
                tagStart: tagStart,
                tagEnd: next,
                valueStart: next,
                end: next
            )
            visitor.field(place.field, number: number, at: tagStart)
            var isPacked = false
            if found >= 0 && place.info.wireType != wireType {
                if wireType == .lengthDelimited && place.info.isRepeated && place.info.kind.isPackable {
                    isPacked = true
                } else {
                    place.field = .unknown
                    place.isWrongWireType = true
                }
            }
            switch wireType {
            case .varint:
                let value: UInt64
                if next < end, bytes.byte(next) < 0x80 {
                    value = UInt64(bytes.byte(next))
                    next &+= 1
                } else {
                    (value, next) = try varint(from: next, to: end)
                }
                place.end = next
                visitor.varint(place, value)
            case .fixed64:
                guard end &- next >= 8 else { throw short(8, at: next, end) }
                let value = bytes.littleEndian64(next)
                next &+= 8
                place.end = next
                visitor.fixed64(place, value)
            case .fixed32:
                guard end &- next >= 4 else { throw short(4, at: next, end) }
                let value = bytes.littleEndian32(next)
                next &+= 4
                place.end = next
                visitor.fixed32(place, value)
            case .lengthDelimited:
                let length: UInt64
                if next < end, bytes.byte(next) < 0x80 {
                    length = UInt64(bytes.byte(next))
                    next &+= 1
                } else {
                    (length, next) = try varint(from: next, to: end)
                }
                guard length <= UInt64(truncatingIfNeeded: end &- next) else {
                    throw tooLong(length, at: place.tagEnd, available: end &- next)
                }
                place.valueStart = next
                next &+= Int(truncatingIfNeeded: length)
                place.end = next
                if isPacked {
                    try readPacked(place, visitor: &visitor)
                } else if place.field.isKnown && place.info.kind == .message {
                    guard depth < depthLimit else { throw tooDeep(at: tagStart) }
                    visitor.beginMessage(place)
                    _ = try read(
                        place.info.target,
                        from: place.valueStart,
                        to: next,
                        group: 0,
                        depth: depth &+ 1,
                        visitor: &visitor
                    )
                    visitor.endMessage(at: next)
                } else {
                    visitor.bytes(place, bytes)
                }
            case .startGroup:
                guard depth < depthLimit else { throw tooDeep(at: tagStart) }
                visitor.beginGroup(place)
                next = try read(
                    place.field.isKnown ? place.info.target : -1,
                    from: next,
                    to: end,
                    group: number,
                    depth: depth &+ 1,
                    visitor: &visitor
                )
            case .endGroup:
                break
            }
        }
        guard group == 0 else { throw WireError(.truncated, at: end, expected: "the end of a group") }
        return next
    }

    @inlinable
    func readPacked<Visitor: ProtobufVisitor & ~Copyable & ~Escapable>(
        _ place: ProtobufPlace,
        visitor: inout Visitor
    ) throws(WireError) {
        visitor.beginPacked(place)
        var next = place.valueStart
        while next < place.end {
            let start = next
            let value: UInt64
            (value, next) = try scalar(place.info.wireType, from: next, to: place.end)
            visitor.packed(place, value, start..<next)
        }
        visitor.endPacked(place)
    }

    /// Reads a value without its tag.
    @inlinable
    func scalar(
        _ wireType: ProtobufWireType,
        from start: Int,
        to end: Int
    ) throws(WireError) -> (UInt64, Int) {
        switch wireType {
        case .fixed64:
            guard end &- start >= 8 else { throw short(8, at: start, end) }
            return (bytes.littleEndian64(start), start &+ 8)
        case .fixed32:
            guard end &- start >= 4 else { throw short(4, at: start, end) }
            return (UInt64(bytes.littleEndian32(start)), start &+ 4)
        default:
            return try varint(from: start, to: end)
        }
    }

    /// Reads a varint of up to ten bytes; drops bits beyond the 64th, as other parsers do.
    @inlinable
    func varint(from start: Int, to end: Int) throws(WireError) -> (UInt64, Int) {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        var next = start
        while next < end {
            let byte = bytes.byte(next)
            next &+= 1
            value |= UInt64(byte & 0x7F) &<< shift
            if byte < 0x80 { return (value, next) }
            shift &+= 7
            if shift == 70 { throw WireError(.varint, at: start, expected: "at most ten bytes") }
        }
        throw WireError(.truncated, at: start, expected: "a varint")
    }
}
