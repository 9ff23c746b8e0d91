/// Rows of cells, written in columns or as a Markdown table.
public struct TextTable: Sendable {
    private var rows: [[String]]

    /// A table with a row of titles.
    public init(_ titles: [String]) {
        rows = [titles]
    }

    /// Adds a row, which has as many cells as there are titles.
    public mutating func append(_ row: [String]) {
        rows.append(row)
    }

    /// The rows in columns, two spaces between them.
    public var lines: [String] {
        let rows = rows.map { $0.map(SafeText.terminal) }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The table in Markdown.
    public var markdown: [String] {
        var lines = rows.map { row in "| " + row.map(SafeText.markdown).joined(separator: " | ") + " |" }
        lines.insert("|" + String(repeating: "---|", count: rows[0].count), at: 1)
        return lines
    }
}
