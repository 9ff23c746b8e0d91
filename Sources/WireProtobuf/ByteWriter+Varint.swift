public import WireFormat

extension ByteWriter {
    /// Appends a varint in its shortest form, one to ten bytes.
    @inlinable
    public mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a protobuf tag in its shortest form.
    @inlinable
    public mutating func append(protobufTag number: UInt32, _ wireType: ProtobufWireType) {
        append(varint: UInt64(number) << 3 | UInt64(wireType.rawValue))
    }

    /// Appends four bytes, little-endian.
    @inlinable
    public mutating func append(littleEndian value: UInt32) { append(bigEndian: value.byteSwapped) }

    /// Appends eight bytes, little-endian.
    @inlinable
    public mutating func append(littleEndian value: UInt64) { append(bigEndian: value.byteSwapped) }
}
