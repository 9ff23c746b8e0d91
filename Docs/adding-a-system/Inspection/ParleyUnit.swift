import Parley

/// What was read of one frame of Parley.
struct ParleyUnit: ~Copyable {
    /// The frame; `nil` when it could not be read.
    var frame: ParleyFrame?
    /// Who is logged in on the connection.
    var user: String?

    /// Forgets the last unit.
    mutating func reset() {
        frame = nil
        user = nil
    }
}

/// What is remembered of one connection of Parley.
struct ParleySession: Sendable {
    /// Who has logged in.
    var user: String?
    /// What waits for an answer.
    var requests = PendingRequests<UInt32>()
}
