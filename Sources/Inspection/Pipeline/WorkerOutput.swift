import Capture
import Synchronization
import WireFormat

/// A worker's output of a block: the bytes of the events, one event after the other, and their entries.
///
/// The memory is recycled: the sequencer exchanges the bytes for memory that has been written out, and the worker
/// reuses that for a later block. Otherwise each block would be written to new pages, which the system must clear
/// first.
final class WorkerOutput: Sendable {
    let entries: [OutputEntry]
    /// The values of the events that passed, if the consumer makes values.
    private let events: Mutex<[CaptureEvent?]>
    private let writer: Mutex<ByteWriter>
    /// The parts of events that are in the file, in the order of the events.
    let parts: [SpilledPart]
    /// The file with these parts.
    let file: TemporaryFile?
    /// Whether the output has no bytes.
    let isSilent: Bool
    /// The budget in which the memory is counted.
    private let budget: OutputBudget
    private let counted: Atomic<Int>

    /// The capacity above which memory is not reused, after a block with unusually much output.
    static let largest = 4 << 20

    init(
        writer: consuming ByteWriter,
        entries: [OutputEntry],
        made: MadeEvents,
        parts: [SpilledPart],
        file: TemporaryFile?,
        budget: OutputBudget
    ) {
        isSilent = writer.count == 0 && parts.isEmpty
        self.parts = parts
        self.file = file
        self.budget = budget
        counted = Atomic(writer.count + made.weight)
        budget.add(writer.count)
        self.writer = Mutex(writer)
        self.entries = entries
        events = Mutex(made.events)
    }

    deinit { budget.remove(counted.load(ordering: .relaxed)) }

    /// Records that the output has been written.
    func noteWritten() { budget.remove(counted.exchange(0, ordering: .relaxed)) }

    /// Removes and returns the event values.
    func takeEvents() -> [CaptureEvent?] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Exchanges the bytes for memory that is no longer used.
    func exchange(_ other: inout ByteWriter) {
        if other.capacity > Self.largest { other = ByteWriter(capacity: 0) }
        other.removeAll()
        writer.withLock { swap(&$0, &other) }
    }
}
