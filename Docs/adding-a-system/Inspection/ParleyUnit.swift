import Parley

/// The decoded parts of one frame of Parley.
struct ParleyUnit: ~Copyable {
    /// The frame; `nil` if it could not be read.
    var frame: ParleyFrame?
    /// The user who is logged in on the connection.
    var user: String?

    /// Forgets the last unit.
    mutating func reset() {
        frame = nil
        user = nil
    }
}

/// The state of one connection of Parley.
struct ParleySession: Sendable {
    /// The user who has logged in.
    var user: String?
    /// The requests that wait for an answer.
    var requests = PendingRequests<UInt32>()
}
