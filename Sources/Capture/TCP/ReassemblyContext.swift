/// State shared by the connections that one worker follows: the memory held back, and a queue of deliveries.
public struct ReassemblyContext: Sendable {
    /// The limit of memory for segments held back by all connections, in bytes.
    private let limit: Int
    /// The memory of the segments held back by all connections, in bytes.
    public private(set) var heldCost = 0
    /// Deliveries of the connection whose segment arrived last; they precede all others.
    private var ready: [TCPConnection.Delivery] = []
    private var nextReady = 0
    /// Nanoseconds spent waiting for input so far; 0 for files.
    ///
    /// Waiting for bytes that are not in the capture is measured by this clock too, so that the data after them is
    /// delivered even when no packets arrive.
    public var waitingTime: Int64 = 0
    /// The number of steps taken to order segments, to verify that the work grows linearly with the input.
    package private(set) var steps = 0

    /// The number of segments whose payload was captured in part only (a short snap length), with repeated ones.
    public private(set) var cutSegments = 0
    /// The number of payload bytes of such segments that were not captured.
    public private(set) var cutBytes = 0

    /// Makes the context of a worker.
    ///
    /// - Parameters:
    ///   - limits: the limits; ``CaptureLimits/outOfOrderBytesInAll`` is that of all workers together.
    ///   - workers: the number of workers that share the limits.
    public init(limits: CaptureLimits = CaptureLimits(), workers: Int = 1) {
        limit = max(0, limits.outOfOrderBytesInAll) / max(1, workers)
    }

    /// Whether the memory held back exceeds the limit.
    public var isOverLimit: Bool { heldCost > limit }

    /// Whether the memory held back is so far below the limit that no more connections have to release theirs.
    public var isRelieved: Bool { heldCost <= limit / 4 * 3 }

    mutating func change(cost: Int, steps count: Int) {
        heldCost &+= cost
        steps &+= count
    }

    /// Counts a segment whose payload was captured in part.
    mutating func noteCut(_ missing: Int) {
        cutSegments &+= 1
        cutBytes &+= missing
    }

    /// Appends a delivery to the queue.
    mutating func prepare(_ delivery: TCPConnection.Delivery) { ready.append(delivery) }

    /// Whether the queue holds a delivery.
    var hasReady: Bool { !ready.isEmpty }

    /// Removes the first delivery from the queue and returns it.
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
