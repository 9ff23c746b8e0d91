/// Reads the tables of `CatalogueData`.
enum TableText {
    /// The cells of every row, each row with the given number of cells.
    static func rows(_ text: StaticString, columns: Int) -> [[String]] {
        text.description.utf8.split(separator: UInt8(ascii: "\n")).map { row in
            let cells = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            precondition(cells.count == columns, "a catalogue table has a row with \(cells.count) cells")
            return cells.map { String(Substring($0)) }
        }
    }

    /// The values of a cell that holds a list.
    static func list(_ cell: String, separator: Unicode.Scalar = "|") -> [Substring] {
        cell.utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }
}
