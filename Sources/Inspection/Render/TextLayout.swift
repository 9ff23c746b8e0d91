import WireFormat

/// Lays out the lines of events in the order of the capture: numbers, times, aligned columns, folded pings.
///
/// All state that depends on earlier events is kept here, so the lines are the same for every number of workers.
struct TextLayout: Sendable {
    /// The style of the lines.
    var style: TextStyle
    /// The widths needed so far of the columns event number, time, flow, type, topic, target and object name.
    private var widths: [Int]
    /// The maximum widths of the columns; a longer cell moves the rest of its line.
    private let widest: [Int]
    private var clock: LocalClock
    private var date = ""
    /// The time of the capture's first packet.
    private(set) var origin: Int64?
    private var lastTime: Int64?
    /// The pings that are held back until the end of the day or of the capture.
    var pings = PingFold()
    /// The buffers for the pieces of a line.
    private var time = TextPiece()
    private var reply = TextPiece()

    private enum Column: Int {
        case number
        case time
        case flow
        case type
        case topic
        case target
        case objectName
    }

    init(_ style: TextStyle) {
        self.style = style
        clock = LocalClock(isUTC: style.isUTC)
        widths = [3, 0, 2, 8, 7, 8, 9]
        if let columns = style.width {
            // Number, time, flow, arrow and type take 34 columns; the other columns share the rest.
            let room = max(0, columns - 34)
            widest = [12, 32, 8, 12, min(20, room / 5), min(40, room / 4), min(32, room / 5)]
            for index in widths.indices { widths[index] = min(widths[index], max(widest[index], 2)) }
        } else {
            widest = [12, 32, 8, 16, 32, 64, 48]
        }
    }

    /// Sets the time at which the first capture began; later calls have no effect.
    mutating func begin(at time: Int64) {
        if origin == nil { origin = time }
    }

    /// Appends the lines of an event whose record is a range of a worker's output.
    mutating func append(
        _ range: Range<Int>,
        of writer: borrowing ByteWriter,
        number: Int,
        answered: Int,
        to out: inout ByteWriter
    ) {
        append(writer.span.extracting(range), number: number, answered: answered, to: &out)
    }

    /// Appends the lines of an event.
    mutating func append(_ bytes: Span<UInt8>, number: Int, answered: Int, to out: inout ByteWriter) {
        let record = TextRecord(bytes)
        tellDate(record.time, to: &out)
        if record.flags.contains(.isPing), style.foldsPings {
            pings.add(record, number: number, after: lastTime)
            if pings.count > PingFold.limit { appendPings(pings.takeAll(), to: &out) }
            // A connection that begins with a ping is introduced even so.
            if TextRecord.columns(of: .flow, in: bytes) == 0 { return }
            introduce(record, bytes, to: &out)
            return
        }
        if TextRecord.columns(of: .flow, in: bytes) > 0 { introduce(record, bytes, to: &out) }
        appendLine(record, bytes, number: number, answered: answered, after: lastTime, to: &out)
        let tail = TextRecord.tail(of: bytes)
        if tail < bytes.count { out.append(bytes.extracting(tail..<bytes.count)) }
    }

    /// Appends the pings that are still held back.
    mutating func finish(to out: inout ByteWriter) { appendPings(pings.takeAll(), to: &out) }

    // MARK: Lines

    /// Appends a line with the date if the date has changed.
    private mutating func tellDate(_ moment: Int64, to out: inout ByteWriter) {
        guard style.time == .timeOfDay else { return }
        _ = clock.look(at: moment)
        let (today, before) = (clock.date, date)
        guard today != before else { return }
        date = today
        guard !before.isEmpty else { return }
        // The pings held back belong to the day before; writing them moves the clock back to that day.
        if pings.count > 0 { appendPings(pings.takeAll(), to: &out) }
        out.append(text: style.colors.dim("── \(today), after \(before) ──"))
        out.append(UInt8(ascii: "\n"))
    }

    /// Appends the line that introduces a connection.
    private mutating func introduce(_ record: TextRecord, _ bytes: Span<UInt8>, to out: inout ByteWriter) {
        var line = TextLine(style, isIndentedBy: widths[Column.number.rawValue] + 4)
        line.skip(to: widths[Column.number.rawValue] + 2)
        line.word(flowName(record.flow).span, columns: flowName(record.flow).count, .bold, to: &out)
        line.gap = 2
        line.words(bytes.extracting(TextRecord.range(of: .flow, in: bytes)), to: &out)
        line.end(&out)
    }

    private func flowName(_ flow: Int) -> [UInt8] { Array("f\(flow)".utf8) }

