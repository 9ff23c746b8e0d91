import Reporting

/// The result of a run of a target.
package struct FuzzOutcome: Sendable {
    /// The target's name.
    package var target: String
    /// The number of new inputs that were run.
    package var runs = 0
    /// The number of initial inputs.
    package var beginnings = 0
    /// The number of inputs in the corpus.
    package var kept = 0
    /// The number of features that were reached.
    package var features = 0
    /// The findings in order.
    package var findings: [FuzzFinding] = []
    /// The corpus.
    package var corpus: [[UInt8]] = []
    /// The seconds that the new inputs took.
    package var seconds = 0.0

    /// Creates the outcome before the first input.
    package init(target: String) { self.target = target }

    /// A summary in one line, equal for the same seed and number of runs.
    package var line: String {
        "\(target): \(Count.of("run", runs)) from \(Count.of("input", beginnings)), \(kept) kept, "
            + "\(Count.of("feature", features)), \(Count.of("finding", findings.count))"
    }
}
