import FuzzInputs

/// Runs a target on changed inputs, one after another.
///
/// A run depends only on the seed, its number and the inputs kept before, so the same seed and the same initial inputs
/// give the same runs.
package struct FuzzEngine<Executor: FuzzExecutor> {
    /// The executor of the inputs.
    package var executor: Executor
    /// The seed of all random choices.
    package let seed: UInt64
    /// The inputs that are worth changing.
    package private(set) var corpus = Corpus()
    /// The number of the last run.
    package private(set) var runs = 0

    /// Creates a fuzzer without any input.
    package init(_ executor: Executor, seed: UInt64) {
        self.executor = executor
        self.seed = seed
    }

    /// Runs an initial input, and keeps it for later changes unless it breaks an oracle.
    package mutating func begin(with input: [UInt8]) -> Violation? {
        let outcome = executor.run(input)
        if outcome.violation == nil, corpus.offer(input, outcome.features) { corpus.endBeginnings() }
        return outcome.violation
    }

    /// Runs the next new input; returns the input, its violation, and whether it was kept.
    package mutating func step() -> (input: [UInt8], violation: Violation?, isKept: Bool) {
        runs += 1
        // The choice of inputs has a random generator of its own, apart from the changes.
        var random = FuzzRandom(seed: ~seed, run: runs)
        let input = corpus.choose(&random)
        let other = corpus.choose(&random)
        let (changed, outcome) = executor.mutate(input, other: other, seed: seed, run: runs)
        guard outcome.violation == nil else { return (changed, outcome.violation, false) }
        return (changed, nil, corpus.offer(changed, outcome.features))
    }
}
