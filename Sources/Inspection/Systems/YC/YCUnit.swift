import YC

/// What was read of one answer of YC.
struct YCUnit: ~Copyable {
    /// The answer; `nil` when it could not be read.
    var reply: YCReply?

    /// Forgets the last unit.
    mutating func reset() { reply = nil }
}

/// What is remembered of one YC connection: nothing that the one description tells.
struct YCSession: Sendable {}
