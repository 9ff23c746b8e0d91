#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A run of cases through adapters that are child processes.
///
/// One thread polls the pipes of all adapters. Adapters run in parallel, but each gets its next request only after the
/// reply to the one before. A request's id depends only on its case, so the requests do not depend on the number of
/// adapters or on restarts.
struct ProcessRun {
    /// The time to wait for output that should have arrived together with a line, in seconds.
    static let pause = 0.1
    /// The number of fruitless replays after which no case is replayed any more.
    static let replayLimit = 3
    /// The time that an adapter may take to end after its input is closed, in milliseconds.
    private static let farewell = 2000
    /// The time in milliseconds between the last reply and the last check of the processes.
    private static let lastLook: Int32 = 50

    let command: String
    let entries: [VectorSuite.Entry]
    let options: RunOptions
    private let progress: (RunProgress) -> Void
    let clock = ContinuousClock()

    /// The greeting of the adapter that started first.
    var greeting: AdapterGreeting?
    /// The results by case.
    private(set) var results: [CaseResult?]
    /// The number of restarts.
    private(set) var restarts = 0
    /// Remarks about the run.
    private(set) var notes: [String] = []

    /// The sink of the processes' standard error.
    let errors: AdapterErrors
    var workers: [AdapterWorker]
    /// The indices of the cases to be asked, the next one last.
    var waiting: [Int]
    private var done = 0
    /// The number of fruitless replays.
    var replays = 0
    private var failed = 0
    /// The number of failures that count for ``RunOptions/maxFailures``.
    private var unexpected = 0
    /// Whether enough cases have failed.
    var isEnough: Bool { options.maxFailures.map { unexpected >= $0 } ?? false }
    /// The number of times that a case was asked, by its index; 1 if there is no entry.
    var attempts: [Int: Int] = [:]
    /// The number of restarts since the last answered case.
    var restartsInRow = 0
    /// The reason why the run was broken off, as the end of a sentence that begins with "the adapter".
    private var breakage: String?

    /// Returns the id of a case's first request.
    ///
    /// The following id is for the case's second request; 1 is the handshake's.
    static func requestId(of index: Int) -> Int { 2 * index + 2 }

    init(
        command: String,
        _ entries: [VectorSuite.Entry],
        options: RunOptions,
        progress: @escaping (RunProgress) -> Void
    ) {
        self.command = command
        self.entries = entries
        self.options = options
        self.progress = progress
        errors = AdapterErrors(limit: options.limits.errorBytes)
        results = Array(repeating: nil, count: entries.count)
        workers = Array(repeating: AdapterWorker(), count: max(1, min(options.jobs, max(1, entries.count))))
        waiting = entries.indices.reversed()
    }

    /// Runs all cases.
    mutating func run() throws(RunError) {
        defer {
            for index in workers.indices { workers[index].process?.kill() }
            errors.finish()
        }
        repeat {
            for index in workers.indices { try advance(index) }
            try wait()
        } while !isOver
        dismiss()
    }

    private var isOver: Bool {
        guard greeting != nil else { return false }
        return waiting.isEmpty
            && workers.allSatisfy { worker in
                if case .asking = worker.state { return false }
                return true
            }
    }

    // MARK: Steps

    /// Gives a worker its next task.
    private mutating func advance(_ index: Int) throws(RunError) {
        switch workers[index].state {
        case .ended:
            // The other workers start after the first one has completed the handshake.
            guard greeting != nil ? !waiting.isEmpty : index == 0 else { return }
            try start(index)
        case .idle: try ask(index)
        case .retired:
            if workers.allSatisfy({ if case .retired = $0.state { true } else { false } }) {
                giveUp("not asked: the adapter does not start any more")
            }
        case .greeting, .asking: break
        }
    }

    private mutating func start(_ index: Int) throws(RunError) {
        do {
            let process = try AdapterProcess(
                command: command,
                longestLine: options.limits.replyBytes,
                errors: errors
            )
            workers[index].process = process
            workers[index].last = nil
            workers[index].state = .greeting(since: clock.now)
            process.send(AdapterRequest.hello.line)
        } catch {
            try failStart(index, "cannot be started: " + String(cString: strerror(error.number)))
        }
    }

    /// Handles an adapter that did not start.
    mutating func failStart(_ index: Int, _ reason: String) throws(RunError) {
        workers[index].process?.kill()
        workers[index].process = nil
        guard greeting != nil else { throw .notStarted("the adapter " + reason) }
        workers[index].failedStarts += 1
        guard workers[index].failedStarts >= options.limits.starts else {
            workers[index].state = .ended
            return
        }
        workers[index].state = .retired
        notes.append("an adapter process did not start again: it \(reason)")
    }

