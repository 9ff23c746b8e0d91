/// A table of text cells, written in columns or in Markdown.
package struct TextTable: Sendable {
    private var rows: [[String]]

    /// Makes a table with a row of titles.
    package init(_ titles: [String]) {
        rows = [titles]
    }

    /// Appends a row, which must have a cell for each title.
    package mutating func append(_ row: [String]) {
        rows.append(row)
    }

    /// A cell as shown, with its width in columns.
    private struct Cell {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = SafeText.terminal(text)
            width = TerminalText.width(self.text)
        }
    }

    private var cells: [[Cell]] { rows.map { $0.map(Cell.init) } }

    private static func widths(_ rows: [[Cell]]) -> [Int] {
        rows[0].indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
    }

    /// The rows as lines, with two spaces between the columns.
    package var lines: [String] { lines(width: nil) }

    /// Returns the rows as lines, with two spaces between the columns.
    ///
    /// - Parameter width: the columns of the terminal; a row that is too long continues on further lines.
    package func lines(width: Int?) -> [String] {
        let rows = cells
        let widths = Self.widths(rows)
        let last = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        return rows.flatMap { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell.text + String(repeating: " ", count: 2 + width - cell.width)
            }
            while line.last == " " { line.removeLast() }
            return TerminalText.lines(line, lastCellAt: last, width: width)
        }
    }

    /// Returns the rows as lines, with the first column aligned on the left and the figures of the others on the right.
    ///
    /// - Parameter width: the columns of the terminal; figures go on a separate line after a name that is too long.
    package func figures(width: Int?) -> [String] {
        let rows = cells
        var widths = Self.widths(rows)
        let figures = widths.dropFirst().reduce(0) { $0 + $1 + 2 }
        if let width { widths[0] = min(widths[0], max(0, width - figures)) }
        var lines: [String] = []
        for row in rows {
            var line = row[0].text
            var used = row[0].width
            if used > widths[0] {
                lines.append(TerminalText.wrapped(line, width: width))
                line = ""
                used = 0
            }
            line += String(repeating: " ", count: widths[0] - used)
            for (cell, columns) in zip(row, widths).dropFirst() {
                line += String(repeating: " ", count: 2 + columns - cell.width) + cell.text
            }
            lines.append(line)
        }
        return lines
    }

    /// The table in Markdown, as lines.
    package var markdown: [String] {
        var lines = rows.map { row in "| " + row.map(SafeText.markdown).joined(separator: " | ") + " |" }
        lines.insert("|" + String(repeating: "---|", count: rows[0].count), at: 1)
        return lines
    }
}
