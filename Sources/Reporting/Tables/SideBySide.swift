/// Pairs of texts that people compare: one on the left, one on the right, and a mark between the two.
package struct SideBySide: Sendable {
    /// The columns before the mark, if the left text is not longer and the output is no terminal.
    private static let leftColumns = 52

    private let width: Int?

    /// Makes the layout.
    ///
    /// - Parameter width: the columns of the terminal, of which each side gets half; `nil` if a line may be as long as it
    ///   is.
    package init(width: Int?) {
        self.width = width
    }

    /// Returns a pair as lines.
    package func lines(_ left: String, _ mark: String, _ right: String) -> [String] {
        let (left, right) = (SafeText.terminal(left), SafeText.terminal(right))
        guard let width else { return [Self.line(left, at: Self.leftColumns, mark, right)] }
        let column = (width - 2) / 2
        let (lefts, rights) = (Self.lines(left, column - 1), Self.lines(right, width - column - 2))
        return (0..<max(lefts.count, rights.count)).map { place in
            var line = Self.line(
                place < lefts.count ? lefts[place] : "",
                at: column,
                place == 0 ? mark : " ",
                place < rights.count ? rights[place] : ""
            )
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private static func lines(_ text: String, _ width: Int) -> [String] {
        TerminalText.wrapped(text, indent: 2, width: width)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func line(_ left: String, at column: Int, _ mark: String, _ right: String) -> String {
        left + String(repeating: " ", count: max(1, column - TerminalText.width(left))) + mark + " " + right
    }
}