    /// Kills a process that cannot be trusted any more; a new one is started when there is work.
    mutating func restart(_ index: Int) {
        workers[index].process?.kill()
        workers[index].process = nil
        workers[index].state = .ended
        restarts += 1
        restartsInRow += 1
        guard breakage == nil else { return }
        if restartsInRow >= options.limits.restartsInRow {
            breakOff("had to be started again \(restartsInRow) times in a row without answering a case")
        } else if restarts >= options.limits.restarts {
            breakOff("had to be started again \(restarts) times")
        }
    }

    /// Gives up all cases that were not asked, so that an adapter that never works cannot run forever.
    private mutating func breakOff(_ reason: String) {
        breakage = reason
        notes.append("the run was broken off: the adapter \(reason)")
        giveUp("not asked: the adapter \(reason)")
    }

    /// Sends the next case to an idle process.
    private mutating func ask(_ index: Int) throws(RunError) {
        guard let process = workers[index].process, let adapter = workers[index].greeting else { return }
        if let fault = process.unrest {
            guard blame(index, fault) else { return try failStart(index, fault.text) }
            return restart(index)
        }
        while let next = waiting.popLast() {
            let entry = entries[next]
            guard adapter.has(entry.vector.operation, entry.vector.input) else {
                finish(CaseResult(entry, .unsupported), of: next)
                continue
            }
            let judge = CaseJudge(entry, firstRequest: Self.requestId(of: next))
            let line = judge.request.line
            workers[index].state = .asking(
                AdapterWorker.Asking(
                    index: next,
                    judge: judge,
                    request: judge.request,
                    count: line.count,
                    sent: clock.now
                )
            )
            process.send(line)
            return
        }
    }

    /// Fails the case that a process answered last; returns `false` if there is none.
    mutating func blame(_ index: Int, _ fault: CaseFailure) -> Bool {
        guard let last = workers[index].last else { return false }
        if let result = results[last], result.status != .failed {
            results[last]?.status = .failed
            results[last]?.failure = CaseFailure(fault.name, "the adapter " + fault.text)
            noteFailure(of: last)
        }
        return true
    }

    mutating func finish(_ result: CaseResult, of index: Int) {
        results[index] = result
        done += 1
        if result.status == .failed { noteFailure(of: index) }
        progress(RunProgress(done: done, total: entries.count, failed: failed))
    }

    /// Counts a failure; if there are enough failures, drops the cases that were not asked.
    private mutating func noteFailure(of index: Int) {
        failed += 1
        if !options.expectedFailures.contains(entries[index].vector.id) { unexpected += 1 }
        if isEnough { waiting = [] }
    }

    /// Fails the current case of a worker, and restarts the process.
    mutating func fail(_ index: Int, _ asking: AdapterWorker.Asking, _ name: String, _ text: String) {
        var result = CaseResult(entries[asking.index], .failed, failure: CaseFailure(name, "the adapter " + text))
        result.seconds = asking.earlier + (clock.now - asking.sent).seconds
        finish(result, of: asking.index)
        restart(index)
    }

    /// Fails all cases that were not asked, except those that the adapter does not support.
    private mutating func giveUp(_ reason: String) {
        while let next = waiting.popLast() {
            let vector = entries[next].vector
            guard greeting?.has(vector.operation, vector.input) ?? true else {
                finish(CaseResult(entries[next], .unsupported), of: next)
                continue
            }
            let failure = CaseFailure(CaseFailure.Class.crash, reason)
            finish(CaseResult(entries[next], .failed, failure: failure), of: next)
        }
    }

    // MARK: The end

    /// Waits for all processes to end, and kills those that do not.
    private mutating func dismiss() {
        // Output right after the last reply takes a moment to arrive.
        _ = poll(nil, 0, Self.lastLook)
        for index in workers.indices {
            guard let process = workers[index].process else { continue }
            if case .idle = workers[index].state, let fault = process.unrest, blame(index, fault) {
                process.kill()
                workers[index].process = nil
            }
            process.closeInput()
        }
        let start = clock.now
        for index in workers.indices {
            guard let process = workers[index].process else { continue }
            while process.ended(within: 0) == nil {
                // This output is no answer, but a full pipe would block the process.
                _ = process.read()
                process.readErrors()
                while process.nextLine() != nil {}
                guard (clock.now - start).seconds * 1000 < Double(Self.farewell), !process.isTooLong else {
                    notes.append("the adapter does not end when its standard input is closed")
                    break
                }
                _ = poll(nil, 0, 2)
            }
            process.kill()
        }
    }
}
