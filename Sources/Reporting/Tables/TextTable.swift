/// Rows of cells, written in columns or as a Markdown table.
package struct TextTable: Sendable {
    private var rows: [[String]]

    /// A table with a row of titles.
    package init(_ titles: [String]) {
        rows = [titles]
    }

    /// Adds a row, which has as many cells as there are titles.
    package mutating func append(_ row: [String]) {
        rows.append(row)
    }

    /// A cell as it is shown, and the columns that it takes.
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

    /// The rows in columns, two spaces between them.
    package var lines: [String] {
        let rows = cells
        let widths = Self.widths(rows)
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell.text + String(repeating: " ", count: 2 + width - cell.width)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The rows with the first column on the left and figures on the right of the others.
    ///
    /// - Parameter width: columns of the terminal; where a name is too long for it, its figures stand on a line of their
    ///   own.
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

    /// The table in Markdown.
    package var markdown: [String] {
        var lines = rows.map { row in "| " + row.map(SafeText.markdown).joined(separator: " | ") + " |" }
        lines.insert("|" + String(repeating: "---|", count: rows[0].count), at: 1)
        return lines
    }
}
