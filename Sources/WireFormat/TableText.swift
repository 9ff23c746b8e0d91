/// Parses the tables that are embedded in the program as text: one row per line, cells separated by tabs.
package enum TableText {
    /// Returns the cells of every row; each row must have `columns` cells.
    package static func rows(_ text: StaticString, columns: Int) -> [[String]] {
        let bytes = Array(text.description.utf8)
        var rows: [[String]] = []
        var row: [String] = []
        row.reserveCapacity(columns)
        var start = 0
        // The last row may end without a line feed.
        for place in 0...bytes.count {
            let isEnd = place == bytes.count || bytes[place] == UInt8(ascii: "\n")
            guard isEnd || bytes[place] == UInt8(ascii: "\t") else { continue }
            if !isEnd || start < place || !row.isEmpty {
                row.append(String(decodingUTF8: bytes.span.extracting(start..<place)))
            }
            start = place + 1
            guard isEnd, !row.isEmpty else { continue }
            precondition(row.count == columns, "a catalogue table has a row with \(row.count) cells")
            rows.append(row)
            row.removeAll(keepingCapacity: true)
        }
        return rows
    }

    /// Returns the values of a cell that holds a list.
    package static func list(_ cell: String, separator: Unicode.Scalar = "|") -> [Substring] {
        let sign = UInt8(ascii: separator)
        // Most cells have one value or none.
        if !cell.utf8.contains(sign) { return cell.isEmpty ? [] : [Substring(cell)] }
        return cell.utf8.split(separator: sign).map { Substring($0) }
    }

    /// Returns the lines of a text, without empty lines.
    package static func lines(_ text: StaticString) -> [[UInt8]] {
        text.description.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }
}
