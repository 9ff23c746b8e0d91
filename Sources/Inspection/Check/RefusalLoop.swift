import WireFormat

/// Counts refusals in a row, for rules about repeating the same attempt again and again.
struct RefusalLoop: Sendable {
    /// The number of refusals in a row that make a loop.
    static let length = 3

    /// The packets of an attempt.
    struct Attempt: Sendable {
        /// The first packet of the opening.
        var opening: Int
        /// The last packet of the refusal.
        var refusal: Int
    }

    private var seen: [(number: Int, time: Int64)] = []
    /// The packet of the latest refusal.
    private var latest = Int.min
    /// The fingerprint of what the client of the latest refusal identified itself with.
    private var proof: UInt64?
    private var isSaid = false

    /// Forgets the refusals, because a success ends their row; a loop is still reported only once.
    mutating func succeed() { seen = [] }

    /// Adds a refusal.
    ///
    /// An attempt that began before the latest refusal repeats nothing: it was made at the same time, or it is the same
    /// one, captured on both sides of an address translation.
    ///
    /// - Parameter proof: the fingerprint of the token or signature that was refused, because another one begins another
    ///   row; `nil` if the refusal does not depend on it.
    /// - Returns: the events that show a loop, this event first; `nil` if there is no loop or it was reported before.
    mutating func add(
        _ number: Int,
        _ attempt: Attempt,
        proof: UInt64? = nil,
        at time: Int64,
        _ limits: CheckLimits
    ) -> [Int]? {
        guard attempt.opening > latest else { return nil }
        latest = attempt.refusal
        if let proof, proof != self.proof {
            self.proof = proof
            seen = []
        }
        seen.removeAll { time.subtractingSaturated($0.time) > CheckTimes.retry }
        if seen.count < limits.evidence { seen.append((number, time)) }
        guard seen.count >= Self.length, !isSaid else { return nil }
        isSaid = true
        return [number] + seen.dropLast().map(\.number)
    }
}
