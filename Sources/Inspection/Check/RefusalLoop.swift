import WireFormat

/// Counts how often somebody is refused in a row, for rules about trying the same again and again.
struct RefusalLoop: Sendable {
    /// Refusals in a row that make a loop.
    static let length = 3

    private var seen: [(number: Int, time: Int64)] = []
    private var isSaid = false

    /// Forgets the refusals, which the success that ends their row makes harmless; a loop is said once all the same.
    mutating func succeed() { seen = [] }

    /// Takes a refusal in.
    ///
    /// - Returns: the events that show a loop, this one first, when it is one now and was not before.
    mutating func add(_ number: Int, at time: Int64, _ limits: CheckLimits) -> [Int]? {
        seen.removeAll { time.subtractingSaturated($0.time) > CheckTimes.retry }
        if seen.count < limits.evidence { seen.append((number, time)) }
        guard seen.count >= Self.length, !isSaid else { return nil }
        isSaid = true
        return [number] + seen.dropLast().map(\.number)
    }
}
