import Reporting

/// What came of a run.
package struct FuzzOutcome: Sendable {
    /// The target's name.
    package var target: String
    /// New inputs that were run.
    package var runs = 0
    /// Inputs that were there before.
    package var beginnings = 0
    /// Inputs in the corpus.
    package var kept = 0
    /// Features reached.
    package var features = 0
    /// What was found, in that order.
    package var findings: [FuzzFinding] = []
    /// The corpus.
    package var corpus: [[UInt8]] = []
    /// Seconds that the new inputs took.
    package var seconds = 0.0

    /// Nothing was run yet.
    package init(target: String) { self.target = target }

    /// One line, the same for the same seed and number of runs.
    package var line: String {
        "\(target): \(Count.of("run", runs)) from \(Count.of("input", beginnings)), \(kept) kept, "
            + "\(Count.of("feature", features)), \(Count.of("finding", findings.count))"
    }
}
