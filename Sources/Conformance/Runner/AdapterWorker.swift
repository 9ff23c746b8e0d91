/// One of the adapter processes of a run, and what is awaited of it.
struct AdapterWorker {
    /// A case that waits for a reply.
    struct Asking {
        /// The case.
        var index: Int
        var judge: CaseJudge
        var request: AdapterRequest
        /// Bytes of the request.
        var count: Int
        var sent: ContinuousClock.Instant
        /// Time that earlier requests of the case took, in seconds.
        var earlier = 0.0
    }

    /// What the process is doing.
    enum State {
        /// No process.
        case ended
        /// The answer to `hello` is awaited.
        case greeting(since: ContinuousClock.Instant)
        /// A case can be asked.
        case idle
        /// A reply is awaited.
        case asking(Asking)
        /// The process failed to start too often.
        case retired
    }

    var process: AdapterProcess?
    var state = State.ended
    /// What the process said of itself.
    var greeting: AdapterGreeting?
    /// The case that the process answered last.
    var last: Int?
    /// Starts that failed one after the other.
    var failedStarts = 0

    /// Seconds until the time limit; `nil` while nothing is awaited.
    func timeLeft(_ options: RunOptions, at now: ContinuousClock.Instant) -> Double? {
        switch state {
        case .greeting(let since): options.startTimeout - (now - since).seconds
        case .asking(let asking): options.timeout - (now - asking.sent).seconds
        case .ended, .idle, .retired: nil
        }
    }
}
