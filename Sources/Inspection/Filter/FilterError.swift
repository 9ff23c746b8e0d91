import Reporting

/// The reason why a filter cannot be used, and the place in its text.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of characters (Unicode scalars) before the place.
    public var position: Int
    /// The number of characters that are wrong; at least 1, also at the end of the text.
    public var length = 1
    /// The reason.
    public var reason: String
    /// The text that was probably meant.
    public var suggestion: String?

    /// The reason, the suggestion, and the place.
    public var description: String {
        "\(sentence) at character \(position + 1) of the filter"
    }

    /// The reason and the suggestion.
    public var sentence: String { reason + (suggestion.map { " (did you mean \($0)?)" } ?? "") }

    init(position: Int, length: Int = 1, reason: String, suggestion: String? = nil) {
        self.position = position
        self.length = length
        self.reason = reason
        self.suggestion = suggestion
    }

    /// Returns the expression and a second line that marks the place, both indented; safe for a terminal.
    public func marked(in expression: String) -> String {
        let scalars = Array(expression.unicodeScalars)
        func text(_ range: Range<Int>) -> String {
            var part = ""
            part.unicodeScalars.append(contentsOf: scalars[range.clamped(to: scalars.indices)])
            return SafeText.terminal(part)
        }
        let end = min(position + length, scalars.count)
        let before = TerminalText.width(text(0..<min(position, scalars.count)))
        let marked = TerminalText.width(text(min(position, scalars.count)..<end))
        return "  \(text(scalars.indices))\n  " + String(repeating: " ", count: before)
            + String(repeating: "^", count: max(1, marked))
    }
}
