import Synchronization
import WireFormat

/// What all workers together hold of output that is not written yet and of events that are not asked for yet, and which of
/// them may work on a large unit.
final class OutputBudget: Sendable {
    /// Length of a unit from which on it is worked on alone, in bytes.
    static let largeUnit = 1 << 20

    private let held = Atomic<Int>(0)
    /// Held by the worker that works on a large unit: what such a unit takes meanwhile is there only once.
    let largeUnits = Mutex<Void>(())

    private let highest = Atomic<Int>(0)

    /// The most that was held at a time, about, in bytes.
    var most: Int { highest.load(ordering: .relaxed) }

    /// Counts output that waits to be written, or values of events that wait to be asked for.
    func add(_ bytes: Int) {
        let now = held.add(bytes, ordering: .relaxed).newValue
        if now > highest.load(ordering: .relaxed) { highest.store(now, ordering: .relaxed) }
    }
    /// Counts output that was written.
    func remove(_ bytes: Int) { held.subtract(bytes, ordering: .relaxed) }
    /// Whether so many bytes more are too many.
    func isExceeded(by bytes: Int, _ limits: Limits) -> Bool {
        held.load(ordering: .relaxed) + bytes > limits.outputBytesInAll
    }
}
