import WireFormat
import WireProtobuf

// Protobuf messages that cannot be read to their end.
extension LeafReplacer {
    /// How deep the field that breaks a message is looked for: each level is read a few times.
    private static let deepest = 8
    /// Bytes of a tag and of a length that may stay.
    private static let longestTag = 2
    private static let longestLength = 3
    /// What is longer is not looked at.
    private static let longest = 1 << 20

    /// Appends a message that is refused for the same reason as one that came; answers whether there is one.
    func refused(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ table: LeafTable,
        to writer: inout ByteWriter
    ) -> Bool {
        let start = writer.count
        broken(bytes, as: type, schema, table, to: &writer)
        let reason = Self.refusal(bytes, as: type, schema)
        guard reason != nil, reason == Self.refusal(writer.span.extracting(start...), as: type, schema) else {
            writer.truncate(to: start)
            return false
        }
        note(bytes, became: writer.span.extracting(start...))
        count(places.unknown)
        return true
    }

    private static func refusal(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema
    ) -> WireError.Code? {
        var tape = ProtobufTape()
        do throws(WireError) {
            try tape.decode(bytes, in: 0..<bytes.count, as: type, schema: schema)
            return nil
        } catch {
            return error.code
        }
    }

    /// Appends what can be read of a protobuf message with other leaves, and behind that the field that breaks it.
    ///
    /// That field keeps its tag and its length, since these are what may be wrong; the rest is filled.
    func broken(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ table: LeafTable,
        depth: Int = 0,
        to writer: inout ByteWriter
    ) {
        guard bytes.count <= Self.longest else { return fill(bytes.count, &writer) }
        let done = appendReadable(bytes, as: type, schema, table, to: &writer)
        let rest = bytes.extracting(droppingFirst: done)
        let tag = rest.leadingVarint
        // A longer one is no tag of ours but some text.
        guard 1...Self.longestTag ~= tag.length else { return fill(rest.count, &writer) }
        writer.append(rest.extracting(first: tag.length))
        let value = rest.extracting(droppingFirst: tag.length)
        let length = value.leadingVarint
        guard tag.value & 7 == UInt64(ProtobufWireType.lengthDelimited.rawValue),
            1...Self.longestLength ~= length.length
        else { return fill(value.count, &writer) }
        let behind = value.extracting(droppingFirst: length.length)
        let index = schema.field(UInt32(truncatingIfNeeded: tag.value >> 3), in: type)
        guard length.value <= UInt64(behind.count), index.isKnown, schema[index].message != .none,
            depth < Self.deepest
        else {
            writer.append(value.extracting(first: length.length))
            return fill(behind.count, &writer)
        }
        let count = Int(length.value)
        var inner = ByteWriter(capacity: count + 64)
        broken(
            behind.extracting(first: count),
            as: schema[index].message,
            schema,
            table,
            depth: depth + 1,
            to: &inner
        )
        writer.append(varint: UInt64(inner.count))
        writer.append(inner.span)
        fill(behind.count - count, &writer)
    }

    /// Appends the fields at the front of a message that can be read together; answers where the next one begins.
    private func appendReadable(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ table: LeafTable,
        to writer: inout ByteWriter
    ) -> Int {
        let borders = Self.borders(bytes)
        // With the field that breaks it no longer part can be read.
        var (low, high) = (0, borders.count - 1)
        var tape = ProtobufTape()
        while low < high {
            let middle = (low + high + 1) / 2
            let isRead = (try? tape.decode(bytes, in: 0..<borders[middle], as: type, schema: schema)) != nil
            if isRead { low = middle } else { high = middle - 1 }
        }
        guard protobuf(bytes.extracting(first: borders[low]), as: type, schema, table, to: &writer) else { return 0 }
        return borders[low]
    }

    /// Where the fields of a message begin and end that have a tag, a wire type and enough bytes; groups do not count.
    private static func borders(_ bytes: Span<UInt8>) -> [Int] {
        var result = [0]
        var position = 0
        while position < bytes.count {
            let tag = bytes.extracting(droppingFirst: position).leadingVarint
            guard tag.length > 0 else { break }
            let value = bytes.extracting(droppingFirst: position + tag.length)
            let number = value.leadingVarint
            let count: UInt64
            switch ProtobufWireType(rawValue: UInt8(tag.value & 7)) {
            case .varint where number.length > 0: count = UInt64(number.length)
            case .fixed64: count = 8
            case .fixed32: count = 4
            case .lengthDelimited where number.length > 0:
                count = number.value.addingSaturated(UInt64(number.length))
            default: return result
            }
            guard count <= UInt64(value.count) else { break }
            position += tag.length + Int(count)
            result.append(position)
        }
        return result
    }

    private func fill(_ count: Int, _ writer: inout ByteWriter) {
        writer.append([UInt8](repeating: FlowRewriter.filler, count: count))
    }
}
