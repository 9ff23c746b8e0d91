extension Span where Element == UInt8 {
    /// Returns a number in the machine's own byte order, at any offset.
    ///
    /// Traps if `offset` is out of bounds.
    @inlinable
    @inline(__always)
    public func loadUnaligned<Value: BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
        precondition(offset >= 0 && offset &+ MemoryLayout<Value>.size <= count)
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: type)
    }

    /// Returns a big-endian number of two bytes.
    ///
    /// Traps if `offset` is out of bounds.
    @inlinable
    @inline(__always)
    public func uint16(at offset: Int) -> UInt16 { UInt16(bigEndian: loadUnaligned(at: offset, as: UInt16.self)) }

    /// Returns a big-endian number of four bytes.
    ///
    /// Traps if `offset` is out of bounds.
    @inlinable
    @inline(__always)
    public func uint32(at offset: Int) -> UInt32 { UInt32(bigEndian: loadUnaligned(at: offset, as: UInt32.self)) }

    /// Returns a big-endian number of eight bytes.
    ///
    /// Traps if `offset` is out of bounds.
    @inlinable
    @inline(__always)
    public func uint64(at offset: Int) -> UInt64 { UInt64(bigEndian: loadUnaligned(at: offset, as: UInt64.self)) }
}
