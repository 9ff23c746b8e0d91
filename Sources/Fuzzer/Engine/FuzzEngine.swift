import FuzzInputs

/// Runs a target on one changed input after the other.
///
/// What run number n does depends on the seed, on n and on the inputs kept before: with the same seed and the same
/// beginnings it does the same again.
package struct FuzzEngine<Executor: FuzzExecutor> {
    /// Runs the inputs.
    package var executor: Executor
    /// From which all chance comes.
    package let seed: UInt64
    /// What is worth changing.
    package private(set) var corpus = Corpus()
    /// The number of the last run.
    package private(set) var runs = 0

    /// Makes a fuzzer without any input.
    package init(_ executor: Executor, seed: UInt64) {
        self.executor = executor
        self.seed = seed
    }

    /// Runs an input that was there before; one that breaks nothing may be changed later.
    package mutating func begin(with input: [UInt8]) -> Violation? {
        let outcome = executor.run(input)
        if outcome.violation == nil, corpus.offer(input, outcome.features) { corpus.endBeginnings() }
        return outcome.violation
    }

    /// Runs the next new input; answers it, what it broke, and whether it was kept.
    package mutating func step() -> (input: [UInt8], violation: Violation?, isKept: Bool) {
        runs += 1
        // Which inputs are changed is drawn apart from how they are changed.
        var random = FuzzRandom(seed: ~seed, run: runs)
        let input = corpus.choose(&random)
        let other = corpus.choose(&random)
        let (changed, outcome) = executor.mutate(input, other: other, seed: seed, run: runs)
        guard outcome.violation == nil else { return (changed, outcome.violation, false) }
        return (changed, nil, corpus.offer(changed, outcome.features))
    }
}
