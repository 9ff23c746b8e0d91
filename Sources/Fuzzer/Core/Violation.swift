/// What must not be: an oracle that a target's input broke.
package struct Violation: Error, Hashable, Sendable {
    /// The oracle.
    package var oracle: Oracle
    /// What happened, in one sentence.
    package var text: String

    /// What two inputs have in common that show the same bug.
    package var kind: String

    /// Makes a violation.
    ///
    /// - Parameter kind: what inputs have in common that show the same bug; without it, the oracle and the text's first
    ///   words without their figures.
    package init(_ oracle: Oracle, _ text: String, kind: String? = nil) {
        self.oracle = oracle
        self.text = text
        self.kind = kind ?? Self.kind(oracle, text)
    }

    private static func kind(_ oracle: Oracle, _ text: String) -> String {
        let words = text.split(separator: " ").prefix(8).filter { word in
            !word.contains { $0.isNumber || "{}[]\"…".contains($0) }
        }
        return oracle.rawValue + ": " + words.joined(separator: " ")
    }
}
