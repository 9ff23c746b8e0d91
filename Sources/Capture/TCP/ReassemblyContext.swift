/// What the connections that one worker follows have in common: how much they hold back, and what is ready to come up.
public struct ReassemblyContext: Sendable {
    /// Memory for segments held back by all connections, in bytes.
    private let limit: Int
    /// What is held back by all connections, in bytes of memory.
    public private(set) var heldCost = 0
    /// What comes next of the connection whose segment came last, before anything else.
    private var ready: [TCPConnection.Delivery] = []
    private var nextReady = 0
    /// Nanoseconds that were spent waiting for input so far; 0 for files.
    ///
    /// What waits for bytes that are not in the capture is measured by it too, so that it comes up while nothing else comes.
    public var waitingTime: Int64 = 0
    /// Steps taken to put segments in order, to see that the work grows with the input and not with its square.
    package private(set) var steps = 0

    /// Makes the context of a worker.
    ///
    /// - Parameter workers: how many share the limits.
    public init(limits: CaptureLimits = CaptureLimits(), workers: Int = 1) {
        limit = max(0, limits.outOfOrderBytesInAll) / max(1, workers)
    }

    /// Whether more is held back than the limit allows.
    public var isOverLimit: Bool { heldCost > limit }

    /// Whether what is held back is so far below the limit that no more connections have to be relieved of theirs.
    public var isRelieved: Bool { heldCost <= limit / 4 * 3 }

    mutating func change(cost: Int, steps count: Int) {
        heldCost &+= cost
        steps &+= count
    }

    /// Puts something in the queue of what comes up.
    mutating func prepare(_ delivery: TCPConnection.Delivery) { ready.append(delivery) }

    /// Whether something is in the queue of what comes up.
    var hasReady: Bool { !ready.isEmpty }

    /// Takes the first out of the queue of what comes up.
    mutating func popReady() -> TCPConnection.Delivery? {
        guard nextReady < ready.count else { return nil }
        let delivery = ready[nextReady]
        nextReady += 1
        if nextReady == ready.count {
            ready.removeAll(keepingCapacity: true)
            nextReady = 0
        }
        return delivery
    }
}
