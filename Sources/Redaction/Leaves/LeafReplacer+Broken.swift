import WireFormat
import WireProtobuf

// Protobuf messages that cannot be read to their end.
extension LeafReplacer {
    /// The maximum sizes of a tag and of a length that stay in a field that breaks a message; longer ones may be text.
    static let longestTag = 2
    static let longestLength = 3

    /// Appends a message that is refused for the same reason as the original; returns whether this was possible.
    func refused(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ table: LeafTable,
        to writer: inout ByteWriter
    ) -> Bool {
        let start = writer.count
        var tape = ProtobufTape()
        guard let reason = broken(bytes, as: type, schema, table, to: &writer),
            reason == Self.decode(writer.span.extracting(start...), as: type, schema, &tape)
        else {
            writer.truncate(to: start)
            return false
        }
        note(bytes, became: writer.span.extracting(start...))
        count(places.unknown)
        return true
    }

    /// Appends the readable part of a message with other leaves, then the rest; returns why the message cannot be read.
    @discardableResult
    func broken(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ table: LeafTable,
        to writer: inout ByteWriter
    ) -> WireError.Code? {
        var tape = ProtobufTape()
        let reason = Self.decode(bytes, as: type, schema, &tape)
        message(tape, 0, bytes, as: type, schema, table, to: &writer)
        return reason
    }

    private static func decode(
        _ bytes: Span<UInt8>,
        as type: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ tape: inout ProtobufTape
    ) -> WireError.Code? {
        do throws(WireError) {
            try tape.decode(bytes, in: 0..<bytes.count, as: type, schema: schema)
            return nil
        } catch {
            return error.code
        }
    }

    /// Appends the field that breaks a message, and everything after it.
    ///
    /// The tag and the length stay, since they may be the cause; all other bytes become filler. A longer tag or length
    /// becomes another one that is refused for the same reason.
    func fill(_ rest: Span<UInt8>, _ writer: inout ByteWriter) {
        let head = Self.brokenHead(of: rest)
        writer.append(head)
        writer.append([UInt8](repeating: FlowRewriter.filler, count: rest.count - head.count))
    }

    /// Returns the tag and the length of the field that breaks a message as they may stay, or what they become.
    private static func brokenHead(of rest: Span<UInt8>) -> [UInt8] {
        let tag = rest.leadingVarint
        if tag.length > longestTag, let refused = refusedTag(like: tag) { return refused }
        guard 1...longestTag ~= tag.length else { return [] }
        let head = Array(copying: rest.extracting(first: tag.length))
        guard tag.value & 7 == UInt64(ProtobufWireType.lengthDelimited.rawValue) else { return head }
        let length = rest.extracting(droppingFirst: tag.length).leadingVarint
        if 1...longestLength ~= length.length {
            return Array(copying: rest.extracting(first: tag.length + length.length))
        }
        guard length.value > UInt64(rest.count - tag.length - length.length) else { return head }
        return head + refusedLength(like: length)
    }

    /// Returns a length that is refused like a given one of at least four bytes, in as many bytes.
    ///
    /// Lengths up to 2^31 - 1 could be right in a longer message, others in none.
    private static func refusedLength(like length: (value: UInt64, length: Int)) -> [UInt8] {
        let groups = length.value <= UInt64(Int32.max) ? 4 : 5
        return (0..<length.length).map { index in
            (index < groups ? 0x7F : 0) | (index < length.length - 1 ? 0x80 : 0)
        }
    }

    /// Returns a tag that is refused like a given one, and is not longer; `nil` if that tag is not refused by itself.
    private static func refusedTag(like tag: (value: UInt64, length: Int)) -> [UInt8]? {
        if tag.value >> 32 != 0 { return [0xFF, 0xFF, 0xFF, 0xFF, 0x7F] }
        // A tag of more than five bytes is refused whatever its number is.
        if tag.length > 5 { return [0x80, 0x80, 0x80, 0x80, 0x80, 0] }
        // The number 0, a wire type that is none, or the end of a group that did not begin.
        let wireType = ProtobufWireType(rawValue: UInt8(truncatingIfNeeded: tag.value & 7))
        return tag.value < 8 || wireType == nil || wireType == .endGroup ? [0x0F] : nil
    }
}
