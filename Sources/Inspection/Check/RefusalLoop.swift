import WireFormat

/// Counts refusals in a row, for rules about repeating the same attempt again and again.
struct RefusalLoop: Sendable {
    /// The number of refusals in a row that make a loop.
    static let length = 3

    private var seen: [(number: Int, time: Int64)] = []
    private var isSaid = false

    /// Forgets the refusals, because a success ends their row; a loop is still reported only once.
    mutating func succeed() { seen = [] }

    /// Adds a refusal.
    ///
    /// - Returns: the events that show a loop, this event first; `nil` if there is no loop or it was reported before.
    mutating func add(_ number: Int, at time: Int64, _ limits: CheckLimits) -> [Int]? {
        seen.removeAll { time.subtractingSaturated($0.time) > CheckTimes.retry }
        if seen.count < limits.evidence { seen.append((number, time)) }
        guard seen.count >= Self.length, !isSaid else { return nil }
        isSaid = true
        return [number] + seen.dropLast().map(\.number)
    }
}
