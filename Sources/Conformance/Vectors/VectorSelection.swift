/// A selection of cases from the suite.
///
/// An empty list is no condition. Patterns may contain `*` for any text and `?` for any character.
package struct VectorSelection: Sendable {
    /// Patterns of ids.
    package var ids: [String] = []
    /// Patterns of group names.
    package var groups: [String] = []
    /// Levels.
    package var levels: [VectorCase.Level] = []
    /// Flags; a case must have at least one of them.
    package var flags: [String] = []
    /// Patterns of operations.
    package var operations: [String] = []

    /// Selects every case.
    package init() {}

    /// Returns whether a case is selected.
    package func contains(_ entry: VectorSuite.Entry) -> Bool {
        let vector = entry.vector
        return matches(ids, vector.id) && matches(groups, entry.group) && matches(operations, vector.operation)
            && (levels.isEmpty || levels.contains(vector.level))
            && (flags.isEmpty || flags.contains(where: vector.flags.contains))
    }

    private func matches(_ patterns: [String], _ text: String) -> Bool {
        patterns.isEmpty || patterns.contains { Self.matches($0, text) }
    }

    /// Returns whether a whole text matches a pattern; letter case counts.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let text = Array(text.unicodeScalars)
        var (p, t) = (0, 0)
        // The places in pattern and text after the last star: only the last star ever needs to match more.
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
