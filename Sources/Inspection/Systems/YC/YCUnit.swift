import YC

/// The decoded parts of one answer of YC.
struct YCUnit: ~Copyable {
    /// The answer; `nil` if it could not be read.
    var reply: YCReply?

    /// Forgets the last unit.
    mutating func reset() { reply = nil }
}

/// The state of one YC connection, which is empty: the one description has none.
struct YCSession: Sendable {}
