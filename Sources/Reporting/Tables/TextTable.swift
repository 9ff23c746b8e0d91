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

    /// The rows in columns, two spaces between them.
    package var lines: [String] {
        let rows = rows.map { $0.map(SafeText.terminal) }
        let widths = rows[0].indices.map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - TerminalText.width(cell))
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The rows with the first column on the left and figures on the right of the others.
    ///
    /// - Parameter width: columns of the terminal; where a name is too long for it, its figures stand on a line of their
    ///   own.
    package func figures(width: Int?) -> [String] {
        let rows = rows.map { $0.map(SafeText.terminal) }
        var widths = rows[0].indices.map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
        let figures = widths.dropFirst().reduce(0) { $0 + $1 + 2 }
        if let width { widths[0] = min(widths[0], max(0, width - figures)) }
        var lines: [String] = []
        for row in rows {
            var line = row[0]
            if TerminalText.width(line) > widths[0] {
                lines.append(TerminalText.wrapped(line, width: width))
                line = ""
            }
            line += String(repeating: " ", count: widths[0] - TerminalText.width(line))
            for (cell, columns) in zip(row, widths).dropFirst() {
                line += "  " + String(repeating: " ", count: columns - TerminalText.width(cell)) + cell
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
