import WireFormat

/// Decodes the text between the quotes of a string that the parser has accepted.
@usableFromInline
enum JSONText {
    /// Returns the text of the bytes in `content`.
    @usableFromInline
    static func decode(_ bytes: Span<UInt8>, in content: Range<Int>, hasEscapes: Bool) -> String {
        guard hasEscapes else { return String(decodingUTF8: bytes.extracting(content)) }
        var writer = ByteWriter(capacity: content.count)
        unescape(bytes, in: content, into: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Returns the text of the bytes in `content`, which must be valid UTF-8 without escapes.
    @inlinable
    @inline(__always)
    static func copy(_ bytes: Span<UInt8>, in content: Range<Int>, isASCII: Bool) -> String {
        unsafe String(copying: UTF8Span(unchecked: bytes.extracting(content), isKnownASCII: isASCII))
    }

    /// Returns whether the text of the bytes in `content` equals `text`.
    static func equals(_ bytes: Span<UInt8>, in content: Range<Int>, hasEscapes: Bool, _ text: String) -> Bool {
        if hasEscapes { return decode(bytes, in: content, hasEscapes: true).utf8.elementsEqual(text.utf8) }
        guard text.utf8.count == content.count else { return false }
        var index = content.lowerBound
        for byte in text.utf8 {
            if bytes[index] != byte { return false }
            index &+= 1
        }
        return true
    }

    /// Appends the UTF-8 of the escaped bytes; a surrogate without its other half becomes U+FFFD.
    static func unescape(_ bytes: Span<UInt8>, in content: Range<Int>, into writer: inout ByteWriter) {
        var next = content.lowerBound
        while next < content.upperBound {
            var run = next
            while run < content.upperBound, bytes[run] != UInt8(ascii: "\\") { run += 1 }
            writer.append(bytes.extracting(next..<run))
            guard run + 1 < content.upperBound else { return }
            next = run + 2
            switch bytes[run + 1] {
            case UInt8(ascii: "b"): writer.append(0x08)
            case UInt8(ascii: "f"): writer.append(0x0C)
            case UInt8(ascii: "n"): writer.append(0x0A)
            case UInt8(ascii: "r"): writer.append(0x0D)
            case UInt8(ascii: "t"): writer.append(0x09)
            case UInt8(ascii: "u"):
                var value = unit(bytes, at: run, in: content) ?? 0xFFFD
                next = min(run + 6, content.upperBound)
                if value & 0xFC00 == 0xD800, let low = unit(bytes, at: next, in: content), low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
                    next += 6
                }
                let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { writer.append(byte) }
            case let itself: writer.append(itself)
            }
        }
    }

    /// Returns the UTF-16 code unit of a `\uXXXX` at `index`, or `nil` if there is none.
    private static func unit(_ bytes: Span<UInt8>, at index: Int, in content: Range<Int>) -> UInt32? {
        guard index + 6 <= content.upperBound, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt32 = 0
        for digit in index + 2..<index + 6 {
            let byte = bytes[digit]
            value = value << 4 | UInt32(byte < 58 ? byte - 48 : (byte | 0x20) - 87)
        }
        return value
    }
}
