import Reporting

/// The result of one adapter's run.
package struct AdapterRun: Sendable {
    /// The version of the suite.
    package var suite: String
    /// The files or folders whose cases were run, as named on the command line; empty for the built-in ones.
    package var vectors: [String] = []
    /// The adapter as named on the command line.
    package var adapter: String
    /// The adapter's description of itself.
    package var greeting: AdapterGreeting
    /// The results, in the order of the cases.
    package var results: [CaseResult]
    /// The number of restarts of the adapter.
    package var restarts = 0
    /// Remarks about the adapter, in sentences without their ends.
    package var notes: [String] = []
    /// The outdated entries in the list of expected failures.
    package var staleness: [Staleness] = []

    /// Returns the number of cases with a status.
    package func count(_ status: CaseResult.Status) -> Int { results.count { $0.status == status } }

    /// Whether a case passed or failed as expected, none failed otherwise, and the expected failures are up to date.
    package var isGreen: Bool { count(.failed) == 0 && staleness.isEmpty && emptiness == nil }

    /// The reason why a run without failures proves nothing; `nil` if it proves something.
    package var emptiness: String? {
        // A known failure that still occurs proves something too: that the list is right.
        guard count(.passed) == 0, count(.failed) == 0, count(.expectedFailure) == 0 else { return nil }
        if results.isEmpty { return "no case was run" }
        return "no case passed: \(count(.unsupported)) of \(results.count) are not supported by the adapter"
    }

    /// Runs cases through an adapter.
    ///
    /// - Parameters:
    ///   - suite: the version of the suite.
    ///   - entries: the cases.
    ///   - adapter: the adapter.
    ///   - options: the options of the run.
    ///   - progress: called after each case.
    package init(
        suite: String,
        _ entries: [VectorSuite.Entry],
        adapter: AdapterChoice,
        options: RunOptions = RunOptions(),
        progress: @escaping (RunProgress) -> Void = { _ in }
    ) throws(RunError) {
        self.suite = suite
        self.adapter = adapter.text
        switch adapter {
        case .library(let version):
            let library = LibraryAdapter(version: version)
            greeting = library.greeting
            results = Self.results(of: library, entries, options, progress)
        case .command(let command):
            var run = ProcessRun(command: command, entries, options: options, progress: progress)
            try run.run()
            greeting = run.greeting ?? AdapterGreeting(sdk: command, version: "", operations: nil)
            results = run.results.compactMap { $0 }
            restarts = run.restarts
            notes = run.notes
        }
        let left = entries.count - results.count
        if left > 0 {
            let failures = options.maxFailures.map { Count.of("failure", $0) } ?? "a failure"
            notes.append("the run was ended after \(failures): \(left) of \(entries.count) cases were not run")
        }
    }

    private static func results(
        of library: LibraryAdapter,
        _ entries: [VectorSuite.Entry],
        _ options: RunOptions,
        _ progress: (RunProgress) -> Void
    ) -> [CaseResult] {
        var results: [CaseResult] = []
        var failed = 0
        var unexpected = 0
        let clock = ContinuousClock()
        for (index, entry) in entries.enumerated() {
            let judge = CaseJudge(entry, firstRequest: ProcessRun.requestId(of: index))
            let start = clock.now
            var step = CaseJudge.Step.ask(judge.request)
            while case .ask(let request) = step {
                step = judge.judge(library.reply(to: request), to: request, of: library.greeting)
            }
            guard case .done(var result) = step else { continue }
            result.seconds = (clock.now - start).seconds
            if result.status == .failed {
                failed += 1
                if !options.expectedFailures.contains(entry.vector.id) { unexpected += 1 }
            }
            results.append(result)
            progress(RunProgress(done: index + 1, total: entries.count, failed: failed))
            if let most = options.maxFailures, unexpected >= most { break }
        }
        return results
    }
}
