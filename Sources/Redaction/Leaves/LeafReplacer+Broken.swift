import WireFormat
import WireProtobuf

// Protobuf messages that cannot be read to their end.
extension LeafReplacer {
    /// Bytes of a tag and of a length that may stay where a field breaks a message; longer ones are rather some text.
    static let longestTag = 2
    static let longestLength = 3

    /// Appends a message that is refused for the same reason as one that came; answers whether there is one.
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

    /// Appends what can be read of a message with other leaves, and what breaks it; answers why it cannot be read.
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

    /// Appends the field that breaks a message, and what is behind it.
    ///
    /// It keeps its tag and its length, since these are what may be wrong; the rest is filled.
    func fill(_ rest: Span<UInt8>, _ writer: inout ByteWriter) {
        var kept = 0
        let tag = rest.leadingVarint
        if 1...Self.longestTag ~= tag.length {
            kept = tag.length
            let length = rest.extracting(droppingFirst: kept).leadingVarint
            let isDelimited = tag.value & 7 == UInt64(ProtobufWireType.lengthDelimited.rawValue)
            if isDelimited, 1...Self.longestLength ~= length.length { kept += length.length }
        }
        writer.append(rest.extracting(first: kept))
        writer.append([UInt8](repeating: FlowRewriter.filler, count: rest.count - kept))
    }
}
