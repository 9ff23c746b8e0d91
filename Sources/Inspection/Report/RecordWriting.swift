import WireFormat

// The encodings used in a report's records.
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

    /// Appends a text, preceded by its length.
    mutating func append(counted text: String) {
        let utf8 = text.utf8
        let bytes = utf8.span
        append(varint: bytes.count)
        append(bytes)
    }

    /// Appends the bytes that `body` writes, preceded by their length.
    mutating func appendCounted(_ body: (inout ByteWriter) -> Void) {
        let start = count
        append(0)
        body(&self)
        let length = count - start - 1
        guard length > 0x7F else { return replaceByte(at: start, with: UInt8(length)) }
        let bytes = [UInt8](copying: span.extracting(start + 1..<count))
        truncate(to: start)
        append(varint: length)
        append(bytes)
    }
}
