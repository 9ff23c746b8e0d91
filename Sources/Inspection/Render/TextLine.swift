import Reporting
import WireFormat

/// A line being written: its current column, and its continuation on the next line when it is full.
struct TextLine {
    private let width: Int
    private let isColored: Bool
    private let indent: Int
    private var column = 0
    /// The column at which the next word should begin.
    private var place = 0
    /// The minimum number of spaces before the next word.
    var gap = 0

    init(_ style: TextStyle, isIndentedBy indent: Int) {
        width = style.width ?? .max
        isColored = style.isColored
        // A continued line has at least 12 columns, however narrow the terminal is.
        self.indent = max(0, min(indent, width - 12))
    }

    /// Makes the next word begin at a column, if the line is not longer already.
    mutating func skip(to column: Int) { place = column }

    /// Writes a word without cutting it; if there is no room for it, the word goes on the next line.
    mutating func word(_ text: Span<UInt8>, columns: Int, _ color: TextStyle.Color = .plain, to out: inout ByteWriter) {
        if begin(columns, &out) {
            colored(color, &out) { $0.append(text) }
            column += columns
        } else {
            split(text, columns: columns, color, to: &out)
        }
    }

    /// Writes a number.
    mutating func number(_ number: Int, columns: Int, to out: inout ByteWriter) {
        _ = begin(columns, &out)
        out.append(decimal: number)
        column += columns
    }

    /// Writes the number of a flow, such as `f12`.
    mutating func flow(_ number: Int, columns: Int, to out: inout ByteWriter) {
        _ = begin(columns, &out)
        out.append(UInt8(ascii: "f"))
        out.append(decimal: number)
        column += columns
    }

    /// Writes words without cutting them; the line may break at their spaces.
    mutating func words(_ text: Span<UInt8>, to out: inout ByteWriter) {
        let all = ByteWriter.prefix(of: text, from: 0, columns: .max).columns
        if fits(all) { return word(text, columns: all, to: &out) }
        var start = 0
        while start < text.count {
            var end = text.firstIndex(of: UInt8(ascii: " "), from: start) ?? text.count
            let part = text.extracting(start..<end)
            word(part, columns: ByteWriter.prefix(of: part, from: 0, columns: .max).columns, to: &out)
            var spaces = 0
            while end < text.count, text[end] == UInt8(ascii: " ") {
                end += 1
                spaces += 1
            }
            gap = spaces
            start = end
        }
    }

    /// Writes as much of a text as fits on the line.
    mutating func rest(_ text: Span<UInt8>, columns: Int, to out: inout ByteWriter) {
        let start = max(place, column == 0 ? 0 : column &+ gap)
        let room = width == .max ? .max : width - start
        guard room > 0 else { return }
        out.append(spaces: start - column)
        column = start + out.append(text, fittingIn: room, outOf: columns)
    }

    /// Ends the line.
    mutating func end(_ out: inout ByteWriter) {
        out.append(UInt8(ascii: "\n"))
        column = 0
        place = 0
    }

    private func fits(_ columns: Int) -> Bool {
        width == .max || max(place, column == 0 ? 0 : column &+ gap) + columns <= width
    }

    /// Moves to the start of a word, and returns whether the whole word fits.
    private mutating func begin(_ columns: Int, _ out: inout ByteWriter) -> Bool {
        if fits(columns) {
            let start = max(place, column == 0 ? 0 : column &+ gap)
            out.append(spaces: start - column)
            column = start
            place = 0
            return true
        }
        // The spaces before a word must not push it to the next line.
        place = 0
        if fits(columns) { return begin(columns, &out) }
        wrap(&out)
        return columns <= width - column
    }

    private mutating func wrap(_ out: inout ByteWriter) {
        out.append(UInt8(ascii: "\n"))
        out.append(spaces: indent)
        column = indent
        place = 0
    }

    /// Writes a word that is longer than a line, on several lines.
    private mutating func split(_ text: Span<UInt8>, columns: Int, _ color: TextStyle.Color, to out: inout ByteWriter) {
        var start = 0
        while start < text.count {
            if start > 0 { wrap(&out) }
            let (end, used) = ByteWriter.prefix(of: text, from: start, columns: max(2, width - column))
            // Text is well-formed; if it were not, the rest would be written as it is.
            let stop = end > start ? end : text.count
            colored(color, &out) { $0.append(text.extracting(start..<stop)) }
            column += used
            start = stop
        }
    }

    private func colored(_ color: TextStyle.Color, _ out: inout ByteWriter, _ write: (inout ByteWriter) -> Void) {
        guard isColored, let code = color.code else { return write(&out) }
        out.append(code)
        write(&out)
        out.append("\u{1B}[0m")
    }
}