    /// - Parameter last: the time since which `-t delta` counts.
    private mutating func appendLine(
        _ record: TextRecord,
        _ bytes: Span<UInt8>,
        number: Int,
        answered: Int,
        after last: Int64?,
        to out: inout ByteWriter
    ) {
        writeTime(record.time, after: last)
        writeReply(record, bytes, answered: answered)
        let digits = Self.digits(number)
        let flowDigits = Self.digits(record.flow) + 1
        widen(.number, digits)
        widen(.time, time.columns)
        widen(.flow, flowDigits)
        for (column, cell) in Self.cells { widen(column, TextRecord.columns(of: cell, in: bytes)) }
        let isTight = isTight(bytes)
        var line = TextLine(style, isIndentedBy: 6)
        line.skip(to: widths[0] - digits)
        line.number(number, columns: digits, to: &out)
        line.gap = 2
        line.skip(to: widths[0] + 2 + (style.time.isRight ? widths[1] - time.columns : 0))
        line.word(time.bytes.span, columns: time.columns, .dim, to: &out)
        var place = widths[0] + 2 + widths[1] + 2
        line.skip(to: place)
        line.flow(record.flow, columns: flowDigits, to: &out)
        place += widths[2] + 1
        line.gap = 1
        line.skip(to: place)
        let isFromServer = record.flags.contains(.isFromServer)
        line.word(isFromServer ? Self.left.span : Self.right.span, columns: 1, .dim, to: &out)
        place += 2
        for (column, cell) in Self.cells {
            let columns = TextRecord.columns(of: cell, in: bytes)
            line.gap = cell == .type ? 1 : 2
            if columns > 0 {
                if !isTight || cell == .type || cell == .topic { line.skip(to: place) }
                let text = bytes.extracting(TextRecord.range(of: cell, in: bytes))
                let color: TextStyle.Color =
                    cell == .type ? (isFromServer ? .server : .client) : cell == .objectName ? .bold : .plain
                line.word(text, columns: columns, color, to: &out)
            }
            place += widths[column.rawValue] + 2
        }
        line.gap = 2
        if !isTight { line.skip(to: place) }
        if reply.columns > 0 { line.words(reply.bytes.span, to: &out) }
        let mark = TextRecord.columns(of: .mark, in: bytes)
        if mark > 0 {
            let color: TextStyle.Color =
                record.flags.contains(.isError) ? .red : record.flags.contains(.isWarning) ? .yellow : .dim
            line.gap = 2
            line.word(bytes.extracting(TextRecord.range(of: .mark, in: bytes)), columns: mark, color, to: &out)
        }
        let digest = TextRecord.columns(of: .digest, in: bytes)
        if digest > 0 {
            line.gap = 2
            line.rest(bytes.extracting(TextRecord.range(of: .digest, in: bytes)), columns: digest, to: &out)
        }
        line.end(&out)
    }

    private static let cells: [(Column, TextRecord.Cell)] = [
        (.type, .type), (.topic, .topic), (.target, .target), (.objectName, .objectName),
    ]
    private static let right = Array("→".utf8)
    private static let left = Array("←".utf8)
    /// The columns of a digest that must fit; otherwise the line gives up its alignment.
    private static let readable = 40

    /// Whether a line has no room for the columns in which it is empty.
    private func isTight(_ bytes: Span<UInt8>) -> Bool {
        guard let width = style.width else { return false }
        var columns = widths[0] + 2 + widths[1] + 2 + widths[2] + 3
        for (column, cell) in Self.cells {
            columns += max(widths[column.rawValue], TextRecord.columns(of: cell, in: bytes)) + 2
        }
        let mark = TextRecord.columns(of: .mark, in: bytes)
        if reply.columns > 0 { columns += reply.columns + 2 }
        if mark > 0 { columns += mark + 2 }
        return columns + min(TextRecord.columns(of: .digest, in: bytes), Self.readable) > width
    }

    private mutating func widen(_ column: Column, _ columns: Int) {
        let index = column.rawValue
        if columns > widths[index] { widths[index] = max(widths[index], min(columns, widest[index])) }
    }

    private static func digits(_ number: Int) -> Int {
        var count = 1
        var rest = number
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        return count
    }

    // MARK: Pieces

    private mutating func writeTime(_ moment: Int64, after last: Int64?) {
        time.removeAll()
        switch style.time {
        case .timeOfDay: clock.append(moment, to: &time)
        case .dateAndTime: clock.append(moment, withDate: true, to: &time)
        case .sinceFirst: time.append(seconds: moment.subtractingSaturated(origin ?? moment))
        case .sinceLast: time.append(seconds: moment.subtractingSaturated(last ?? moment))
        }
        lastTime = max(lastTime ?? moment, moment)
    }

    /// Writes the reply, such as `ok, to 12 in 0.4 ms`.
    private mutating func writeReply(_ record: TextRecord, _ bytes: Span<UInt8>, answered: Int) {
        reply.removeAll()
        let status = bytes.extracting(TextRecord.range(of: .status, in: bytes))
        reply.append(status, columns: TextRecord.columns(of: .status, in: bytes))
        guard record.flags.contains(.isReply) else { return }
        if reply.columns > 0 { reply.append(", ") }
        reply.append("to ")
        reply.append(decimal: UInt64(answered.magnitude))
        reply.append(" in ")
        reply.append(duration: record.latency)
    }

    // MARK: Pings

    private mutating func appendPings(_ folds: [PingFold.Run], to out: inout ByteWriter) {
        for fold in folds {
            var writer = ByteWriter()
            let start = TextRecord.begin(
                time: fold.firstTime,
                latency: 0,
                flow: fold.flow,
                flags: [],
                in: &writer
            )
            TextRecord.append(.type, "PING", to: start, in: &writer)
            TextRecord.append(.digest, fold.words, to: start, in: &writer)
            appendLine(
                TextRecord(writer.span),
                writer.span,
                number: fold.firstNumber,
                answered: 0,
                after: fold.timeBefore,
                to: &out
            )
        }
    }
}
