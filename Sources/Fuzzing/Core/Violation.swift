/// What must not be: an oracle that a target's input broke.
package struct Violation: Error, Hashable, Sendable {
    /// The oracle by a name that never changes, such as `roundtrip`.
    package var oracle: String
    /// What happened, in one sentence.
    package var text: String

    /// Makes a violation.
    package init(_ oracle: String, _ text: String) {
        self.oracle = oracle
        self.text = text
    }

    /// What two inputs have in common that show the same bug: the oracle, and the first words without their figures.
    package var kind: String {
        let words = text.split(separator: " ").prefix(8).filter { word in
            !word.contains { $0.isNumber || "{}[]\"…".contains($0) }
        }
        return oracle + ": " + words.joined(separator: " ")
    }
}
