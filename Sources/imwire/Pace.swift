/// How fast something goes, and how long the rest of it takes at that rate.
struct Pace: Sendable {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    /// Begins now.
    init() { start = clock.now }

    /// How long it has been going on.
    var elapsed: Duration { clock.now - start }

    /// `, 45.1 MB/s, 12 s left`; nothing before the rate can be told.
    ///
    /// - Parameters:
    ///   - done: how much is done, in any unit.
    ///   - total: how much there is to do.
    ///   - amount: puts an amount into words.
    func words(done: Int, of total: Int, _ amount: (Int) -> String) -> String {
        let (seconds, attoseconds) = elapsed.components
        let time = Double(seconds) + Double(attoseconds) / 1e18
        guard time >= 0.2, done > 0 else { return "" }
        let rate = Double(done) / time
        let left = Double(max(0, total - done)) / rate
        return ", \(amount(Int(rate)))/s, \(Self.time(Int(left.rounded(.up)))) left"
    }

    /// `45 s`, `3 min 20 s`, `2 h 5 min`.
    private static func time(_ seconds: Int) -> String {
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
}
