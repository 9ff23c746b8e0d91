import WireFormat

/// Makes each event a record of the report, and lets the check look at all of them.
///
/// A record is the event's line of JSON, its bytes and the tree of its fields, each packed so that nothing stands twice:
///
///     varint length    the line, with marks (``LineMarks``)
///     varint length    the unit's bytes as they are decoded, those of secrets as asterisks
///     byte             what follows: 1 what is different on the wire, 2 hidden ranges, 4 the tree
///     bytes            the wire's bytes, each XOR the one above: the obfuscation repeats itself and packs to nothing
///     varint count     hidden ranges, each as two varints: how far from the end of the last one, and how long
///     the tree         (``TreePacker``)
///
/// Before each record its length stands in four bytes, the lowest first.
struct ReportConsumer: EventConsumer {
    /// Judges the events.
    var check: CheckConsumer
    /// Knows the shapes of trees.
    private(set) var trees: TreePacker
    private var lines: JSONLinesConsumer
    private let showsSecrets: Bool
    /// Events with higher numbers give no record.
    private let limit: Int
    /// Events that gave a record.
    private(set) var count = 0
    /// Bytes of the units of these events.
    private(set) var unitBytes = 0
    /// The line of the event, and the same with marks.
    private var line: [UInt8] = []
    private var packed: [UInt8] = []

    /// - Parameters:
    ///   - name: the capture's name in findings.
    ///   - file: the same in the lines, when there are several captures.
    ///   - trees: what is known of earlier captures.
    init(name: String, file: String?, options: CaptureOptions, limit: Int, trees: TreePacker) {
        check = CheckConsumer(file: name)
        lines = JSONLinesConsumer(
            file: file,
            showsRaw: false,
            showsSecrets: options.showsSecrets,
            limits: options.limits
        )
        showsSecrets = options.showsSecrets
        self.limit = limit
        self.trees = trees
    }

    var depth: DecodingDepth { .all }
    var needsOrder: Bool { true }
    mutating func merge(_ other: ReportConsumer) { self = other }
    mutating func end(_ connection: FlowEnd) { check.end(connection) }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        check.consume(&event, bytes, systems, into: &output)
        let answered = event.requestNumber
        guard event.number <= limit else { return }
        count += 1
        let start = output.writer.count
        lines.consume(&event, bytes, systems, into: &output)
        takeLine(from: start, &event, answered, output.writer.span)
        // The line served to make the record.
        output.writer.truncate(to: start)
        event.replyNumberPosition = -1
        output.writer.append(bigEndian: UInt32(0))
        switch event.kind {
        case .frame, .undecoded:
            let unit = ReportUnit(event, bytes, systems, showsSecrets: showsSecrets)
            var packed: [UInt8] = []
            swap(&packed, &self.packed)
            packed.removeAll(keepingCapacity: true)
            LineMarks.append(line.span, unit: unit.bytes, to: &packed)
            output.writer.append(varint: packed.count)
            output.writer.append(packed)
            swap(&packed, &self.packed)
            append(unit, to: &output.writer)
        default:
            output.writer.append(varint: line.count)
            output.writer.append(line)
            output.writer.append(varint: 0)
            output.writer.append(0)
        }
        let length = UInt32(truncatingIfNeeded: output.writer.count - start - 4)
        output.writer.replace(at: start, bigEndian: length.byteSwapped)
    }

    /// Takes over the line that was written from `start` on, with the event's number and that of its request.
    private mutating func takeLine(from start: Int, _ event: inout Event, _ answered: Int, _ written: Span<UInt8>) {
        line.removeAll(keepingCapacity: true)
        line += Array("{\"n\":\(event.number)".utf8)
        var position = start
        if event.replyNumberPosition >= 0 {
            line.append(contentsOf: written.extracting(start..<event.replyNumberPosition))
            line += Array("\(answered)".utf8)
            position = event.replyNumberPosition
        }
        line.append(contentsOf: written.extracting(position..<written.count - 1))
    }

    /// Appends a unit to a record: its bytes, what of them is hidden, and its tree.
    private mutating func append(_ unit: ReportUnit, to record: inout ByteWriter) {
        unitBytes += unit.bytes.count
        record.append(varint: unit.bytes.count)
        record.append(unit.bytes)
        record.append((unit.wire == nil ? 0 : 1) | (unit.hidden.isEmpty ? 0 : 2) | (unit.tree == nil ? 0 : 4))
        if let wire = unit.wire { for (index, byte) in wire.enumerated() { record.append(byte ^ unit.bytes[index]) } }
        if !unit.hidden.isEmpty {
            record.append(varint: unit.hidden.count)
            var end = 0
            for range in unit.hidden {
                record.append(varint: range.lowerBound - end)
                record.append(varint: range.count)
                end = range.upperBound
            }
        }
        if let tree = unit.tree { trees.append(tree, unit, showsSecrets: showsSecrets, to: &record) }
    }
}

extension [UInt8] {
    /// Appends bytes.
    mutating func append(contentsOf bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
