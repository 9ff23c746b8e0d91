/// The waiting heartbeats of a plan: at most eight, and the oldest one is answered first.
///
/// A heartbeat that has waited for more than 15 s, the shortest interval of any SDK, is skipped if a later one waits.
struct PlannedPings<Request: Sendable>: Sendable {
    private var waiting: [Request] = []

    mutating func add(_ request: Request) { waiting = waiting.suffix(7) + [request] }

    /// Removes and returns the heartbeat that is answered now.
    ///
    /// - Parameter time: the path of the time at which a heartbeat was sent, in microseconds.
    mutating func answer(at now: UInt64, _ time: KeyPath<Request, UInt64>) -> Request? {
        while waiting.count > 1, now > waiting[0][keyPath: time] + 15_000_000 { waiting.removeFirst() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
