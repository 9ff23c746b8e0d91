import FuzzInputs

/// A run of a target: the initial inputs first, then new inputs until the budget is used up.
package struct FuzzRun<Executor: FuzzExecutor> {
    /// The end of a run.
    package enum Budget: Sendable {
        /// After this number of new inputs.
        case runs(Int)
        /// After this number of seconds.
        case seconds(Double)
    }

    /// The settings of a run.
    package struct Options: Sendable {
        /// The seed of all random choices.
        package var seed: UInt64 = 1
        /// The end of the run.
        package var budget = Budget.runs(10_000)
        /// The number of different findings after which the run ends.
        package var findings = 8
        /// The maximum number of attempts to make a finding smaller.
        package var minimizing = 10_000
        /// The command of the adapter that is attacked; `nil` if the library is.
        package var adapter: String?
        /// Whether the user has interrupted the run, which then ends with the findings so far.
        package var isInterrupted: @Sendable () -> Bool = { false }

        /// Creates the default options.
        package init() {}
    }

    /// The result of a run.
    package typealias Outcome = FuzzOutcome

    private let target: any FuzzTarget
    private var engine: FuzzEngine<Executor>
    private let options: Options
    private var outcome: Outcome
    private var kinds: Set<String> = []

    /// Creates a run.
    package init(_ target: any FuzzTarget, _ executor: Executor, _ options: Options) {
        self.target = target
        self.options = options
        engine = FuzzEngine(executor, seed: options.seed)
        outcome = Outcome(target: target.name)
    }

    /// Runs until the budget is used up.
    ///
    /// - Parameters:
    ///   - beginnings: the initial inputs, each with the name of its file: regression cases, then a corpus.
    ///   - progress: called at intervals with the outcome so far.
    ///   - found: called for each new finding.
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

    /// Records a finding of a new kind, after minimizing its input as far as the budget allows.
    private mutating func take(
        _ violation: Violation,
        _ input: [UInt8],
        run: Int,
        file: String?,
        _ found: (FuzzFinding) -> Void
    ) {
        // A process that does not answer because of the interruption breaks nothing.
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
