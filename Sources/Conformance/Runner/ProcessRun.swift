import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A run of cases through adapters that are child processes.
///
/// One thread asks the system which pipes are ready; adapters run beside each other, and a request is sent only when the
/// reply to the one before has come. A request's number depends on its case alone, so that what an adapter is asked does
/// not depend on how many adapters there are or which of them had to be started again.
struct ProcessRun {
    /// How long to wait for something that should have come together with a line, in seconds.
    static let pause = 0.1
    /// After so many doubts that came to nothing, no case is asked again to settle one.
    static let replayLimit = 3
    /// How long an adapter may take to end when its input is closed, in milliseconds.
    private static let farewell = 2000
    /// Milliseconds between the last reply and the last look at what the processes do.
    private static let lastLook: Int32 = 50

    let command: String
    let entries: [VectorSuite.Entry]
    let options: RunOptions
    private let progress: (RunProgress) -> Void
    let clock = ContinuousClock()

    /// What the adapter that started first said of itself.
    var greeting: AdapterGreeting?
    /// The results by case.
    private(set) var results: [CaseResult?]
    /// How often an adapter had to be started again.
    private(set) var restarts = 0
    /// What else is to be said.
    private(set) var notes: [String] = []

    /// What the processes print on standard error.
    let errors: AdapterErrors
    var workers: [AdapterWorker]
    /// Cases to be asked, the next one last.
    var waiting: [Int]
    private var done = 0
    /// Doubts that came to nothing.
    var replays = 0
    private var failed = 0
    /// Failures that count for ``RunOptions/maxFailures``.
    private var unexpected = 0
    /// Whether enough cases have failed.
    var isEnough: Bool { options.maxFailures.map { unexpected >= $0 } ?? false }
    /// How often cases were put to a process once more.
    var attempts: [Int: Int] = [:]
    /// Restarts since the last case that was answered.
    var restartsInRow = 0
    /// Why the run is broken off, as the end of a sentence that begins with "the adapter".
    private var breakage: String?

    /// The number of a case's first request.
    ///
    /// The next number is for its second one, and 1 is the handshake's.
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

    /// Gives a worker something to do.
    private mutating func advance(_ index: Int) throws(RunError) {
        switch workers[index].state {
        case .ended:
            // The others follow when the first one has shaken hands.
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
            try failStart(index, "can not be started: " + String(cString: strerror(error.number)))
        }
    }

    /// Notes that an adapter did not start.
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

    /// Ends a process that can not be trusted any more; another one takes its place when there is something to do.
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

    /// Gives the cases up that are still to be asked, so that an adapter in which nothing works cannot go on for ever.
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

    /// Makes the case fail that a process answered last; `false` when there is none.
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

    /// Counts a failure; with the last one that is wanted, the cases go that are still to be asked.
    private mutating func noteFailure(of index: Int) {
        failed += 1
        if !options.expectedFailures.contains(entries[index].vector.id) { unexpected += 1 }
        if isEnough { waiting = [] }
    }

    /// Makes the case fail that a worker is asked, and starts the process again.
    mutating func fail(_ index: Int, _ asking: AdapterWorker.Asking, _ name: String, _ text: String) {
        var result = CaseResult(entries[asking.index], .failed, failure: CaseFailure(name, "the adapter " + text))
        result.seconds = asking.earlier + (clock.now - asking.sent).seconds
        finish(result, of: asking.index)
        restart(index)
    }

    /// Makes all cases fail that have not been asked, but for those that the adapter never said it has.
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

    // MARK: Waiting

    /// Waits until a pipe is ready or a time limit is over, and does what follows.
    private mutating func wait() throws(RunError) {
        var descriptors = [pollfd(fd: options.interruption, events: Int16(POLLIN), revents: 0)]
        var next: Double?
        for worker in workers {
            var events: Int16 = 0
            if let deadline = worker.timeLeft(options, at: clock.now) {
                events = Int16(POLLIN) | (worker.process?.wantsToWrite == true ? Int16(POLLOUT) : 0)
                next = min(next ?? deadline, deadline)
            }
            let process = worker.process
            descriptors.append(pollfd(fd: events == 0 ? -1 : process?.output ?? -1, events: Int16(POLLIN), revents: 0))
            let isWriting = events & Int16(POLLOUT) != 0
            descriptors.append(pollfd(fd: isWriting ? process?.input ?? -1 : -1, events: Int16(POLLOUT), revents: 0))
            descriptors.append(pollfd(fd: process?.errorOutput ?? -1, events: Int16(POLLIN), revents: 0))
        }
        guard let next else { return }
        let milliseconds = Int32(max(0, min(next * 1000, 3_600_000)).rounded(.up))
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) >= 0 || errno == EINTR else {
            throw .notStarted("the system can not wait for the adapter: " + String(cString: strerror(errno)))
        }
        if descriptors[0].revents != 0 { throw .interrupted }
        for index in workers.indices {
            if descriptors[3 + 3 * index].revents != 0 { workers[index].process?.readErrors() }
            if descriptors[2 + 3 * index].revents != 0 { workers[index].process?.write() }
            if descriptors[1 + 3 * index].revents != 0 { try readable(index) }
            try checkTime(index)
        }
    }

    private mutating func checkTime(_ index: Int) throws(RunError) {
        guard let left = workers[index].timeLeft(options, at: clock.now), left <= 0,
            let process = workers[index].process
        else { return }
        if case .asking(let asking) = workers[index].state {
            var text = "did not answer within \(Self.shown(options.timeout)) s"
            if process.unread >= asking.count { text += " and did not read the request" }
            if !process.rest.isEmpty { text += "; it began a line: \(AdapterReply.excerpt(process.rest))" }
            fail(index, asking, CaseFailure.Class.hang, text)
        } else {
            try failStart(index, "did not answer the handshake within \(Self.shown(options.startTimeout)) s")
        }
    }

    static func shown(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }

    // MARK: The end

    /// Lets all processes end by themselves, and ends those that do not.
    private mutating func dismiss() {
        // What a process does right after its last reply needs a moment to be seen.
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
                // What it prints now answers nothing; but a full pipe would hold it up.
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
