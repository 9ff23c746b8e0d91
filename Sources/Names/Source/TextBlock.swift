/// The text of a literal over several lines, of which the layout of the source is no part.
struct TextBlock {
    /// How much of the lines belongs to the text.
    enum Layout: Sendable {
        /// All of it.
        case asWritten
        /// Not the first line break, nor the last line with its indentation, which no line has: Swift and C#.
        case closingLine
        /// Not the first line break, nor blanks at ends of lines, nor the indentation that all lines have: Java.
        case commonIndentation
    }

    private(set) var text: [UInt8] = []
    /// Where the lines of the source behind the first one begin in the text: a line break that is escaped begins none.
    private var lineStarts: [Int] = []
    private let layout: Layout

    init(_ layout: Layout) { self.layout = layout }

    mutating func append(_ byte: UInt8) { text.append(byte) }
    mutating func append(_ bytes: some Sequence<UInt8>) { text += bytes }

    /// Takes the line break of the source.
    mutating func breakLine() {
        if layout != .asWritten, text.last == 0x0D { text.removeLast() }
        text.append(0x0A)
        beginLine()
    }

    /// Takes in that a line of the source begins.
    mutating func beginLine() { lineStarts.append(text.count) }

    /// What the literal stands for.
    var value: [UInt8] {
        // Text behind the opening quotes is that of a literal in one line.
        guard let first = lineStarts.first, let last = lineStarts.last,
            text[..<first].allSatisfy({ Self.isBlank($0) || $0 == 0x0A })
        else { return text }
        switch layout {
        case .asWritten: return text
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
                // The last line counts though it holds nothing but the closing quotes.
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

    /// Lines without blanks at their beginnings, as many as there are and at most so many.
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
