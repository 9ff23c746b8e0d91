import Reporting

/// Why a filter can not be used, and where.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Characters (Unicode scalars) before the place.
    public var position: Int
    /// How many characters are concerned; at least 1, also at the end of the text.
    public var length = 1
    /// What is wrong.
    public var reason: String
    /// What was probably meant.
    public var suggestion: String?

    /// The reason, what was probably meant, and the place.
    public var description: String {
        "\(sentence) at character \(position + 1) of the filter"
    }

    /// The reason, and what was probably meant.
    public var sentence: String { reason + (suggestion.map { " (did you mean \($0)?)" } ?? "") }

    /// Makes an error.
    init(position: Int, length: Int = 1, reason: String, suggestion: String? = nil) {
        self.position = position
        self.length = length
        self.reason = reason
        self.suggestion = suggestion
    }

    /// The expression with a line under it that marks the place, both indented; safe for a terminal.
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
