import Synchronization

/// Counts the memory of all workers for unwritten output and for event values that wait to be asked for.
///
/// The budget also holds the lock for work on large units.
final class OutputBudget: Sendable {
    /// The length in bytes from which a unit is processed under the lock.
    static let largeUnit = 1 << 20

    private let held = Atomic<Int>(0)
    /// The lock of the worker that processes a large unit, so that the memory for it is needed only once.
    let largeUnits = Mutex<Void>(())

    private let highest = Atomic<Int>(0)

    /// The approximate peak of the memory, in bytes.
    var most: Int { highest.load(ordering: .relaxed) }

    /// Counts output that waits to be written, or event values that wait to be asked for.
    func add(_ bytes: Int) {
        let now = held.add(bytes, ordering: .relaxed).newValue
        if now > highest.load(ordering: .relaxed) { highest.store(now, ordering: .relaxed) }
    }
    /// Removes written output from the count.
    func remove(_ bytes: Int) { held.subtract(bytes, ordering: .relaxed) }
    /// Whether `bytes` more bytes would exceed the limit.
    func isExceeded(by bytes: Int, _ limits: Limits) -> Bool {
        held.load(ordering: .relaxed) + bytes > limits.outputBytesInAll
    }
}
