import Reporting
import WireFormat

/// An event as a worker passes it to the sequencer, which makes a line of it.
///
/// Only the sequencer knows the event's number and the events before it. A record has the numbers, big-endian, then
/// length and columns of each cell, then the cells themselves, safe for a terminal, then the text after the line.
struct TextRecord {
    /// The parts of a line.
    enum Cell: Int, CaseIterable {
        /// The introduction of the connection; only for its first event.
        case flow
        /// The event's type.
        case type
        /// The event's topic.
        case topic
        /// The event's target.
        case target
        /// The message's type.
        case objectName
        /// The result in an answer.
        case status
        /// The mark of the worst diagnostic.
        case mark
        /// The digest.
        case digest
    }

    /// Properties of an event.
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let isFromServer = Flags(rawValue: 1)
        /// The event is a ping or its answer, without diagnostics.
        static let isPing = Flags(rawValue: 2)
        static let isReply = Flags(rawValue: 4)
        static let isNote = Flags(rawValue: 8)
        static let isWarning = Flags(rawValue: 16)
        static let isError = Flags(rawValue: 32)
    }

    /// The offsets in a record.
    private enum Offset {
        static let time = 0
        static let latency = 8
        static let flow = 16
        static let flags = 24
        static let cells = 25
        static let end = cells + Cell.allCases.count * 8
    }

    let time: Int64
    let latency: Int64
    let flow: Int
    let flags: Flags

    /// Reads a record's numbers.
    init(_ bytes: Span<UInt8>) {
        time = Int64(bitPattern: bytes.uint64(at: Offset.time))
        latency = Int64(bitPattern: bytes.uint64(at: Offset.latency))
        flow = Int(truncatingIfNeeded: bytes.uint64(at: Offset.flow))
        flags = Flags(rawValue: bytes[Offset.flags])
    }

    /// Returns the number of columns of a cell.
    @inline(__always)
    static func columns(of cell: Cell, in bytes: Span<UInt8>) -> Int {
        Int(bytes.uint32(at: Offset.cells + cell.rawValue * 8 + 4))
    }

    /// Returns the range of a cell's text.
    static func range(of cell: Cell, in bytes: Span<UInt8>) -> Range<Int> {
        var start = Offset.end
        for index in 0..<cell.rawValue { start += Int(bytes.uint32(at: Offset.cells + index * 8)) }
        return start..<start + Int(bytes.uint32(at: Offset.cells + cell.rawValue * 8))
    }

    /// Returns the offset of the text that follows the line.
    static func tail(of bytes: Span<UInt8>) -> Int { range(of: .digest, in: bytes).upperBound }

    /// Begins a record, and returns its offset.
    static func begin(
        time: Int64,
        latency: Int64,
        flow: Int,
        flags: Flags,
        in writer: inout ByteWriter
    ) -> Int {
        let start = writer.count
        writer.append(bigEndian: time)
        writer.append(bigEndian: latency)
        writer.append(bigEndian: Int64(flow))
        writer.append(flags.rawValue)
        for _ in Cell.allCases { writer.append(bigEndian: UInt64(0)) }
        return start
    }

    /// Appends a cell to the record at an offset; cells must be appended in order, and empty cells may be left out.
    @inline(__always)
    static func append(_ cell: Cell, _ text: Span<UInt8>, to start: Int, in writer: inout ByteWriter) {
        guard !text.isEmpty else { return }
        let mark = writer.count
        let columns = writer.append(safe: text)
        let place = start + Offset.cells + cell.rawValue * 8
        writer.replace(at: place, bigEndian: UInt32(truncatingIfNeeded: writer.count - mark))
        writer.replace(at: place + 4, bigEndian: UInt32(truncatingIfNeeded: columns))
    }

    static func append(_ cell: Cell, _ text: String, to start: Int, in writer: inout ByteWriter) {
        var text = text
        text.withUTF8 { append(cell, Span(_unsafeElements: $0), to: start, in: &writer) }
    }
}
