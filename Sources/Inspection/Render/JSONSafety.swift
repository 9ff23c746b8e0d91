public import WireFormat

extension ByteWriter {
    /// Escapes what a terminal or a reader may take for something else in the JSON that was appended since `start`: C1
    /// controls and marks of direction become `\\u` escapes, which mean the same in JSON.
    public mutating func escapeFormatCharacters(from start: Int) {
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
        return Self.formatCharacter(in: text, from: 0).map { start + $0.range.lowerBound }
    }

    /// The next of these characters, and where it lies: U+0080…9F, 061C, 200E…F, 202A…E, 2066…9.
    private static func formatCharacter(
        in text: Span<UInt8>,
        from start: Int
    ) -> (range: Range<Int>, scalar: UInt32)? {
        var index = start
        while index < text.count {
            // Most text is ASCII, which has none of them: four words at a time.
            while text.count &- index >= 32 {
                let words =
                    text.loadUnaligned(at: index, as: UInt64.self) | text.loadUnaligned(at: index &+ 8, as: UInt64.self)
                    | text.loadUnaligned(at: index &+ 16, as: UInt64.self)
                    | text.loadUnaligned(at: index &+ 24, as: UInt64.self)
                guard words & 0x8080_8080_8080_8080 == 0 else { break }
                index &+= 32
            }
            // Eight at a time: few bytes are the first of one of these.
            if text.count &- index >= 8 {
                let word = text.loadUnaligned(at: index, as: UInt64.self)
                let mayHold =
                    word & 0x8080_8080_8080_8080 != 0
                    && (holds(0xC2, word) || holds(0xD8, word) || holds(0xE2, word))
                guard mayHold else {
                    index &+= 8
                    continue
                }
            }
            let end = Swift.min(index &+ 8, text.count)
            while index < end {
                if let found = formatCharacter(in: text, at: index) { return found }
                index &+= 1
            }
        }
        return nil
    }

    /// Whether a byte is one of the eight of a word.
    @inline(__always)
    private static func holds(_ byte: UInt64, _ word: UInt64) -> Bool {
        let rest = word ^ (byte &* 0x0101_0101_0101_0101)
        return (rest &- 0x0101_0101_0101_0101) & ~rest & 0x8080_8080_8080_8080 != 0
    }

    private static func formatCharacter(in text: Span<UInt8>, at index: Int) -> (range: Range<Int>, scalar: UInt32)? {
        guard text.count &- index >= 2 else { return nil }
        let next = text[index &+ 1]
        switch text[index] {
        case 0xC2 where next < 0xA0: return (index..<index &+ 2, UInt32(next))
        case 0xD8 where next == 0x9C: return (index..<index &+ 2, 0x61C)
        case 0xE2 where next & 0xFE == 0x80 && text.count &- index >= 3:
            let scalar = 0x2000 | UInt32(next & 1) << 6 | UInt32(text[index &+ 2] & 0x3F)
            switch scalar {
            case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: return (index..<index &+ 3, scalar)
            default: return nil
            }
        default: return nil
        }
    }
}
