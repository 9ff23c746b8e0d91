/// A pool of numbers for requests, so that answers can name them; taken and freed in the order of one worker's events.
struct SlotPool: Sendable {
    private var free: [Int32] = []
    private var count: Int32 = 0

    /// The number of slots in use.
    var used: Int { Int(count) - free.count }

    /// Returns the number of requests that may wait on a connection.
    ///
    /// If too many requests wait in total, for example because nothing is ever answered, each connection keeps the
    /// number that it has, or one.
    /// - Parameter waiting: the number of requests that wait on the connection.
    func limit(of waiting: Int, _ limits: Limits) -> Int {
        let isCrowded = used > limits.pendingRequestsInAll
        return isCrowded ? min(limits.pendingRequests, max(waiting, 1)) : limits.pendingRequests
    }

    /// Returns a free number.
    mutating func take() -> Int32 {
        if let slot = free.popLast() { return slot }
        count += 1
        return count - 1
    }

    /// Frees a number; `-1` is none.
    mutating func giveBack(_ slot: Int32) {
        if slot >= 0 { free.append(slot) }
    }
}
