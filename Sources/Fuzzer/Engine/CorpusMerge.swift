/// Reduces many inputs to a few that reach the same features.
package enum CorpusMerge {
    /// Returns the order of inputs: by length, then by bytes.
    private static func isBefore(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }

    /// Returns the inputs that reach a feature that no earlier one reaches, and the inputs that break an oracle.
    package static func merge<Executor: FuzzExecutor>(
        _ inputs: [[UInt8]],
        _ executor: inout Executor
    ) -> (kept: [[UInt8]], failing: [[UInt8]], features: Int) {
        var corpus = Corpus()
        var failing: [[UInt8]] = []
        for input in inputs.sorted(by: Self.isBefore) {
            let outcome = executor.run(input)
            if outcome.violation == nil { corpus.offer(input, outcome.features) } else { failing.append(input) }
        }
        return (corpus.entries.map(\.bytes), failing, corpus.featureCount)
    }
}
