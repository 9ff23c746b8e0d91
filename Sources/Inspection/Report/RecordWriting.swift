import WireFormat

// The few shapes that a report's records are made of.
extension [UInt8] {
    /// Appends a number in groups of seven bits, the low ones first.
    mutating func append(varint value: Int) {
        var rest = UInt(bitPattern: value)
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Appends bytes.
    mutating func append(contentsOf bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    /// Appends a text with its length before it.
    mutating func append(counted text: String) {
        append(varint: text.utf8.count)
        append(contentsOf: text.utf8)
    }
}
