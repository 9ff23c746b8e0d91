/// The speed of some work, and the estimated time for the rest.
struct Pace: Sendable {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    /// Starts the clock.
    init() { start = clock.now }

    /// The time since the start.
    var elapsed: Duration { clock.now - start }

    /// Returns rate and remaining time, such as `, 45.1 MB/s, 12 s left`; empty while the rate is unknown.
    ///
    /// - Parameters:
    ///   - done: the finished amount of work, in any unit.
    ///   - total: the total amount of work.
    ///   - amount: returns an amount in words.
    func words(done: Int, of total: Int, _ amount: (Int) -> String) -> String {
        let (seconds, attoseconds) = elapsed.components
        let time = Double(seconds) + Double(attoseconds) / 1e18
        guard time >= 0.2, done > 0 else { return "" }
        let rate = Double(done) / time
        let left = Double(max(0, total - done)) / rate
        return ", \(amount(Int(rate)))/s, \(Self.time(Int(left.rounded(.up)))) left"
    }

    /// Returns a time in words, such as `45 s`, `3 min 20 s` or `2 h 5 min`.
    private static func time(_ seconds: Int) -> String {
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
}
