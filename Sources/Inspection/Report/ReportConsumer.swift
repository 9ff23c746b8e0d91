import WireFormat

/// Makes a record of the report from each event, and passes every event to the check.
///
/// A record is the event's line of JSON, its bytes and the tree of its fields, without repetition:
///
///     varint length    the line, with marks (``LineMarks``)
///     varint length    the decoded bytes of the unit, with asterisks in place of secrets
///     byte             flags: 1 other bytes on the wire, 2 hidden ranges, 4 a tree
///     bytes            the wire's bytes XOR the decoded ones: the obfuscation repeats itself and compresses to nothing
///     varint count     hidden ranges, each as two varints: the distance from the end of the last one, and the length
///     the tree         (``TreePacker``)
///
/// The consumer's output for each event is nearly that; ``ReportPage`` makes the record from
///
///     the line         with marks, without its start and the request's number, which the sequencer inserts; a line end
///     4 bytes          the length of the rest; 0 if the page shows no more events
///     4 bytes          the length of the record up to the tree
///     the rest         with a ``ShapeReference`` for the tree's shape
///
/// The output for a large unit is a ``LargeRecord``.
struct ReportConsumer: EventConsumer {
    /// The check that judges the events.
    var check: CheckConsumer
    private var trees = TreePacker()
    private var lines: JSONLinesConsumer
    private let showsSecrets: Bool
    /// The number of the last event that gets a record.
    private let limit: Int
    /// The number of events with a record.
    private(set) var count = 0
    /// The number of bytes in the units of these events.
    private(set) var unitBytes = 0
    /// The line of the event, and the line with marks.
    private var line: [UInt8] = []
    private var packed: [UInt8] = []
    /// The capacity in bytes up to which a buffer is kept for the next event.
    private static let keptBytes = 1 << 16

    /// - Parameters:
    ///   - name: the capture's name in findings.
    ///   - file: the capture's name in the lines, if there are several captures.
    init(name: String, file: String?, options: CaptureOptions, limit: Int) {
        check = CheckConsumer(file: name)
        lines = JSONLinesConsumer(
            EventRendition(file: file, showsSecrets: options.showsSecrets, limits: options.limits)
        )
        showsSecrets = options.showsSecrets
        self.limit = limit
    }

    var depth: DecodingDepth { .all }
    var wantsNumbers: Bool { true }
    /// With a limit, the order matters: several workers would not know which events are the first ones.
    var needsOrder: Bool { limit < .max }
    mutating func begin(worker: Int) { trees.worker = worker }
    mutating func end(_ connection: FlowEnd) { check.end(connection) }
    mutating func end(pollingSession key: PollingSessionKey, at time: Int64) {
        check.end(pollingSession: key, at: time)
    }

    mutating func merge(_ other: ReportConsumer) {
        check.merge(other.check)
        count += other.count
        unitBytes += other.unitBytes
    }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        check.consume(&event, bytes, systems, into: &output)
        let start = output.writer.count
        guard event.number <= limit else {
            event.replyNumberPosition = start
            output.writer.append(UInt8(ascii: "\n"))
            return output.writer.append(bigEndian: UInt32(0))
        }
        count += 1
        if LargeRecord.isLarge(event, bytes) {
            let unit = LargeRecord.append(&event, bytes, systems, &lines, showsSecrets: showsSecrets, to: &output)
            unitBytes += unit
            return
        }
        output.keepsLine = true
        lines.consume(&event, bytes, systems, into: &output)
        output.keepsLine = false
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: output.writer.span.extracting(start..<output.writer.count - 1))
        // The line is needed only to make the record.
        output.writer.truncate(to: start)
        switch event.kind {
        case .frame, .undecoded:
            let unit = ReportUnit(event, bytes, systems, showsSecrets: showsSecrets)
            var shown = ByteWriter(capacity: unit.count)
            unit.append(0..<unit.count, of: bytes, to: &shown)
            appendLine(of: &event, from: start, unit: shown.span, to: &output.writer)
            append(unit, bytes, shown: shown.span, to: &output.writer)
        default:
            output.writer.append(line)
            output.writer.append(UInt8(ascii: "\n"))
            Self.appendNoUnit(to: &output.writer)
        }
        // The buffer of a long line is not kept for short lines.
        if line.count > Self.keptBytes { line = [] }
        if packed.count > Self.keptBytes { packed = [] }
    }

    /// Appends the line with marks, and updates the place of the request's number.
    private mutating func appendLine(
        of event: inout Event,
        from start: Int,
        unit: Span<UInt8>,
        to output: inout ByteWriter
    ) {
        var packed: [UInt8] = []
        swap(&packed, &self.packed)
        packed.removeAll(keepingCapacity: true)
        let place = LineMarks.append(
            line.span,
            split: max(0, event.replyNumberPosition - start),
            unit: unit,
            to: &packed
        )
        if event.replyNumberPosition >= 0 { event.replyNumberPosition = start + place }
        output.append(packed)
        output.append(UInt8(ascii: "\n"))
        swap(&packed, &self.packed)
    }

    /// Appends the bytes after the line: the unit's bytes, the hidden ranges, and the tree.
    private mutating func append(
        _ unit: borrowing ReportUnit,
        _ bytes: Span<UInt8>,
        shown: Span<UInt8>,
        to record: inout ByteWriter
    ) {
        unitBytes += unit.count
        let start = record.count
        record.append(bigEndian: UInt64(0))
        record.append(varint: unit.count)
        record.append(shown)
        record.append(unit.flags)
        if unit.hasOthersOnWire { unit.appendDifference(0..<unit.count, of: bytes, to: &record) }
        unit.appendHidden(to: &record)
        let middle = record.count
        if let tree = unit.tree {
            trees.append(tree, hidden: unit.hidden, showsSecrets: showsSecrets, to: &record)
        } else {
            record.append(ShapeReference.none)
        }
        Self.setLengths(from: start, middle: middle, in: &record)
    }

    /// Appends the bytes after the line of an event without a unit.
    private static func appendNoUnit(to record: inout ByteWriter) {
        let start = record.count
        record.append(bigEndian: UInt64(0))
        record.append(varint: 0)
        record.append(0)
        let middle = record.count
        record.append(ShapeReference.none)
        setLengths(from: start, middle: middle, in: &record)
    }

    /// Sets the two lengths before the bytes that follow the line.
    ///
    /// - Parameter middle: the offset of the tree.
    private static func setLengths(from start: Int, middle: Int, in record: inout ByteWriter) {
        record.replace(at: start, bigEndian: UInt32(truncatingIfNeeded: record.count - start - 4))
        record.replace(at: start + 4, bigEndian: UInt32(truncatingIfNeeded: middle - start - 8))
    }
}

extension [UInt8] {
    mutating func append(contentsOf bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
