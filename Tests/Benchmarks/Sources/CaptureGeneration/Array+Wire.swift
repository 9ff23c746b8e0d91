extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func append(littleEndian value: some FixedWidthInteger) {
        append(bigEndian: value.byteSwapped)
    }

    /// Text after its length in two bytes.
    mutating func append(prefixed text: String) {
        append(bigEndian: UInt16(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    /// Appends a number of protobuf: seven bits a byte, the lowest first.
    mutating func append(varint value: UInt64) {
        var rest = value
        while rest > 127 {
            append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Appends a protobuf field that is a number.
    mutating func append(field number: UInt64, _ value: UInt64) {
        append(varint: number << 3)
        append(varint: value)
    }

    /// Appends a protobuf field that is text, bytes or a message.
    mutating func append(field number: UInt64, _ bytes: some Collection<UInt8>) {
        append(varint: number << 3 | 2)
        append(varint: UInt64(bytes.count))
        append(contentsOf: bytes)
    }
}
