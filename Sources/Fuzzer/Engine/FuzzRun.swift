import FuzzInputs

/// A run of a target: what was there before first, then new inputs until the budget is used up.
package struct FuzzRun<Executor: FuzzExecutor> {
    /// When a run ends.
    package enum Budget: Sendable {
        /// After so many new inputs.
        case runs(Int)
        /// When so many seconds have passed.
        case seconds(Double)
    }

    /// How a run goes.
    package struct Options: Sendable {
        /// From which all chance comes.
        package var seed: UInt64 = 1
        /// When it ends.
        package var budget = Budget.runs(10_000)
        /// It ends when so many different findings were made.
        package var findings = 8
        /// Attempts at making a finding smaller.
        package var minimizing = 10_000
        /// The command of the adapter that is attacked; `nil` where it is the library.
        package var adapter: String?
        /// Whether the user wants no more: the run ends with what was found so far.
        package var isInterrupted: @Sendable () -> Bool = { false }

        /// The usual options.
        package init() {}
    }

    /// What came of a run.
    package typealias Outcome = FuzzOutcome

    private let target: any FuzzTarget
    private var engine: FuzzEngine<Executor>
    private let options: Options
    private var outcome: Outcome
    private var kinds: Set<String> = []

    /// Makes a run.
    package init(_ target: any FuzzTarget, _ executor: Executor, _ options: Options) {
        self.target = target
        self.options = options
        engine = FuzzEngine(executor, seed: options.seed)
        outcome = Outcome(target: target.name)
    }

    /// Runs to the end of the budget.
    ///
    /// - Parameters:
    ///   - beginnings: inputs that were there before, each with the name of its file: regression cases, then a corpus.
    ///   - progress: called now and then with the number of runs.
    ///   - found: called for each finding as it is made.
    package mutating func run(
        _ beginnings: [(name: String, bytes: [UInt8])],
        progress: (Outcome) -> Void = { _ in },
        found: (FuzzFinding) -> Void = { _ in }
    ) -> Outcome {
        for (name, bytes) in beginnings {
            guard goesOn else { break }
            outcome.beginnings += 1
            if let violation = engine.begin(with: bytes) { take(violation, bytes, run: 0, file: name, found) }
        }
        var random = FuzzRandom(seed: options.seed)
        for seed in target.seeds(&random) {
            guard goesOn else { break }
            outcome.beginnings += 1
            let bytes = Array(seed.prefix(target.maximumLength))
            if let violation = engine.begin(with: bytes) { take(violation, bytes, run: 0, file: nil, found) }
        }
        let clock = ContinuousClock()
        let start = clock.now
        var spent = Duration.zero
        while goesOn, !isOver(spent) {
            let (input, violation, _) = engine.step()
            outcome.runs += 1
            if let violation { take(violation, input, run: outcome.runs, file: nil, found) }
            if outcome.runs & 63 == 0 || violation != nil {
                spent = clock.now - start
                outcome.kept = engine.corpus.entries.count
                outcome.features = engine.corpus.featureCount
                outcome.seconds = spent / .seconds(1)
                progress(outcome)
            }
        }
        outcome.kept = engine.corpus.entries.count
        outcome.features = engine.corpus.featureCount
        outcome.corpus = engine.corpus.entries.map(\.bytes)
        outcome.seconds = (clock.now - start) / .seconds(1)
        return outcome
    }

    private var goesOn: Bool { outcome.findings.count < options.findings && !options.isInterrupted() }

    private func isOver(_ spent: Duration) -> Bool {
        switch options.budget {
        case .runs(let count): outcome.runs >= count
        case .seconds(let seconds): spent / .seconds(1) >= seconds
        }
    }

    /// Notes a finding that is not like one that was made before, made small as far as there is time.
    private mutating func take(
        _ violation: Violation,
        _ input: [UInt8],
        run: Int,
        file: String?,
        _ found: (FuzzFinding) -> Void
    ) {
        // What does not answer because of the interruption breaks nothing.
        guard !options.isInterrupted(), kinds.insert(violation.kind).inserted else { return }
        var minimizer = Minimizer(engine.executor, violation, budget: options.minimizing)
        minimizer.isInterrupted = options.isInterrupted
        let smallest = file == nil ? minimizer.minimize(input) : input
        var text = violation
        if smallest != input, let violation = engine.executor.run(smallest).violation, !options.isInterrupted() {
            text = violation
        }
        let finding = FuzzFinding(
            target: target.name,
            violation: text,
            input: smallest,
            originalCount: input.count,
            seed: options.seed,
            run: run,
            file: file,
            adapter: options.adapter
        )
        outcome.findings.append(finding)
        found(finding)
    }
}
