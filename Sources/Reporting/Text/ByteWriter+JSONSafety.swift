package import WireFormat

extension ByteWriter {
    /// Escapes characters in JSON appended since `start` that could mislead a terminal or a reader.
    ///
    /// Control characters, line separators and marks of direction become `\\u` escapes, which mean the same in JSON.
    /// Bytes after `end`, if given, stay as they are. Characters that are merely invisible stay too, unlike in
    /// ``SafeText/json(written:)``: events contain texts of people as they were spelt, and joiners are letters of some
    /// scripts.
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

    /// Returns the next such character with its range: U+007F…9F, 061C, 200E…F, 2028…E, 2066…9; JSON itself escapes
    /// those below U+0020.
    private static func formatCharacter(
        in text: Span<UInt8>,
        from start: Int
    ) -> (range: Range<Int>, scalar: UInt32)? {
        var index = start
        // Most text is printable ASCII without any of them, so 64 bytes are checked at a time.
        while text.count &- index >= 64 {
            if !isPlain(text, at: index), let found = formatCharacter(in: text, from: index, to: index &+ 64) {
                return found
            }
            index &+= 64
        }
        // The last 64 bytes overlap with bytes checked before.
        if index == text.count || text.count >= 64 && isPlain(text, at: text.count &- 64) { return nil }
        return formatCharacter(in: text, from: index, to: text.count)
    }

    /// Returns the first such character that begins in a part of a text.
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
            // If fewer than eight bytes remain, the last eight are checked, which begin earlier.
            let place = Swift.min(index, text.count &- 8)
            if let found = formatCharacter(in: text, ofWordAt: place, from: index) { return found }
            index = place &+ 8
        }
        return nil
    }

    /// Returns the first such character that begins among eight bytes, but not before `start`.
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

    /// Returns whether 64 bytes from an offset on are all below 0x7F; they must exist.
    @inline(__always)
    private static func isPlain(_ text: Span<UInt8>, at index: Int) -> Bool {
        var marks = SIMD16<UInt8>()
        for place in 0..<4 {
            let chunk = text.chunk(at: index &+ 16 &* place)
            // Adding one sets the high bit of 0x7F.
            marks |= chunk | (chunk &+ 1)
        }
        return !marks.hasHighBit
    }

    /// Returns whether one of eight bytes may begin such a character; other bytes rarely match.
    @inline(__always)
    private static func mayHold(_ word: UInt64) -> Bool {
        guard marked(word) & highBits != 0 else { return false }
        // 0xC2 and 0xE2 differ in one bit, which is masked out; few other bytes match.
        return holds(0xC0, word & 0xDDDD_DDDD_DDDD_DDDD) || holds(0xD8, word) || holds(0x7F, word)
    }

    /// Returns eight bytes from an offset on; they must exist.
    @inline(__always)
    private static func word(_ text: Span<UInt8>, at index: Int) -> UInt64 {
        unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    }

    /// The high bit of each byte.
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns the word with the high bit set in each byte that is 0x7F or more; the sum carries into the next byte
    /// only from 0xFF, whose high bit is set anyway.
    @inline(__always)
    private static func marked(_ word: UInt64) -> UInt64 { word | (word &+ 0x0101_0101_0101_0101) }

    /// Returns whether one of the eight bytes of a word is a given byte.
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
