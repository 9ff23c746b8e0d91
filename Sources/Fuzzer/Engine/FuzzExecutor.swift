package import FuzzInputs

/// Runs inputs through a target: in this process, or in another one that may die of them.
package protocol FuzzExecutor {
    /// Runs one input.
    mutating func run(_ input: [UInt8]) -> RunOutcome

    /// Runs one input that may take less time than others.
    ///
    /// - Parameter milliseconds: of processor time; no more than the executor allows any input.
    mutating func run(_ input: [UInt8], milliseconds: Int) -> RunOutcome

    /// Makes a new input of two others and runs it.
    ///
    /// - Parameters:
    ///   - seed: from which, with the number of the run, all chance comes.
    ///   - run: the number of the run.
    mutating func mutate(_ input: [UInt8], other: [UInt8], seed: UInt64, run: Int) -> (
        input: [UInt8], outcome: RunOutcome
    )

    /// The input taken apart by its target.
    mutating func shape(of input: [UInt8]) -> Shape?
}

extension FuzzExecutor {
    /// Runs one input without a time of its own.
    package mutating func run(_ input: [UInt8], milliseconds: Int) -> RunOutcome { run(input) }
}

/// What came of a run.
package struct RunOutcome: Sendable {
    /// What it reached.
    package var features = Features()
    /// What it broke; `nil` when all is well.
    package var violation: Violation?

    /// Makes an outcome.
    package init(features: Features = Features(), violation: Violation? = nil) {
        self.features = features
        self.violation = violation
    }
}

/// Runs inputs in this process: for targets that are known not to kill it, and inside the process that may die.
package struct InProcessExecutor: FuzzExecutor {
    private let target: any FuzzTarget
    private let mutator: Mutator

    /// Makes an executor of a target.
    package init(_ target: any FuzzTarget) {
        self.target = target
        mutator = Mutator(target)
    }

    /// Runs one input.
    package func run(_ input: [UInt8]) -> RunOutcome {
        var outcome = RunOutcome()
        do throws(Violation) {
            try target.run(input, &outcome.features)
        } catch {
            outcome.violation = error
        }
        return outcome
    }

    /// Makes a new input of two others.
    package func mutated(_ input: [UInt8], other: [UInt8], seed: UInt64, run: Int) -> [UInt8] {
        var random = FuzzRandom(seed: seed, run: run)
        return mutator.mutate(input, other: other, &random)
    }

    /// Makes a new input of two others and runs it.
    package func mutate(_ input: [UInt8], other: [UInt8], seed: UInt64, run: Int) -> (
        input: [UInt8], outcome: RunOutcome
    ) {
        let input = mutated(input, other: other, seed: seed, run: run)
        return (input, self.run(input))
    }

    /// The input taken apart.
    package func shape(of input: [UInt8]) -> Shape? { target.shape(of: input) }
}
