import WireFormat

// The few shapes that a report's records are made of.
extension ByteWriter {
    /// Appends a number in groups of seven bits, the low ones first.
    mutating func append(varint value: Int) {
        var rest = UInt(bitPattern: value)
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a text with its length before it.
    mutating func append(counted text: String) {
        var text = text
        text.withUTF8 {
            append(varint: $0.count)
            unsafe append(Span(_unsafeElements: $0))
        }
    }

    /// Appends what `body` writes, at most 127 bytes, with its length before it.
    mutating func appendCounted(_ body: (inout ByteWriter) -> Void) {
        let start = count
        append(0)
        body(&self)
        replaceByte(at: start, with: UInt8(count - start - 1))
    }
}
