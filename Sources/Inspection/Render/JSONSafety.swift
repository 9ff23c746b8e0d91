package import WireFormat

extension ByteWriter {
    /// Escapes what a terminal or a reader may take for something else in the JSON that was appended since `start`: C1
    /// controls and marks of direction become `\\u` escapes, which mean the same in JSON.
    package mutating func escapeFormatCharacters(from start: Int) {
        let first = firstFormatCharacter(from: start)
        guard let first else { return }
        let rest = [UInt8](copying: span.extracting(first..<count))
        truncate(to: first)
        var done = 0
        while let place = Self.formatCharacter(in: rest.span, from: done) {
            append(rest.span.extracting(done..<place.range.lowerBound))
            append("\\u")
            append(hex: UInt8(truncatingIfNeeded: place.scalar >> 8))
            append(hex: UInt8(truncatingIfNeeded: place.scalar))
            done = place.range.upperBound
        }
        append(rest.span.extracting(done..<rest.count))
    }

    private func firstFormatCharacter(from start: Int) -> Int? {
        let text = span.extracting(start..<count)
        guard !text.isASCII else { return nil }
        return Self.formatCharacter(in: text, from: 0).map { start + $0.range.lowerBound }
    }

    /// The next of these characters, and where it lies: U+0080…9F, 061C, 200E…F, 202A…E, 2066…9.
    private static func formatCharacter(
        in text: Span<UInt8>,
        from start: Int
    ) -> (range: Range<Int>, scalar: UInt32)? {
        var index = start
        while index &+ 1 < text.count {
            let lead = text[index]
            if lead == 0xC2, text[index &+ 1] < 0xA0 { return (index..<index + 2, UInt32(text[index &+ 1])) }
            if lead == 0xD8, text[index &+ 1] == 0x9C { return (index..<index + 2, 0x61C) }
            if lead == 0xE2, index &+ 2 < text.count, text[index &+ 1] & 0xFE == 0x80 {
                let scalar = 0x2000 | UInt32(text[index &+ 1] & 1) << 6 | UInt32(text[index &+ 2] & 0x3F)
                switch scalar {
                case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: return (index..<index + 3, scalar)
                default: break
                }
            }
            index &+= 1
        }
        return nil
    }
}
