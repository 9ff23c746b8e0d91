import Synchronization
import WireFormat

/// What a worker made of a block: the events' bytes, one behind the other, and where they lie.
///
/// The memory of the bytes goes round: the sequencer takes them for memory that it has written out, and the worker takes
/// that for a later block. Otherwise each block would be written to pages that the system has yet to clear.
final class WorkerOutput: Sendable {
    let entries: [OutputEntry]
    /// The events that passed as values, where the consumer makes such.
    let events: [CaptureEvent]
    private let writer: Mutex<ByteWriter>

    /// Memory that is larger, after a block with an unusual amount of output, is not kept.
    private static let largest = 4 << 20

    init(writer: consuming ByteWriter, entries: [OutputEntry], events: [CaptureEvent]) {
        self.writer = Mutex(writer)
        self.entries = entries
        self.events = events
    }

    /// Takes what is in here, for what nobody needs any more.
    func exchange(_ other: inout ByteWriter) {
        if other.capacity > Self.largest { other = ByteWriter(capacity: 0) }
        other.removeAll()
        writer.withLock { swap(&$0, &other) }
    }
}
