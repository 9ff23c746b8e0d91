/// An HTML page with a big table that can be sorted and filtered, in one file that needs no network.
package struct TablePage {
    /// The way in which a reader can filter the rows by a column.
    package enum Filter {
        /// No filter.
        case none
        /// A choice of one of the column's values.
        case choice
    }

    /// A column.
    package struct Column {
        /// The title above the column.
        package var title: String
        /// The filter of the column.
        package var filter: Filter

        /// Makes a column.
        package init(title: String, filter: Filter = .none) {
            self.title = title
            self.filter = filter
        }
    }

    /// A cell.
    package struct Cell {
        /// The text of the cell.
        package var text: String
        /// The key for sorting and filtering, if it differs from the text.
        package var key: String?
        /// The look of the cell: one of the style sheet's classes.
        package var look: String?
        /// Further lines, shown when a reader opens the cell.
        package var details: [String] = []

        /// Makes a cell.
        package init(_ text: String, key: String? = nil, look: String? = nil, details: [String] = []) {
            self.text = text
            self.key = key
            self.look = look
            self.details = details
        }
    }

    /// The page's title.
    package var title: String
    /// The summary above the table: a small table without sorting.
    package var summary: (titles: [String], rows: [[String]]) = ([], [])
    /// Sentences below the summary.
    package var notes: [String] = []
    /// The columns.
    package var columns: [Column]
    /// The rows, with a cell for each column.
    package var rows: [[Cell]] = []

    /// Makes a page without rows.
    package init(title: String, columns: [Column]) {
        self.title = title
        self.columns = columns
    }

    /// The page as HTML.
    package var html: String {
        var html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <title>\(SafeText.markup(title))</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <h1>\(SafeText.markup(title))</h1>

            """
        if !summary.titles.isEmpty { html += summaryTable }
        for note in notes { html += "<p>\(SafeText.markup(note))</p>\n" }
        html += controls
        html += "<table id=\"cases\">\n<thead><tr>"
        for column in columns {
            html += "<th scope=\"col\"><button type=\"button\">\(SafeText.markup(column.title))</button></th>"
        }
        html += "</tr></thead>\n<tbody>\n"
        for row in rows { html += "<tr>" + row.map(Self.cell).joined() + "</tr>\n" }
        return html + "</tbody>\n</table>\n<script>\n\(Self.script)\n</script>\n</body>\n</html>\n"
    }

    private var summaryTable: String {
        var html = "<table class=\"summary\">\n<thead><tr>"
        for title in summary.titles { html += "<th scope=\"col\">\(SafeText.markup(title))</th>" }
        html += "</tr></thead>\n<tbody>\n"
        for row in summary.rows {
            html += "<tr>" + row.map { "<td>\(SafeText.markup($0))</td>" }.joined() + "</tr>\n"
        }
        return html + "</tbody>\n</table>\n"
    }

    /// The controls: a text field, a menu for each column with a filter, and the number of shown rows.
    private var controls: String {
        var html = "<form id=\"filters\">\n<label>Contains <input type=\"search\" id=\"words\"></label>\n"
        for (index, column) in columns.enumerated() where column.filter == .choice {
            var values: [String] = []
            var seen: Set<String> = []
            for row in rows where seen.insert(row[index].key ?? row[index].text).inserted {
                values.append(row[index].key ?? row[index].text)
            }
            html += "<label>\(SafeText.markup(column.title)) <select data-column=\"\(index)\">"
            html += "<option value=\"\">all</option>"
            for value in values.sorted() {
                // The sign `=` distinguishes an empty value from the choice `all`.
                let escaped = SafeText.markup(value)
                html += "<option value=\"=\(escaped)\">\(value.isEmpty ? "(none)" : escaped)</option>"
            }
            html += "</select></label>\n"
        }
        return html + "<output id=\"shown\">\(rows.count) of \(rows.count)</output>\n</form>\n"
    }

    private static func cell(_ cell: Cell) -> String {
        var html = "<td"
        if let look = cell.look { html += " class=\"\(look)\"" }
        if let key = cell.key { html += " data-key=\"\(SafeText.markup(key))\"" }
        let text = SafeText.markup(cell.text)
        guard !cell.details.isEmpty else { return html + ">\(text)</td>" }
        let lines = cell.details.map(SafeText.markup).joined(separator: "\n")
        return html + "><details><summary>\(text)</summary><pre>\(lines)</pre></details></td>"
    }
}
