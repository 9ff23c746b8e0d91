/// Which cases of the suite are meant.
///
/// An empty list lets everything pass. Names may hold `*` for any text and `?` for any character.
package struct VectorSelection: Sendable {
    /// Patterns of ids.
    package var ids: [String] = []
    /// Patterns of group names.
    package var groups: [String] = []
    /// Levels.
    package var levels: [VectorCase.Level] = []
    /// Flags; a case needs one of them.
    package var flags: [String] = []
    /// Patterns of operations.
    package var operations: [String] = []

    /// Means every case.
    package init() {}

    /// Whether a case is meant.
    package func contains(_ entry: VectorSuite.Entry) -> Bool {
        let vector = entry.vector
        return matches(ids, vector.id) && matches(groups, entry.group) && matches(operations, vector.operation)
            && (levels.isEmpty || levels.contains(vector.level))
            && (flags.isEmpty || flags.contains(where: vector.flags.contains))
    }

    private func matches(_ patterns: [String], _ text: String) -> Bool {
        patterns.isEmpty || patterns.contains { Self.matches($0, text) }
    }

    /// Whether a text fits a pattern as a whole; letter case counts.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let text = Array(text.unicodeScalars)
        var (p, t) = (0, 0)
        // Behind the last star, and where in the text it stopped: only the last one ever needs to take more.
        var star: (pattern: Int, text: Int)?
        while t < text.count {
            if p < pattern.count, pattern[p] == "*" {
                p += 1
                star = (p, t)
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
                p += 1
                t += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                (p, t) = (last.pattern, last.text + 1)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
