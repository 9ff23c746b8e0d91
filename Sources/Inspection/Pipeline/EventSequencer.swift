import WireFormat

/// Puts the workers' events in the order of the capture, numbers them, and writes them out.
struct EventSequencer: ~Copyable {
    /// How an event's line is put together.
    enum Numbering {
        /// The event's bytes are written as they are.
        case none
        /// `{"n":` and the number come first; the number of the request goes in where the event says.
        case json
    }

    /// What one worker made of a block, and how far it is written.
    private final class Lane {
        @exclusivity(unchecked) private var writer = ByteWriter(capacity: 0)
        @exclusivity(unchecked) private var entries: [OutputEntry] = []
        @exclusivity(unchecked) private var next = 0
        /// Position of the next entry; behind all others when there is none.
        @exclusivity(unchecked) private(set) var order = Int.max

        /// Takes the bytes of an output for those of the last one.
        func begin(_ output: WorkerOutput) {
            output.exchange(&writer)
            entries = output.entries
            next = 0
            order = entries.first?.order ?? .max
        }

        func take() -> OutputEntry? {
            guard next < entries.count else { return nil }
            let entry = entries[next]
            next += 1
            order = next < entries.count ? entries[next].order : .max
            return entry
        }

        /// Appends a part of what was written.
        func copy(_ range: Range<Int>, into out: inout ByteWriter) { out.append(range, of: writer) }
    }

    private let numbering: Numbering
    private let limit: Int?
    private let lanes: [Lane]
    private var requestNumbers: [[Int]]
    /// The number of the last event.
    private(set) var number: Int
    /// Events written.
    private(set) var written = 0
    private var out = ByteWriter(capacity: 1 << 20)
    /// Who made which event, when asked for.
    private(set) var numbers: EventNumbers?

    init(numbering: Numbering, workers: Int, firstNumber: Int, limit: Int?, keepsNumbers: Bool = false) {
        self.numbering = numbering
        if keepsNumbers { numbers = EventNumbers(workers: workers, first: firstNumber) }
        self.limit = limit
        number = firstNumber - 1
        lanes = (0..<workers).map { _ in Lane() }
        requestNumbers = Array(repeating: [], count: workers)
    }

    /// Whether as many events were written as were asked for.
    var isDone: Bool { limit.map { written >= $0 } ?? false }

    /// Writes what the workers made of one block; the outputs are left with memory that serves again.
    mutating func write(_ outputs: [WorkerOutput], to sink: (Span<UInt8>) throws -> Void) throws {
        for (lane, output) in zip(lanes, outputs) { lane.begin(output) }
        while !isDone {
            var worker = 0
            for candidate in lanes.indices.dropFirst() where lanes[candidate].order < lanes[worker].order {
                worker = candidate
            }
            guard let entry = lanes[worker].take() else { break }
            number &+= 1
            numbers?.note(worker)
            // An answer that is a request itself may use the slot again, so the number is read before it is replaced.
            let answered = entry.replySlot >= 0 ? requestNumbers[worker][Int(entry.replySlot)] : 0
            note(entry, worker)
            if entry.passed {
                written &+= 1
                try append(entry, lanes[worker], answered: answered, to: sink)
                if out.count > Self.piece { try flush(to: sink) }
            }
        }
        try flush(to: sink)
    }

    /// Bytes that are put together before they are handed on.
    private static let piece = 1 << 20

    /// Hands on what was put together.
    private mutating func flush(to sink: (Span<UInt8>) throws -> Void) throws {
        if out.count > 0 { try sink(out.span) }
        out.removeAll()
    }

    @inline(__always)
    private mutating func note(_ entry: OutputEntry, _ worker: Int) {
        guard entry.requestSlot >= 0 else { return }
        let slot = Int(entry.requestSlot)
        while requestNumbers[worker].count <= slot { requestNumbers[worker].append(0) }
        requestNumbers[worker][slot] = number
    }

    @inline(__always)
    private mutating func append(
        _ entry: OutputEntry,
        _ lane: Lane,
        answered: Int,
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        guard numbering == .json else { return try copy(entry.start..<entry.end, of: lane, to: sink) }
        out.append("{\"n\":")
        out.append(decimal: number)
        guard entry.replySlot >= 0 else { return try copy(entry.start..<entry.end, of: lane, to: sink) }
        let middle = entry.start + Int(entry.replyPosition)
        lane.copy(entry.start..<middle, into: &out)
        out.append(decimal: answered)
        try copy(middle..<entry.end, of: lane, to: sink)
    }

    /// Copies a part of what a worker wrote; a long one piece by piece.
    @inline(__always)
    private mutating func copy(
        _ range: Range<Int>,
        of lane: Lane,
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        var start = range.lowerBound
        while range.upperBound - start > Self.piece {
            lane.copy(start..<start + Self.piece, into: &out)
            start += Self.piece
            try flush(to: sink)
        }
        lane.copy(start..<range.upperBound, into: &out)
    }
}
