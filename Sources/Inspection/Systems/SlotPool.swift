import WireFormat

/// Numbers for events whose answers will name them: handed out and taken back in the order of one worker's events.
struct SlotPool: Sendable {
    private var free: [Int32] = []
    private var count: Int32 = 0

    /// How many numbers are in use.
    var used: Int { Int(count) - free.count }

    /// How many requests may wait beside those that do.
    ///
    /// When too many wait in all, as where nothing is ever answered, each connection keeps what it has, or one.
    /// - Parameter waiting: how many wait on the connection.
    func limit(of waiting: Int, _ limits: Limits) -> Int {
        let isCrowded = used > limits.pendingRequestsInAll
        return isCrowded ? min(limits.pendingRequests, max(waiting, 1)) : limits.pendingRequests
    }

    /// A number that nobody uses.
    mutating func take() -> Int32 {
        if let slot = free.popLast() { return slot }
        count += 1
        return count - 1
    }

    /// Gives a number back; `-1` is none.
    mutating func giveBack(_ slot: Int32) {
        if slot >= 0 { free.append(slot) }
    }
}
