/// Reads the tables that are embedded in the codec modules: a row a line, cells separated by tabs.
package enum TableText {
    /// The cells of every row, each row with the given number of cells.
    package static func rows(_ text: StaticString, columns: Int) -> [[String]] {
        text.description.utf8.split(separator: UInt8(ascii: "\n")).map { row in
            let cells = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            precondition(cells.count == columns, "a catalogue table has a row with \(cells.count) cells")
            return cells.map { String(Substring($0)) }
        }
    }

    /// The values of a cell that holds a list.
    package static func list(_ cell: String, separator: Unicode.Scalar = "|") -> [Substring] {
        cell.utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }

    /// The lines of a text that has one value a line.
    package static func lines(_ text: StaticString) -> [[UInt8]] {
        text.description.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }
}
