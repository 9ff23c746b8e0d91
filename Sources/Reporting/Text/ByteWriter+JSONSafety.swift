package import WireFormat

extension ByteWriter {
    /// Escapes what a terminal or a reader may take for something else in the JSON that was appended since `start`:
    /// controls, separators of lines and marks of direction become `\\u` escapes, which mean the same in JSON.
    ///
    /// What was appended behind `end`, where one is said, stays as it is. What only cannot be seen stays, too, unlike in
    /// ``SafeText/json(written:)``: events have texts of people as they were spelt, and joiners are letters of some scripts.
    package mutating func escapeFormatCharacters(from start: Int, to end: Int? = nil) {
        let end = end ?? count
        let first = firstFormatCharacter(in: start..<end)
        guard let first else { return }
        let rest = [UInt8](copying: span.extracting(first..<count))
        truncate(to: first)
        var done = 0
        let looked = rest.span.extracting(0..<end - first)
        while let place = Self.formatCharacter(in: looked, from: done) {
            append(rest.span.extracting(done..<place.range.lowerBound))
            append("\\u")
            append(hex: UInt8(truncatingIfNeeded: place.scalar >> 8))
            append(hex: UInt8(truncatingIfNeeded: place.scalar))
            done = place.range.upperBound
        }
        append(rest.span.extracting(done..<rest.count))
    }

    private func firstFormatCharacter(in range: Range<Int>) -> Int? {
        let text = span.extracting(range)
        return Self.formatCharacter(in: text, from: 0).map { range.lowerBound + $0.range.lowerBound }
    }

    /// The next of these characters, and where it lies: U+007F…9F, 061C, 200E…F, 2028…E, 2066…9; JSON itself escapes those
    /// below U+0020.
    private static func formatCharacter(
        in text: Span<UInt8>,
        from start: Int
    ) -> (range: Range<Int>, scalar: UInt32)? {
        var index = start
        // Most text is printable ASCII, which has none of them: 64 bytes at a time.
        while text.count &- index >= 64 {
            if !isPlain(text, at: index), let found = formatCharacter(in: text, from: index, to: index &+ 64) {
                return found
            }
            index &+= 64
        }
        // The last 64 begin among those before them.
        if index == text.count || text.count >= 64 && isPlain(text, at: text.count &- 64) { return nil }
        return formatCharacter(in: text, from: index, to: text.count)
    }

    /// The first of these characters that begins in a part of a text.
    private static func formatCharacter(
        in text: Span<UInt8>,
        from start: Int,
        to end: Int
    ) -> (range: Range<Int>, scalar: UInt32)? {
        var index = start
        while index < end {
            guard text.count >= 8 else {
                if let found = formatCharacter(in: text, at: index) { return found }
                index &+= 1
                continue
            }
            // Of fewer than eight bytes the last eight, which begin before them.
            let place = Swift.min(index, text.count &- 8)
            if let found = formatCharacter(in: text, ofWordAt: place, from: index) { return found }
            index = place &+ 8
        }
        return nil
    }

    /// The first of these characters that begins among eight bytes, and not before `start`.
    @inline(__always)
    private static func formatCharacter(
        in text: Span<UInt8>,
        ofWordAt place: Int,
        from start: Int
    ) -> (range: Range<Int>, scalar: UInt32)? {
        let word = UInt64(littleEndian: word(text, at: place))
        guard mayHold(word) else { return nil }
        var marks = marked(word) & highBits
        while marks != 0 {
            let index = place &+ marks.trailingZeroBitCount &>> 3
            if index >= start, let found = formatCharacter(in: text, at: index) { return found }
            marks &= marks &- 1
        }
        return nil
    }

    /// Whether the 64 bytes from an offset on, which are there, are below 0x7F.
    @inline(__always)
    private static func isPlain(_ text: Span<UInt8>, at index: Int) -> Bool {
        var marks = SIMD16<UInt8>()
        for place in 0..<4 {
            let chunk = text.chunk(at: index &+ 16 &* place)
            // One more sets the high bit of 0x7F.
            marks |= chunk | (chunk &+ 1)
        }
        return !marks.hasHighBit
    }

    /// Whether one of eight bytes may be the first of one of these characters, which few are.
    @inline(__always)
    private static func mayHold(_ word: UInt64) -> Bool {
        guard marked(word) & highBits != 0 else { return false }
        // 0xC2 and 0xE2 differ in a bit that is left out, and so do few others.
        return holds(0xC0, word & 0xDDDD_DDDD_DDDD_DDDD) || holds(0xD8, word) || holds(0x7F, word)
    }

    /// Eight bytes from an offset on, which the caller knows to be there.
    @inline(__always)
    private static func word(_ text: Span<UInt8>, at index: Int) -> UInt64 {
        unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    }

    /// The high bits of bytes.
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// The word with the high bit set in each byte that is 0x7F or more; a sum carries into the next byte from 0xFF only,
    /// which is more anyway.
    @inline(__always)
    private static func marked(_ word: UInt64) -> UInt64 { word | (word &+ 0x0101_0101_0101_0101) }

    /// Whether a byte is one of the eight of a word.
    @inline(__always)
    private static func holds(_ byte: UInt64, _ word: UInt64) -> Bool {
        let rest = word ^ (byte &* 0x0101_0101_0101_0101)
        return (rest &- 0x0101_0101_0101_0101) & ~rest & 0x8080_8080_8080_8080 != 0
    }

    private static func formatCharacter(in text: Span<UInt8>, at index: Int) -> (range: Range<Int>, scalar: UInt32)? {
        if text[index] == 0x7F { return (index..<index &+ 1, 0x7F) }
        guard text.count &- index >= 2 else { return nil }
        let next = text[index &+ 1]
        switch text[index] {
        case 0xC2 where next < 0xA0: return (index..<index &+ 2, UInt32(next))
        case 0xD8 where next == 0x9C: return (index..<index &+ 2, 0x61C)
        case 0xE2 where next & 0xFE == 0x80 && text.count &- index >= 3:
            let scalar = 0x2000 | UInt32(next & 1) << 6 | UInt32(text[index &+ 2] & 0x3F)
            switch scalar {
            case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: return (index..<index &+ 3, scalar)
            default: return nil
            }
        default: return nil
        }
    }
}
