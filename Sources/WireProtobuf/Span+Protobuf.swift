/// The unchecked loads of the parser: each caller has checked the offset against the end of the message, and the parser
/// has checked that end against the span.
extension Span where Element == UInt8 {
    @inlinable
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 { unsafe self[unchecked: offset] }

    @inlinable
    @inline(__always)
    func littleEndian32(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    @inlinable
    @inline(__always)
    func littleEndian64(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }
}
