/// An oracle that a target's input broke.
package struct Violation: Error, Hashable, Sendable {
    /// The oracle.
    package var oracle: Oracle
    /// The violation in one sentence.
    package var text: String

    /// The text that is equal for inputs that show the same bug.
    package var kind: String

    /// Creates a violation.
    ///
    /// - Parameter kind: the text that is equal for inputs that show the same bug; by default the oracle and the first
    ///   words of the text, without words that have digits or brackets.
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
