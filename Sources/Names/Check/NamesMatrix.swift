import Reporting

/// Object names side by side: a row for each name, a column for each source tree and adapter.
package struct NamesMatrix: Sendable {
    /// The output format of the matrix.
    package enum Format: String, CaseIterable, Sendable {
        /// Columns of text.
        case text
        /// A Markdown table.
        case markdown
        /// An HTML page that sorts and filters.
        case html
    }

    /// The facts that a tree or adapter has about a name.
    struct Cell: Sendable {
        /// All spellings of the name, in the order of their occurrence.
        var spellings: [String] = []
        /// The classes, in the same order.
        var classes: [String] = []
        /// The flags, in the same order.
        var flags: [TypeFlags] = []
        /// Whether a message type is declared under the name; otherwise the sources only mention the name.
        var isDeclared = false
        /// Whether the cell is an adapter's row, which may have no column for status messages.
        var isTableRow = false
    }

    /// A name, or a number in its place.
    struct Row: Sendable {
        /// The system that the name or number belongs to.
        let named: any NamedSystem.Type
        /// The name as the catalogue or else the first tree spells it; or the number.
        var name: String
        /// The cell of each table; `nil` if the table does not have the name.
        var cells: [Cell?]

        /// The flags of the catalogue; `nil` if the catalogue does not have the name.
        var flags: TypeFlags? { named.flags(of: name) }

        /// The text of the first column.
        var title: String { named.heading(name) }

        /// The catalogue's entry in words.
        var catalogue: String { named.standing(of: name) ?? "not in it" }

        /// Returns whether a cell differs from the catalogue or, without an entry, from the first cell with flags.
        func differs(_ cell: Cell) -> Bool {
            if cell.spellings.contains(where: { !$0.utf8.elementsEqual(name.utf8) }) { return true }
            guard let expected = flags ?? cells.compactMap({ $0?.flags.first }).first else { return false }
            return cell.flags.contains { flags in
                flags != expected && !(cell.isTableRow && flags.isEmpty && expected.contains(.status))
            }
        }
    }

    /// The labels of the tables.
    let labels: [String]
    /// The names, sorted regardless of letter case, followed by the numbers of other systems.
    let rows: [Row]

    /// Creates a matrix of tables.
    package init(_ tables: [NameTable]) {
        labels = tables.map(\.label)
        rows = NamingSystem.named.flatMap { named in
            named.hasNumbers ? Self.numberRows(tables, named) : Self.nameRows(tables, named)
        }
    }

    /// Returns the rows for a system with names, regardless of letter case.
    ///
    /// A name that occurs only in a literal counts if the catalogue has it, if it has the system's prefix, or if
    /// another table declares it; any other text of this form may be something else.
    private static func nameRows(_ tables: [NameTable], _ named: any NamedSystem.Type) -> [Row] {
        var cells: [String: [Cell?]] = [:]
        func add(_ name: String, _ column: Int, _ change: (inout Cell) -> Void) {
            var row = cells[name.lowercased()] ?? Array(repeating: nil, count: tables.count)
            var cell = row[column] ?? Cell()
            if !cell.spellings.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { cell.spellings.append(name) }
            change(&cell)
            row[column] = cell
            cells[name.lowercased()] = row
        }
        for (column, table) in tables.enumerated() {
            for declaration in table.declarations where declaration.system == named.system {
                add(declaration.objectName, column) { cell in
                    cell.isDeclared = true
                    if declaration.form == .tableRow { cell.isTableRow = true }
                    if let name = declaration.className, !cell.classes.contains(name) { cell.classes.append(name) }
                    if let flags = declaration.flags, !cell.flags.contains(flags) { cell.flags.append(flags) }
                }
            }
        }
        for (column, table) in tables.enumerated() {
            for literal in table.literals where literal.system == named.system {
                let key = literal.text.lowercased()
                guard named.spelling(of: key) != nil || cells[key] != nil || named.isReserved(key) else { continue }
                add(literal.text, column) { _ in }
            }
        }
        return cells.keys.sorted().map { key in
            let cells = cells[key] ?? []
            let first = cells.compactMap { $0?.spellings.first }.first ?? key
            return Row(named: named, name: named.spelling(of: key) ?? first, cells: cells)
        }
    }

    /// Returns the rows for a system with numbers, in numerical order.
    private static func numberRows(_ tables: [NameTable], _ named: any NamedSystem.Type) -> [Row] {
        var cells: [String: [Cell?]] = [:]
        func add(_ number: String, _ column: Int, _ className: String?, isDeclared: Bool) {
            var row = cells[number] ?? Array(repeating: nil, count: tables.count)
            var cell = row[column] ?? Cell(spellings: [number])
            if isDeclared { cell.isDeclared = true }
            if let className, !cell.classes.contains(className) { cell.classes.append(className) }
            row[column] = cell
            cells[number] = row
        }
        for (column, table) in tables.enumerated() {
            for declaration in table.declarations where declaration.system == named.system {
                add(declaration.objectName, column, declaration.className, isDeclared: true)
            }
            for mention in table.mentions where mention.system == named.system {
                add(mention.number, column, nil, isDeclared: false)
            }
        }
        let numbers = cells.keys.sorted { (Int64($0) ?? 0, $0) < (Int64($1) ?? 0, $1) }
        return numbers.map { Row(named: named, name: $0, cells: cells[$0] ?? []) }
    }

    /// Returns the matrix in a format, with a final line break.
    package func text(_ format: Format) -> String {
        switch format {
        case .text: table.lines.joined(separator: "\n") + "\n"
        case .markdown: table.markdown.joined(separator: "\n") + "\n"
        case .html: html
        }
    }

    private var table: TextTable {
        var table = TextTable(["Object name", "Catalogue"] + labels)
        for row in rows {
            table.append([row.title, row.catalogue] + row.cells.map { Self.words($0, in: row) })
        }
        return table
    }

    /// Returns the text of a cell: its spelling if it differs, classes, flags, and a mark if the cell differs.
    private static func words(_ cell: Cell?, in row: Row) -> String {
        guard let cell else { return "–" }
        var parts: [String] = []
        if cell.spellings.contains(where: { !$0.utf8.elementsEqual(row.name.utf8) }) {
            parts.append(cell.spellings.joined(separator: " and "))
        }
        parts += cell.classes
        parts += cell.flags.map(\.words)
        if !cell.isDeclared { parts.append("mentioned") }
        let text = parts.isEmpty ? "declared" : parts.joined(separator: ", ")
        return row.differs(cell) ? "! " + text : text
    }

    private var html: String {
        var page = TablePage(title: "Object names", columns: [.init(title: "Object name")])
        page.columns.append(.init(title: "Catalogue", filter: .choice))
        page.columns += labels.map { .init(title: $0, filter: .choice) }
        page.columns.append(.init(title: "Agreement", filter: .choice))
        page.notes = [
            "Each cell has the class, the flags, and the spelling where it is another one; ! marks what differs from the "
                + "catalogue, or from the first that has the name."
        ]
        page.rows = rows.map { row in
            var cells: [TablePage.Cell] = [.init(row.title), .init(row.catalogue)]
            var state = "all alike"
            for cell in row.cells {
                let text = Self.words(cell, in: row)
                guard let cell else {
                    if state == "all alike" { state = "missing somewhere" }
                    cells.append(.init(text, key: "missing", look: "none"))
                    continue
                }
                let differs = row.differs(cell)
                if differs { state = "differs" }
                let key = differs ? "differs" : cell.isDeclared ? "declared" : "mentioned"
                cells.append(.init(text, key: key, look: differs ? "bad" : cell.isDeclared ? "good" : "mild"))
            }
            return cells + [.init(state)]
        }
        return page.html
    }
}
