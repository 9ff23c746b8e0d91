import Synchronization
import WireFormat

/// What all workers together hold of output that is not written yet, and which of them may work on a large unit.
final class OutputBudget: Sendable {
    /// Length of a unit from which on it is worked on alone, in bytes.
    static let largeUnit = 1 << 20

    private let held = Atomic<Int>(0)
    /// Held by the worker that works on a large unit: what such a unit takes meanwhile is there only once.
    let largeUnits = Mutex<Void>(())

    /// Counts output that waits to be written.
    func add(_ bytes: Int) { held.add(bytes, ordering: .relaxed) }
    /// Counts output that was written.
    func remove(_ bytes: Int) { held.subtract(bytes, ordering: .relaxed) }
    /// Whether so many bytes more are too many.
    func isExceeded(by bytes: Int, _ limits: Limits) -> Bool {
        held.load(ordering: .relaxed) + bytes > limits.outputBytesInAll
    }
}
