import WireFormat

/// How often each value came, exactly while there are few different ones, in steps that double when there are more.
///
/// What comes out does not depend on how the values were shared among several and merged.
struct Distribution: Sendable {
    private var counts: [Int64: Int] = [:]
    /// Bits that are left out of the values.
    private(set) var shift: Int64 = 0
    private(set) var count = 0
    private let limit: Int

    /// - Parameter limit: different values that are kept apart.
    init(limit: Int) { self.limit = limit }

    /// Counts a value.
    mutating func add(_ value: Int64, times: Int = 1) {
        count += times
        counts[value >> shift, default: 0] += times
        while counts.count > limit { coarsen() }
    }

    /// Takes in what another one has.
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

    /// The values that came, smallest first, with how often.
    var sorted: [(value: Int64, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key << shift, $0.value) }
    }

    /// The smallest values that so many hundredths of all are not above (nearest rank), for each percentage.
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
