import Capture
import Synchronization
import WireFormat

/// What a worker made of a block: the events' bytes, one behind the other, and where they lie.
///
/// The memory of the bytes goes round: the sequencer takes them for memory that it has written out, and the worker takes
/// that for a later block. Otherwise each block would be written to pages that the system has yet to clear.
final class WorkerOutput: Sendable {
    let entries: [OutputEntry]
    /// The events that passed as values, where the consumer makes such.
    private let events: Mutex<[CaptureEvent?]>
    private let writer: Mutex<ByteWriter>
    /// What is not in memory, in the order of the events that have such parts.
    let parts: [SpilledPart]
    /// Holds these parts.
    let file: TemporaryFile?
    /// Whether the consumer wrote nothing.
    let isSilent: Bool
    /// Where what is in memory is counted.
    private let budget: OutputBudget
    private let counted: Atomic<Int>

    /// Memory that is larger, after a block with an unusual amount of output, is not kept.
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

    /// Says that what was in here is written.
    func noteWritten() { budget.remove(counted.exchange(0, ordering: .relaxed)) }

    /// Hands the events out.
    func takeEvents() -> [CaptureEvent?] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Takes what is in here, for what nobody needs any more.
    func exchange(_ other: inout ByteWriter) {
        if other.capacity > Self.largest { other = ByteWriter(capacity: 0) }
        other.removeAll()
        writer.withLock { swap(&$0, &other) }
    }
}
