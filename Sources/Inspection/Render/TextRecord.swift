import Reporting
import WireFormat

/// An event as a worker hands it to the sequencer, which makes a line of it: what every line has, then its cells.
///
/// The sequencer alone knows the event's number and what came before it. The numbers stand first, big-endian, then length
/// and columns of each cell, then the cells themselves, safe for a terminal, then what follows the line.
struct TextRecord {
    /// The parts of a line.
    enum Cell: Int, CaseIterable {
        /// Who is on the connection; only with its first event.
        case flow
        /// The event's type.
        case type
        /// Its topic.
        case topic
        /// Its target.
        case target
        /// The message's type.
        case objectName
        /// The result in an answer.
        case status
        /// The mark of the worst diagnostic.
        case mark
        /// What it says.
        case digest
    }

    /// Properties of an event.
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let isFromServer = Flags(rawValue: 1)
        /// A ping or its answer, of which nothing else is to be said.
        static let isPing = Flags(rawValue: 2)
        static let isReply = Flags(rawValue: 4)
        static let isNote = Flags(rawValue: 8)
        static let isWarning = Flags(rawValue: 16)
        static let isError = Flags(rawValue: 32)
    }

    /// Where the numbers stand.
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

    /// Columns of a cell.
    @inline(__always)
    static func columns(of cell: Cell, in bytes: Span<UInt8>) -> Int {
        Int(bytes.uint32(at: Offset.cells + cell.rawValue * 8 + 4))
    }

    /// Where a cell's text lies.
    static func range(of cell: Cell, in bytes: Span<UInt8>) -> Range<Int> {
        var start = Offset.end
        for index in 0..<cell.rawValue { start += Int(bytes.uint32(at: Offset.cells + index * 8)) }
        return start..<start + Int(bytes.uint32(at: Offset.cells + cell.rawValue * 8))
    }

    /// Where what follows the line begins.
    static func tail(of bytes: Span<UInt8>) -> Int { range(of: .digest, in: bytes).upperBound }

    /// Begins a record; answers its place.
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

    /// Appends a cell to the record at a place; cells come in their order, empty ones may be left out.
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
