package import WireFormat

extension TerminalText {
    /// Returns safe text as lines that fit a width, all but the first indented; if `width` is `nil`, the text as it is.
    ///
    /// Lines break after spaces and commas and between wide characters, elsewhere only within a word that is too long.
    ///
    /// - Parameters:
    ///   - column: the column at which the first line begins.
    ///   - indent: the columns before each further line.
    package static func wrapped(_ text: String, from column: Int = 0, indent: Int = 4, width: Int?) -> String {
        guard let width else { return text }
        var writer = ByteWriter(capacity: text.utf8.count + 64)
        let bytes = Array(text.utf8)
        append(bytes.span, from: column, indent: indent, width: width, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// The fewest columns in which text continues below itself.
    private static let narrowest = 24

    /// Returns a line whose last cell is text as lines that fit a width: the cell continues below itself, or, if it has
    /// too little room there, four columns from the left; if `width` is `nil`, the line as it is.
    ///
    /// - Parameter column: the column at which the last cell begins.
    package static func lines(_ line: String, lastCellAt column: Int, width: Int?) -> [String] {
        guard let width else { return [line] }
        let indent = column + narrowest <= width ? column : 4
        return wrapped(line, indent: indent, width: width)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Appends such lines, without a final line end.
    package static func append(
        _ text: Span<UInt8>,
        from column: Int,
        indent: Int,
        width: Int,
        to writer: inout ByteWriter
    ) {
        // A further line has at least 20 columns, however narrow the terminal is.
        let indent = max(0, min(indent, width - 20))
        var column = column
        var start = 0
        while start < text.count {
            var stop = end(of: text, from: start, room: max(2, width - column), next: width - indent)
            let next = stop
            while stop < text.count, stop > start, text[stop - 1] == UInt8(ascii: " ") { stop -= 1 }
            writer.append(text.extracting(start..<stop))
            start = next
            while start < text.count, text[start] == UInt8(ascii: " ") { start += 1 }
            guard start < text.count else { break }
            writer.append(UInt8(ascii: "\n"))
            writer.append(spaces: indent)
            column = indent
        }
    }

    /// Returns the end of the line that begins at `start`.
    ///
    /// - Parameter nextRoom: the columns of the next line.
    private static func end(of text: Span<UInt8>, from start: Int, room: Int, next nextRoom: Int) -> Int {
        let (end, _) = ByteWriter.prefix(of: text, from: start, columns: room)
        guard end < text.count else { return text.count }
        // Text is well-formed; if it were not, the rest would be written as it is.
        guard end > start, let (next, _) = UTF8Sequence.scalar(text, at: end) else { return text.count }
        if next == " " || width(next) == 2 { return end }
        func isPlace(_ place: Int) -> Bool {
            text[place - 1] == UInt8(ascii: " ") || text[place - 1] == UInt8(ascii: ",")
        }
        var place = end
        while place > start + 1, !isPlace(place) { place -= 1 }
        guard isPlace(place), place > start + 1 else { return end }
        // A break that leaves most of the line empty is good only if it keeps a word whole.
        if place - start > room / 3 { return place }
        var wordEnd = end
        while wordEnd < text.count, wordEnd - place <= nextRoom, !isPlace(wordEnd + 1) { wordEnd += 1 }
        return wordEnd - place <= nextRoom ? place : end
    }
}
