public import WireFormat

/// Reads one token; the fast paths are inlined into each parser, the rest are calls.
@usableFromInline
enum JSONScanner {
    /// The end of a string, after its closing quote, and facts about its content.
    @frozen
    @usableFromInline
    struct StringToken {
        @usableFromInline var end: Int
        @usableFromInline var hasEscapes: Bool
        @usableFromInline var isASCII: Bool

        @inlinable
        @inline(__always)
        init(end: Int, hasEscapes: Bool, isASCII: Bool) {
            self.end = end
            self.hasEscapes = hasEscapes
            self.isASCII = isASCII
        }
    }

    /// Reads the string whose opening quote is at `start`.
    @inlinable
    @inline(__always)
    static func string(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(WireError) -> StringToken {
        let stop = ByteScan.plainEnd(bytes, from: start &+ 1, to: end)
        if ByteScan.peek(bytes, stop, end) == UInt8(ascii: "\"") {
            return StringToken(end: stop &+ 1, hasEscapes: false, isASCII: true)
        }
        return try restOfString(bytes, from: stop, to: end)
    }

    /// Reads the rest of a string from a byte that is not plain.
    @usableFromInline
    @inline(never)
    static func restOfString(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(WireError) -> StringToken {
        var next = start
        var hasEscapes = false
        var isASCII = true
        while next < end {
            let byte = ByteScan.byte(bytes, next)
            if byte >= 0x80 {
                isASCII = false
                next = ByteScan.multibyteEnd(bytes, from: next, to: end)
                guard ByteScan.peek(bytes, next, end) < 0x80 else {
                    let good = -UTF8Sequence.length(bytes, at: next, to: end)
                    throw JSONFault.unexpected(next + good, "well-formed UTF-8")
                }
            } else if byte == UInt8(ascii: "\"") {
                return StringToken(end: next &+ 1, hasEscapes: hasEscapes, isASCII: isASCII)
            } else if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                next = try escape(bytes, from: next, to: end)
            } else if byte < 0x20 {
                throw JSONFault.unexpected(next, "an escape for a control character")
            }
            next = ByteScan.plainEnd(bytes, from: next, to: end)
        }
        throw JSONFault.unexpected(end, "'\"'")
    }

    /// Reads the escape whose backslash is at `start`; returns the offset after it.
    static func escape(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(WireError) -> Int {
        switch ByteScan.peek(bytes, start + 1, end) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            for index in start + 2..<start + 6 {
                switch ByteScan.peek(bytes, index, end) {
                case 48...57, 65...70, 97...102: continue
                default: throw JSONFault.unexpected(index, "a hex digit")
                }
            }
            return start + 6
        default:
            throw JSONFault.unexpected(start + 1, "an escape character")
        }
    }

    /// Reads the number that begins at `start` with a digit or a minus sign; returns the offset after it.
    @inlinable
    @inline(__always)
    static func number(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(WireError) -> Int {
        var next = start
        if ByteScan.byte(bytes, next) == UInt8(ascii: "-") { next &+= 1 }
        let first = ByteScan.peek(bytes, next, end)
        if first == UInt8(ascii: "0") {
            next &+= 1
        } else {
            guard first &- 48 < 10 else { throw JSONFault.unexpected(next, "a digit") }
            next = ByteScan.digitsEnd(bytes, from: next &+ 1, to: end)
        }
        let after = ByteScan.peek(bytes, next, end)
        if after == UInt8(ascii: ".") || after | 0x20 == UInt8(ascii: "e") {
            return try restOfNumber(bytes, from: next, to: end)
        }
        return next
    }

    /// Reads a number's fraction and exponent.
    @usableFromInline
    @inline(never)
    static func restOfNumber(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(WireError) -> Int {
        var next = start
        if ByteScan.byte(bytes, next) == UInt8(ascii: ".") {
            next = try digits(bytes, from: next + 1, to: end)
        }
        if ByteScan.peek(bytes, next, end) | 0x20 == UInt8(ascii: "e") {
            next += 1
            let sign = ByteScan.peek(bytes, next, end)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { next += 1 }
            next = try digits(bytes, from: next, to: end)
        }
        return next
    }

    /// Reads at least one digit; returns the offset after the last one.
    static func digits(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(WireError) -> Int {
        let next = ByteScan.digitsEnd(bytes, from: start, to: end)
        guard next > start else { throw JSONFault.unexpected(start, "a digit") }
        return next
    }

    /// Returns whether a value can begin with this byte.
    @inlinable
    static func mayBeginValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return true
        default: return false
        }
    }

    /// Reads `true`, `false` or `null`; throws if the byte cannot begin a value.
    @usableFromInline
    @inline(never)
    static func literal(
        _ bytes: Span<UInt8>,
        from start: Int,
        to end: Int
    ) throws(WireError) -> (literal: JSONLiteral, end: Int) {
        switch ByteScan.peek(bytes, start, end) {
        case UInt8(ascii: "t"): return (.true, try word("true", bytes, from: start, to: end))
        case UInt8(ascii: "f"): return (.false, try word("false", bytes, from: start, to: end))
        case UInt8(ascii: "n"): return (.null, try word("null", bytes, from: start, to: end))
        case 0xEF where end - start >= 3 && bytes[start + 1] == 0xBB && bytes[start + 2] == 0xBF:
            throw JSONFault.unexpected(start, "a value, not a byte order mark")
        default: throw JSONFault.unexpected(start, "a value")
        }
    }

    /// Reads the letters of `word`; returns the offset after them.
    static func word(
        _ word: StaticString,
        _ bytes: Span<UInt8>,
        from start: Int,
        to end: Int
    ) throws(WireError) -> Int {
        let same = ByteScan.withUTF8(word) { letters in
            var same = 0
            while same < letters.count, ByteScan.peek(bytes, start + same, end) == letters[same] { same += 1 }
            return same
        }
        guard same == word.utf8CodeUnitCount else { throw JSONFault.unexpected(start + same, word) }
        return start + same
    }
}
