package import FuzzInputs

/// Runs inputs through a target: in this process, or in another process that an input may kill.
package protocol FuzzExecutor {
    /// Runs one input.
    mutating func run(_ input: [UInt8]) -> RunOutcome

    /// Runs one input with a shorter time limit.
    ///
    /// - Parameter milliseconds: the limit of processor time; at most the executor's own limit for an input.
    mutating func run(_ input: [UInt8], milliseconds: Int) -> RunOutcome

    /// Creates a new input from two others, and runs it.
    ///
    /// - Parameters:
    ///   - seed: the seed of all random choices, together with the number of the run.
    ///   - run: the number of the run.
    mutating func mutate(_ input: [UInt8], other: [UInt8], seed: UInt64, run: Int) -> (
        input: [UInt8], outcome: RunOutcome
    )

    /// Returns the parts of an input, as its target sees them.
    mutating func shape(of input: [UInt8]) -> Shape?
}

extension FuzzExecutor {
    /// Runs one input with the executor's own time limit.
    package mutating func run(_ input: [UInt8], milliseconds: Int) -> RunOutcome { run(input) }
}

/// The result of running one input.
package struct RunOutcome: Sendable {
    /// The features that the input reached.
    package var features = Features()
    /// The oracle that the input broke; `nil` if it broke none.
    package var violation: Violation?

    /// Creates an outcome.
    package init(features: Features = Features(), violation: Violation? = nil) {
        self.features = features
        self.violation = violation
    }
}

/// Runs inputs in this process: for targets that cannot kill it, and within the process that an input may kill.
package struct InProcessExecutor: FuzzExecutor {
    private let target: any FuzzTarget
    private let mutator: Mutator

    /// Creates an executor of a target.
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

    /// Creates a new input from two others.
    package func mutated(_ input: [UInt8], other: [UInt8], seed: UInt64, run: Int) -> [UInt8] {
        var random = FuzzRandom(seed: seed, run: run)
        return mutator.mutate(input, other: other, &random)
    }

    /// Creates a new input from two others, and runs it.
    package func mutate(_ input: [UInt8], other: [UInt8], seed: UInt64, run: Int) -> (
        input: [UInt8], outcome: RunOutcome
    ) {
        let input = mutated(input, other: other, seed: seed, run: run)
        return (input, self.run(input))
    }

    /// Returns the parts of an input.
    package func shape(of input: [UInt8]) -> Shape? { target.shape(of: input) }
}
