import Capture
import WireFormat

/// A worker's output of a block, and the position up to which it is written.
final class OutputLane {
    @exclusivity(unchecked) private var writer = ByteWriter(capacity: 0)
    @exclusivity(unchecked) private var entries: [OutputEntry] = []
    @exclusivity(unchecked) private var next = 0
    /// The values of the events that passed, if the consumer makes values.
    @exclusivity(unchecked) private var events: [CaptureEvent?] = []
    @exclusivity(unchecked) private var nextOfEvents = 0
    /// The parts of events that are in the file.
    @exclusivity(unchecked) private var parts: ArraySlice<SpilledPart> = []
    @exclusivity(unchecked) private var file: TemporaryFile?
    /// The position of the next entry; `Int.max` if there is none.
    @exclusivity(unchecked) private(set) var order = Int.max

    /// Begins a worker's output; its bytes are exchanged for the memory of the previous output.
    func begin(_ output: WorkerOutput) {
        output.exchange(&writer)
        entries = output.entries
        events = output.takeEvents()
        nextOfEvents = 0
        parts = output.parts[...]
        file = output.file
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

    /// Removes and returns the next part that is in the file.
    func takePart() -> SpilledPart? { parts.popFirst() }

    /// Reads a range of the file.
    func read(_ range: Range<Int>) throws -> [UInt8] { try file?.read(range) ?? [] }

    /// Releases the file.
    func end() { file = nil }

    /// Removes and returns the value of the next event that passed.
    func takeEvent() -> CaptureEvent? {
        guard nextOfEvents < events.count else { return nil }
        defer { nextOfEvents += 1 }
        return events[nextOfEvents].take()
    }

    /// Returns the stored parts of an event, from memory and from the file.
    func parts(of entry: OutputEntry) throws(CaptureError) -> [UInt8] {
        var records = ByteWriter(capacity: 0)
        guard entry.isSpilled, let part = takePart() else {
            records.append(entry.start..<entry.end, of: writer)
            return records.array
        }
        let left = try file?.read(part.range) ?? []
        guard part.place > entry.start || part.place < entry.end else { return left }
        records.append(entry.start..<part.place, of: writer)
        records.append(left)
        records.append(part.place..<entry.end, of: writer)
        return records.array
    }

    /// Appends a range of the output.
    func copy(_ range: Range<Int>, into out: inout ByteWriter) { out.append(range, of: writer) }

    /// Appends the lines of a record.
    func copy(
        _ range: Range<Int>,
        numbered number: Int,
        answers: Int,
        _ layout: inout TextLayout,
        into out: inout ByteWriter
    ) {
        layout.append(range, of: writer, number: number, answered: answers, to: &out)
    }
}
