/// The number of insertions, deletions, replacements and swaps of neighbours that turn one text into another.
package enum EditDistance {
    /// Returns the distance, or a number above `limit` if the distance exceeds `limit`.
    package static func between(_ one: [UInt8], _ other: [UInt8], limit: Int) -> Int {
        guard abs(one.count - other.count) <= limit else { return limit + 1 }
        guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
        var beforeLast = [Int](repeating: 0, count: other.count + 1)
        var last = Array(0...other.count)
        for row in 1...one.count {
            var current = [row] + [Int](repeating: 0, count: other.count)
            var least = row
            for column in 1...other.count {
                let cost = one[row - 1] == other[column - 1] ? 0 : 1
                var edits = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    edits = min(edits, beforeLast[column - 2] + 1)
                }
                current[column] = edits
                least = min(least, edits)
            }
            if least > limit { return limit + 1 }
            beforeLast = last
            last = current
        }
        return last[other.count]
    }
}
