/// The text of a literal over several lines, without the layout of the source.
struct TextBlock {
    /// The parts of the lines that belong to the text.
    enum Layout: Sendable {
        /// All of it.
        case asWritten
        /// All except the first line break: Dart.
        case firstLine
        /// All except the first line break, the last line, and that line's indentation in every line: Swift and C#.
        case closingLine
        /// All except the first line break, blanks at line ends, and the indentation that all lines share: Java.
        case commonIndentation
    }

    private(set) var text: [UInt8] = []
    /// The index in the text of each source line after the first one; an escaped line break starts no line of the text.
    private var lineStarts: [Int] = []
    private let layout: Layout

    init(_ layout: Layout) { self.layout = layout }

    mutating func append(_ byte: UInt8) { text.append(byte) }
    mutating func append(_ bytes: some Sequence<UInt8>) { text += bytes }

    /// Appends a line break of the source.
    mutating func breakLine() {
        if layout != .asWritten, text.last == 0x0D { text.removeLast() }
        text.append(0x0A)
        beginLine()
    }

    /// Records that a line of the source begins.
    mutating func beginLine() { lineStarts.append(text.count) }

    /// The value of the literal.
    var value: [UInt8] {
        // If text follows the opening quotes directly, the layout is part of the literal.
        guard let first = lineStarts.first, let last = lineStarts.last,
            text[..<first].allSatisfy({ Self.isBlank($0) || $0 == 0x0A })
        else { return text }
        switch layout {
        case .asWritten: return text
        case .firstLine: return Array(text[first...])
        case .closingLine:
            guard text[last...].allSatisfy(Self.isBlank) else { return text }
            var value = Self.unindented(text[..<last], lineStarts.dropLast(), by: text.count - last)
            if value.last == 0x0A { value.removeLast() }
            return value
        case .commonIndentation:
            let lines = zip(lineStarts, lineStarts.dropFirst() + [text.count]).map { text[$0..<$1] }
            var indentation = Int.max
            for (index, line) in lines.enumerated() {
                let isEmpty = line.allSatisfy { Self.isBlank($0) || $0 == 0x0A }
                // The last line counts, even if it has only the closing quotes.
                guard !isEmpty || index == lines.count - 1 else { continue }
                indentation = min(indentation, line.prefix { Self.isBlank($0) }.count)
            }
            return lines.flatMap { line in
                let isBroken = line.last == 0x0A
                var rest = (isBroken ? line.dropLast() : line).dropFirst(min(indentation, line.count))
                while let byte = rest.last, Self.isBlank(byte) { rest.removeLast() }
                return Array(rest) + (isBroken ? [0x0A] : [])
            }
        }
    }

    /// Returns the lines with at most `indentation` blanks removed from the start of each.
    static func unindented(
        _ text: ArraySlice<UInt8>,
        _ lineStarts: some Collection<Int>,
        by indentation: Int
    ) -> [UInt8] {
        zip(lineStarts, Array(lineStarts.dropFirst()) + [text.endIndex]).flatMap { start, end in
            let line = text[start..<end]
            return line.dropFirst(line.prefix(indentation).prefix { isBlank($0) }.count)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
