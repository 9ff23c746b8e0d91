import WireFormat

/// The record of a large unit, whose parts are spilled while they are made.
///
/// Its line is not searched for texts that the unit's bytes contain; only the hex of the whole unit becomes a mark. Its
/// tree has a shape of its own. The output of the consumer for it is
///
///     the line's head, without its beginning and the request's number, which the sequencer inserts; a line end
///     4 bytes          ``sign``
///     8 bytes          the length of the rest of the line
///     8 bytes          the length of the bytes after the line
///     the rest of the line, and the bytes after it, as they are in the record
enum LargeRecord {
    /// The value in place of the length of a smaller record.
    static let sign = UInt32.max
    /// The number of bytes between the head and the rest of the line.
    static let headRoom = 1 + 4 + 8 + 8
    /// The length in bytes of the shortest unit with a large record.
    private static let shortest = 1 << 16
    /// The number of the unit's bytes that are written at a time.
    private static let piece = 1 << 16

    static func isLarge(_ event: borrowing Event, _ bytes: Span<UInt8>) -> Bool {
        guard max(bytes.count, event.wire.count) >= shortest else { return false }
        switch event.kind {
        case .frame, .undecoded: return true
        default: return false
        }
    }

    /// Appends an event's output, and returns the number of bytes in its unit.
    static func append(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        _ lines: inout JSONLinesConsumer,
        showsSecrets: Bool,
        to output: inout JSONFieldSink
    ) -> Int {
        output.headRoom = headRoom
        lines.consume(&event, bytes, systems, into: &output)
        output.headRoom = 0
        output.writer.truncate(to: output.writer.count - 1)
        LineMarks.appendHexMark(toLineFrom: output.headEnd, in: &output.writer)
        let lineLength = output.countBehindHead
        output.leaveMuch()
        // Made after the line was spilled, so that the two are not in memory at once.
        let unit = ReportUnit(event, bytes, systems, showsSecrets: showsSecrets)
        var end = ByteWriter(capacity: 1 << 12)
        unit.appendHidden(to: &end)
        if let tree = unit.tree { TreePacker.append(whole: tree, hidden: unit.hidden, showsSecrets, to: &end) }
        append(unit, bytes, end.span, to: &output)
        let place = output.headEnd - headRoom
        output.writer.replaceByte(at: place, with: UInt8(ascii: "\n"))
        output.writer.replace(at: place + 1, bigEndian: sign)
        output.writer.replace(at: place + 5, bigEndian: UInt64(lineLength))
        output.writer.replace(at: place + 13, bigEndian: UInt64(output.countBehindHead - lineLength))
        return unit.count
    }

    /// Appends the bytes after the line, piece by piece.
    private static func append(
        _ unit: borrowing ReportUnit,
        _ bytes: Span<UInt8>,
        _ end: Span<UInt8>,
        to output: inout JSONFieldSink
    ) {
        output.writer.append(varint: unit.count)
        forEachPiece(of: unit.count) { piece in
            unit.append(piece, of: bytes, to: &output.writer)
            output.leaveMuch()
        }
        output.writer.append(unit.flags)
        if unit.hasOthersOnWire {
            forEachPiece(of: unit.count) { piece in
                unit.appendDifference(piece, of: bytes, to: &output.writer)
                output.leaveMuch()
            }
        }
        output.writer.append(end)
        output.leaveMuch()
    }

    private static func forEachPiece(of count: Int, _ body: (Range<Int>) -> Void) {
        var start = 0
        while start < count {
            let next = min(start + piece, count)
            body(start..<next)
            start = next
        }
    }
}
