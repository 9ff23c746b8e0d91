/// The frequency of each value: exact while there are few different values, then in steps that double.
///
/// The result does not depend on how the values were divided among several distributions that were merged.
struct Distribution: Sendable {
    private var counts: [Int64: Int] = [:]
    /// The number of low bits left out of the values.
    private(set) var shift: Int64 = 0
    private(set) var count = 0
    private let limit: Int

    /// - Parameter limit: the number of different values kept apart.
    init(limit: Int) { self.limit = limit }

    mutating func add(_ value: Int64, times: Int = 1) {
        count += times
        counts[value >> shift, default: 0] += times
        while counts.count > limit { coarsen() }
    }

    /// Merges another distribution.
    mutating func merge(_ other: Distribution) {
        while shift < other.shift { coarsen() }
        for (key, times) in other.counts { counts[key >> (shift - other.shift), default: 0] += times }
        count += other.count
        while counts.count > limit { coarsen() }
    }

    private mutating func coarsen() {
        shift += 1
        var wider: [Int64: Int] = [:]
        for (key, times) in counts { wider[key >> 1, default: 0] += times }
        counts = wider
    }

    /// The values with their counts, smallest value first.
    var sorted: [(value: Int64, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key << shift, $0.value) }
    }

    /// Returns the value at each percentage of the distribution (nearest rank).
    func percentiles(_ percentages: [Int]) -> [Int64] {
        let sorted = sorted
        return percentages.map { percentage in
            let rank = max(1, (count * percentage + 99) / 100)
            var seen = 0
            for entry in sorted {
                seen += entry.count
                if seen >= rank { return entry.value }
            }
            return sorted.last?.value ?? 0
        }
    }
}
