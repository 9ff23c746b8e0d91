/// Hears of every field that a ``ByteReader`` reads, by name and byte range.
///
/// The reader is generic over its trace, so ``NoTrace`` costs nothing. A trace that records is a class: readers that are
/// cut out of one another share it.
public protocol FieldTrace {
    /// An integer of `range.count` bytes.
    func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>)
    /// Bits without a numeric meaning, shown in hex.
    func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>)
    /// Text of the wire: its bytes, after a length prefix of `prefix` bytes.
    func text(_ name: StaticString, _ content: Range<Int>, prefix: Int)
    /// Bytes that this reader does not look into.
    func bytes(_ name: StaticString, _ range: Range<Int>)
}

/// The trace that hears nothing and costs nothing.
@frozen
public struct NoTrace: FieldTrace, Sendable {
    /// Makes the empty trace.
    @inlinable public init() {}
    /// Does nothing.
    @inlinable public func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>) {}
    /// Does nothing.
    @inlinable public func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>) {}
    /// Does nothing.
    @inlinable public func text(_ name: StaticString, _ content: Range<Int>, prefix: Int) {}
    /// Does nothing.
    @inlinable public func bytes(_ name: StaticString, _ range: Range<Int>) {}
}
