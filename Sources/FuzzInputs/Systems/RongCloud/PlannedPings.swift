/// The heartbeats of a plan that wait for their answer: eight of them, the oldest of which is answered first.
///
/// One that has waited for more than 15 s, the shortest pause of any SDK, is passed over where a later one waits.
struct PlannedPings<Request: Sendable>: Sendable {
    private var waiting: [Request] = []

    mutating func add(_ request: Request) { waiting = waiting.suffix(7) + [request] }

    /// Takes out the one that is answered now.
    ///
    /// - Parameter time: when each was sent, in microseconds.
    mutating func answer(at now: UInt64, _ time: KeyPath<Request, UInt64>) -> Request? {
        while waiting.count > 1, now > waiting[0][keyPath: time] + 15_000_000 { waiting.removeFirst() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
