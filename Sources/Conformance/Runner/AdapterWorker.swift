/// One of the adapter processes of a run, with its current task.
struct AdapterWorker {
    /// A case that waits for a reply.
    struct Asking {
        /// The index of the case.
        var index: Int
        var judge: CaseJudge
        var request: AdapterRequest
        /// The number of bytes in the request.
        var count: Int
        var sent: ContinuousClock.Instant
        /// The duration of earlier requests of the case, in seconds.
        var earlier = 0.0
    }

    /// The state of the process.
    enum State {
        /// No process.
        case ended
        /// The answer to `hello` is awaited.
        case greeting(since: ContinuousClock.Instant)
        /// The process is ready for a case.
        case idle
        /// A reply is awaited.
        case asking(Asking)
        /// The process failed to start too often.
        case retired
    }

    var process: AdapterProcess?
    var state = State.ended
    /// The greeting of the process.
    var greeting: AdapterGreeting?
    /// The index of the case that the process answered last.
    var last: Int?
    /// The number of failed starts in a row.
    var failedStarts = 0

    /// Returns the seconds until the time limit; `nil` if nothing is awaited.
    func timeLeft(_ options: RunOptions, at now: ContinuousClock.Instant) -> Double? {
        switch state {
        case .greeting(let since): options.startTimeout - (now - since).seconds
        case .asking(let asking): options.timeout - (now - asking.sent).seconds
        case .ended, .idle, .retired: nil
        }
    }
}
