/// Receives every field that a ``ByteReader`` reads, with its name and byte range.
///
/// The reader is generic over its trace, so ``NoTrace`` costs nothing. A trace that records must be a class, because
/// sliced readers share their trace.
public protocol FieldTrace {
    /// Receives an integer of `range.count` bytes.
    func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>)
    /// Receives bits without a numeric meaning, to be shown in hex.
    func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>)
    /// Receives the byte range of a text, which follows a length prefix of `prefix` bytes.
    func text(_ name: StaticString, _ content: Range<Int>, prefix: Int)
    /// Receives bytes that the reader does not decode further.
    func bytes(_ name: StaticString, _ range: Range<Int>)
}

/// The trace that ignores every field and costs nothing.
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
