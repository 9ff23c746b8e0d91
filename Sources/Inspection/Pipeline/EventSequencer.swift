import Capture
import WireFormat

/// Orders the workers' events as in the capture, numbers them, and writes their output.
struct EventSequencer: ~Copyable {
    /// The way in which an event's output becomes a line.
    enum Numbering {
        /// The event's bytes are written as they are.
        case none
        /// `{"n":` and the number come first; the request's number is inserted at the event's `replyPosition`.
        case json
        /// The event's bytes are a ``TextRecord``, which the layout turns into lines.
        case text(TextLayout)
    }

    /// The kind of `Numbering`, without the layout, which changes with every line.
    private enum LineForm {
        case bytes
        case json
        case text
    }

    private let form: LineForm
    /// Turns records into lines of text.
    private(set) var layout: TextLayout
    private let limit: Int?
    private let lanes: [OutputLane]
    /// The number of the latest request in each slot, by worker and slot.
    private var requestNumbers: [[Int]]
    /// The number of the last event.
    private(set) var number: Int
    /// The number of events written.
    private(set) var written = 0
    /// The number of written events that have a diagnostic of severity error.
    private(set) var writtenErrors = 0
    private var out = ByteWriter(capacity: 1 << 20)
    /// The worker of each event, if asked for.
    private(set) var numbers: EventNumbers?

    init(numbering: Numbering, workers: Int, firstNumber: Int, limit: Int?, keepsNumbers: Bool = false) {
        switch numbering {
        case .none: (form, layout) = (.bytes, TextLayout(TextStyle()))
        case .json: (form, layout) = (.json, TextLayout(TextStyle()))
        case .text(let layout): (form, self.layout) = (.text, layout)
        }
        if keepsNumbers { numbers = EventNumbers(workers: workers, first: firstNumber) }
        self.limit = limit
        number = firstNumber - 1
        lanes = (0..<workers).map { _ in OutputLane() }
        requestNumbers = Array(repeating: [], count: workers)
    }

    /// Whether the limit of written events is reached.
    var isDone: Bool { limit.map { written >= $0 } ?? false }

    /// Writes the workers' outputs of one block; afterwards the outputs hold memory that can be reused.
    mutating func write(_ outputs: [WorkerOutput], to sink: (Span<UInt8>) throws -> Void) throws {
        guard !isCounting || !outputs.allSatisfy(\.isSilent) else { return count(outputs) }
        for (lane, output) in zip(lanes, outputs) { lane.begin(output) }
        while let next = takeNext() {
            guard next.entry.passed else { continue }
            if next.entry.isSpilled {
                try appendParts(of: next.entry, lanes[next.worker], answered: next.answered, to: sink)
            } else {
                try append(next.entry, lanes[next.worker], answered: next.answered, to: sink)
            }
            if out.count > Self.piece { try flush(to: sink) }
        }
        try flush(to: sink)
        end(outputs)
    }

    /// Numbers the events of one block, whose output is dropped; afterwards the outputs hold memory that can be reused.
    mutating func pass(_ outputs: [WorkerOutput]) {
        guard !isCounting || !outputs.allSatisfy(\.isSilent) else { return count(outputs) }
        begin(outputs)
        while takeNext() != nil {}
        end(outputs)
    }

    /// Whether events without output only have to be counted.
    private var isCounting: Bool { form == .bytes && limit == nil && numbers == nil }

    /// Counts the events of a block without output.
    private mutating func count(_ outputs: [WorkerOutput]) {
        for output in outputs {
            number &+= output.entries.count
            for entry in output.entries where entry.passed {
                written &+= 1
                if entry.hasError { writtenErrors &+= 1 }
            }
            output.noteWritten()
        }
    }

    /// Writes an event with a part in the file: the bytes before the part, the part, and the bytes after it.
    private mutating func appendParts(
        of entry: OutputEntry,
        _ lane: OutputLane,
        answered: Int,
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        guard let part = lane.takePart() else { return }
        var head = entry
        head.end = part.place
        try append(head, lane, answered: answered, to: sink)
        try flush(to: sink)
        var start = part.range.lowerBound
        while start < part.range.upperBound {
            let end = min(start + Self.piece, part.range.upperBound)
            let bytes = try lane.read(start..<end)
            try sink(bytes.span)
            start = end
        }
        try copy(part.place..<entry.end, of: lane, to: sink)
    }

    /// Begins to return the events of one block as values.
    mutating func begin(_ outputs: [WorkerOutput]) {
        for (lane, output) in zip(lanes, outputs) { lane.begin(output) }
    }

    /// Returns the next event of the block, with its number; `nil` at the end of the block, or if the limit is reached.
    mutating func nextEvent(limits: Limits) throws(CaptureError) -> CaptureEvent? {
        while let next = takeNext() {
            let lane = lanes[next.worker]
            guard next.entry.passed, var event = lane.takeEvent() else { continue }
            event.number = number
            if next.entry.replySlot >= 0 { event.inReplyTo?.number = next.answered }
            if next.entry.isSpilled || next.entry.end > next.entry.start {
                let parts = try lane.parts(of: next.entry)
                try DeferredPart.complete(&event, with: parts.span, limits: limits)
            }
            return event
        }
        return nil
    }

    /// Ends the block; afterwards the outputs hold memory that can be reused.
    func end(_ outputs: [WorkerOutput]) {
        for (lane, output) in zip(lanes, outputs) {
            lane.end()
            output.noteWritten()
        }
    }

    /// Removes and numbers the next event in the order of the capture; returns `nil` at the end of the block, or if the
    /// limit is reached.
    @inline(__always)
    private mutating func takeNext() -> (entry: OutputEntry, worker: Int, answered: Int)? {
        guard !isDone else { return nil }
        var worker = 0
        for candidate in lanes.indices.dropFirst() where lanes[candidate].order < lanes[worker].order {
            worker = candidate
        }
        guard let entry = lanes[worker].take() else { return nil }
        number &+= 1
        numbers?.note(worker)
        // An answer that is also a request may reuse the slot, so the request's number is read before it is replaced.
        let answered = entry.replySlot >= 0 ? requestNumbers[worker][Int(entry.replySlot)] : 0
        note(entry, worker)
        if entry.passed { written &+= 1 }
        if entry.hasError { writtenErrors &+= 1 }
        return (entry, worker, answered)
    }

    /// Sets the time at which the capture begins.
    mutating func begin(at time: Int64) { layout.begin(at: time) }

    /// Writes output that was held back.
    mutating func finish(to sink: (Span<UInt8>) throws -> Void) throws {
        layout.finish(to: &out)
        try flush(to: sink)
    }

    /// The number of bytes to collect before they are passed to the sink.
    private static let piece = 1 << 20

    /// Passes the collected bytes to the sink.
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
        _ lane: OutputLane,
        answered: Int,
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        switch form {
        case .bytes: try copy(entry.start..<entry.end, of: lane, to: sink)
        case .text: lane.copy(entry.start..<entry.end, numbered: number, answers: answered, &layout, into: &out)
        case .json:
            out.append("{\"n\":")
            out.append(decimal: number)
            guard entry.replySlot >= 0 else { return try copy(entry.start..<entry.end, of: lane, to: sink) }
            let middle = entry.start + Int(entry.replyPosition)
            lane.copy(entry.start..<middle, into: &out)
            out.append(decimal: answered)
            try copy(middle..<entry.end, of: lane, to: sink)
        }
    }

    /// Copies a range of a worker's output; a long one in pieces.
    @inline(__always)
    private mutating func copy(
        _ range: Range<Int>,
        of lane: OutputLane,
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
