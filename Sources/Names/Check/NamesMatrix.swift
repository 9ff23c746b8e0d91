import Reporting
import WireJSON

/// Object names beside each other: a row for each name, a column for each source tree and adapter.
package struct NamesMatrix: Sendable {
    /// How the matrix is written.
    package enum Format: String, CaseIterable, Sendable {
        /// Columns of text.
        case text
        /// A Markdown table.
        case markdown
        /// An HTML page that sorts and filters.
        case html
    }

    /// What a tree or adapter says of a name.
    struct Cell: Sendable {
        /// Every way in which the name is spelt, the first one first.
        var spellings: [String] = []
        /// The classes, likewise.
        var classes: [String] = []
        /// The flags, likewise.
        var flags: [TypeFlags] = []
        /// Whether a message type is declared under the name; if not, the sources only mention it.
        var isDeclared = false
        /// Whether it is an adapter's row, which may have no word for a status message.
        var isTableRow = false
    }

    /// A name, or a number in its place.
    struct Row: Sendable {
        /// The system whose name or number it is.
        let named: any NamedSystem.Type
        /// The name as the catalogue spells it, or the first tree that has it; or the number.
        var name: String
        /// What each table says; `nil` where it does not have the name.
        var cells: [Cell?]

        /// The flags of the catalogue; `nil` for a name that it does not have.
        var flags: TypeFlags? { named.flags(of: name) }

        /// What stands in the first column.
        var title: String { named.heading(name) }

        /// What the system's catalogue says of it.
        var catalogue: String { named.standing(of: name) ?? "not in it" }

        /// Whether a cell says something else than the catalogue, or than the first that says anything.
        func differs(_ cell: Cell) -> Bool {
            if cell.spellings.contains(where: { !$0.utf8.elementsEqual(name.utf8) }) { return true }
            guard let expected = flags ?? cells.compactMap({ $0?.flags.first }).first else { return false }
            return cell.flags.contains { flags in
                flags != expected && !(cell.isTableRow && flags.isEmpty && expected.contains(.status))
            }
        }
    }

    /// The tables' names.
    let labels: [String]
    /// The names, sorted without regard to letter case; behind them the numbers of other systems.
    let rows: [Row]

    /// Puts tables beside each other.
    package init(_ tables: [NameTable]) {
        labels = tables.map(\.label)
        rows = NamingSystem.named.flatMap { named in
            named.hasNumbers ? Self.numberRows(tables, named) : Self.nameRows(tables, named)
        }
    }

    /// The names of a system, without regard to letter case.
    ///
    /// A name that only stands in a literal counts where the catalogue has it, where it has the system's prefix, or where
    /// another table declares it; other texts of the form may be anything.
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

    /// The numbers of a system in their order.
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

    /// The matrix in a format, with its last line end.
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

    /// What a cell says: a spelling of its own, classes, flags, and a mark where it differs.
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
