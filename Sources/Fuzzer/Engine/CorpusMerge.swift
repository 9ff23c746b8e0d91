/// Keeps the fewest inputs that reach everything that many reach.
package enum CorpusMerge {
    /// Shorter ones first, else by their bytes.
    private static func isBefore(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }

    /// The inputs that reach something that no shorter one reaches, and those that break something.
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
