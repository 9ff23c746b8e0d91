public import WireFormat

extension ByteWriter {
    /// Appends text from the wire so that it is safe for a terminal, and returns the columns it takes.
    ///
    /// Control, escape and bidirectional characters are escaped; bytes that are not UTF-8 become U+FFFD.
    @inlinable
    @inline(__always)
    package mutating func append(safe text: Span<UInt8>) -> Int {
        // Nearly all text begins with a run of plain ASCII, which is copied as it is.
        let plain = Self.plainPrefix(of: text)
        append(text.extracting(0..<plain))
        return plain == text.count ? plain : plain &+ appendRest(text, from: plain)
    }

    /// Appends a string so that it is safe for a terminal, and returns the columns it takes.
    @inlinable
    @inline(__always)
    package mutating func append(safe text: String) -> Int {
        var text = text
        return text.withUTF8 { unsafe append(safe: Span(_unsafeElements: $0)) }
    }

    /// Returns the end of the printable ASCII that begins at `start`.
    @inlinable
    @inline(__always)
    package static func plainPrefix(of text: Span<UInt8>, from start: Int = 0) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while text.count &- index >= 8 {
            let word = text.loadUnaligned(at: index, as: UInt64.self)
            // Bytes below 0x20 borrow, 0x7F carries, and all bytes above have their high bit anyway.
            guard (word | word &- ones &* 0x20 | word &+ ones) & highs == 0 else { break }
            index &+= 8
        }
        while index < text.count, text[index] &- 0x20 < 0x5F { index &+= 1 }
        return index
    }

    @usableFromInline
    package mutating func appendRest(_ text: Span<UInt8>, from start: Int) -> Int {
        var columns = 0
        var index = start
        while index < text.count {
            let byte = text[index]
            if byte &- 0x20 < 0x5F {
                append(byte)
                columns &+= 1
                index &+= 1
                continue
            }
            guard let (scalar, length) = UTF8Sequence.scalar(text, at: index) else {
                append("\u{FFFD}")
                columns &+= 1
                index &+= 1
                continue
            }
            if SafeText.isHidden(scalar) {
                columns &+= append(escaped: scalar)
            } else {
                append(text.extracting(index..<index &+ length))
                columns &+= TerminalText.width(scalar)
            }
            index &+= length
        }
        return columns
    }

    private mutating func append(escaped scalar: Unicode.Scalar) -> Int {
        let start = count
        switch scalar {
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        default:
            append("\\u{")
            append(text: String(scalar.value, radix: 16))
            append("}")
        }
        return count - start
    }

    /// Appends a number of spaces.
    @inlinable
    @inline(__always)
    package mutating func append(spaces count: Int) {
        var left = count
        while left > 0 {
            append(UInt8(ascii: " "))
            left &-= 1
        }
    }

    /// Appends as much of a safe text as fits, with an ellipsis in place of the rest; returns the columns used.
    package mutating func append(_ text: Span<UInt8>, fittingIn columns: Int, outOf all: Int) -> Int {
        guard all > columns else {
            append(text)
            return all
        }
        guard columns > 0 else { return 0 }
        let (end, used) = Self.prefix(of: text, from: 0, columns: columns - 1)
        append(text.extracting(0..<end))
        append("…")
        return used + 1
    }

    /// Returns the end of the longest part of a safe text that fits, and its columns.
    package static func prefix(of text: Span<UInt8>, from start: Int, columns: Int) -> (end: Int, columns: Int) {
        var index = start
        var used = 0
        while index < text.count {
            guard let (scalar, length) = UTF8Sequence.scalar(text, at: index) else { break }
            let next = TerminalText.width(scalar)
            guard used + next <= columns else { break }
            used += next
            index += length
        }
        return (index, used)
    }
}
