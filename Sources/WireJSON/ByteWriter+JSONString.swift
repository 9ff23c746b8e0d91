public import WireFormat

extension ByteWriter {
    /// Appends a JSON string with the text `utf8`, quotes included.
    ///
    /// Escapes no more than it must: `"`, `\` and control characters, as `\n`, `\t`, `\r`, `\b`, `\f` or `\u00xx`.
    /// Ill-formed UTF-8 becomes U+FFFD, one for each maximal prefix of a character.
    public mutating func append(jsonString utf8: Span<UInt8>) {
        let end = utf8.count
        reserve(end + 10)
        append(UInt8(ascii: "\""))
        var start = appendPlain(utf8)
        var next = start
        while next < end {
            next = ByteScan.plainEnd(utf8, from: next, to: end)
            guard next < end else { break }
            let byte = ByteScan.byte(utf8, next)
            if byte >= 0x80 {
                next = ByteScan.multibyteEnd(utf8, from: next, to: end)
                guard ByteScan.peek(utf8, next, end) >= 0x80 else { continue }
                append(utf8.extracting(start..<next))
                append("\u{FFFD}")
                next += max(1, -UTF8Sequence.length(utf8, at: next, to: end))
            } else {
                append(utf8.extracting(start..<next))
                append(jsonEscape: byte)
                next += 1
            }
            start = next
        }
        append(utf8.extracting(start..<end))
        append(UInt8(ascii: "\""))
    }

    /// Copies the plain text at the start of `utf8` while checking it, a word at a time; the caller has reserved 8
    /// extra bytes.
    ///
    /// - Returns: the number of bytes copied: all if there is nothing to escape, otherwise whole words.
    @inline(__always)
    private mutating func appendPlain(_ utf8: Span<UInt8>) -> Int {
        let end = utf8.count
        var index = 0
        while end &- index >= 8 {
            let word = ByteScan.load64(utf8, index)
            guard ByteScan.stops(word) == 0 else { return index }
            append(reserved: word)
            index &+= 8
        }
        guard index < end else { return index }
        let word = ByteScan.tail(utf8, from: index, to: end)
        // The bytes above the tail are zero, and zeros end a run.
        guard ByteScan.stops(word).trailingZeroBitCount &>> 3 >= end &- index else { return index }
        append(reserved: word, end &- index)
        return end
    }

    /// Appends a JSON string with the text `literal`, quotes included.
    public mutating func append(jsonString literal: StaticString) {
        ByteScan.withUTF8(literal) { append(jsonString: $0) }
    }

    /// Appends a JSON string with the text `text`, quotes included.
    ///
    /// For a literal, use the `StaticString` form.
    @_disfavoredOverload
    public mutating func append(jsonString text: String) {
        ByteScan.withUTF8(text) { append(jsonString: $0) }
    }

    /// Appends a JSON string with the text that `body` appends, quotes included.
    public mutating func append(jsonStringFrom body: (inout ByteWriter) -> Void) {
        append(UInt8(ascii: "\""))
        let start = count
        body(&self)
        let isPlain = ByteScan.plainEnd(span, from: start, to: count) == count
        guard !isPlain else { return append(UInt8(ascii: "\"")) }
        let utf8 = [UInt8](copying: span.extracting(start..<count))
        truncate(to: start - 1)
        append(jsonString: utf8.span)
    }

    /// Appends the escape of a quote, a backslash or a control character.
    private mutating func append(jsonEscape byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append("u00")
            append(hex: byte)
        }
    }
}
