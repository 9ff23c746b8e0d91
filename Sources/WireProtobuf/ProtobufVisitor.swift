import WireFormat

/// Receives everything that a ``ProtobufParser`` reads, in the order of the bytes.
///
/// Every method has an empty default, which costs nothing because the parser is generic over its visitor. The outermost
/// message is not announced.
public protocol ProtobufVisitor: ~Copyable, ~Escapable {
    /// Receives a tag, before its value is checked; all other methods are called after the check.
    mutating func field(_ field: FieldIndex, number: UInt32, at tagStart: Int)
    /// Receives a varint.
    mutating func varint(_ place: ProtobufPlace, _ value: UInt64)
    /// Receives four bytes, little-endian.
    mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32)
    /// Receives eight bytes, little-endian.
    mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64)
    /// Receives a string, bytes, or an unknown length-delimited field; `bytes` is the whole input.
    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>)
    /// Called at the start of a message field.
    mutating func beginMessage(_ place: ProtobufPlace)
    /// Called at the end of the innermost open message field.
    mutating func endMessage(at end: Int)
    /// Called at the start of a group; the group has a message type if the schema knows it.
    mutating func beginGroup(_ place: ProtobufPlace)
    /// Called at the end of the innermost open group; `tag` is the range of its end tag.
    mutating func endGroup(tag: Range<Int>)
    /// Called at the start of packed values.
    mutating func beginPacked(_ place: ProtobufPlace)
    /// Receives a packed value: the same bits as if it were not packed, and the range of its bytes.
    mutating func packed(_ place: ProtobufPlace, _ value: UInt64, _ range: Range<Int>)
    /// Called at the end of packed values.
    mutating func endPacked(_ place: ProtobufPlace)
}

extension ProtobufVisitor where Self: ~Copyable & ~Escapable {
    /// Does nothing.
    @inlinable public mutating func field(_ field: FieldIndex, number: UInt32, at tagStart: Int) {}
    /// Does nothing.
    @inlinable public mutating func varint(_ place: ProtobufPlace, _ value: UInt64) {}
    /// Does nothing.
    @inlinable public mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32) {}
    /// Does nothing.
    @inlinable public mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64) {}
    /// Does nothing.
    @inlinable public mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>) {}
    /// Does nothing.
    @inlinable public mutating func beginMessage(_ place: ProtobufPlace) {}
    /// Does nothing.
    @inlinable public mutating func endMessage(at end: Int) {}
    /// Does nothing.
    @inlinable public mutating func beginGroup(_ place: ProtobufPlace) {}
    /// Does nothing.
    @inlinable public mutating func endGroup(tag: Range<Int>) {}
    /// Does nothing.
    @inlinable public mutating func beginPacked(_ place: ProtobufPlace) {}
    /// Does nothing.
    @inlinable public mutating func packed(_ place: ProtobufPlace, _ value: UInt64, _ range: Range<Int>) {}
    /// Does nothing.
    @inlinable public mutating func endPacked(_ place: ProtobufPlace) {}
}

/// A visitor that ignores everything, for checking whether bytes are a message.
@frozen
public struct NoProtobufVisitor: ProtobufVisitor, Sendable {
    /// Makes the empty visitor.
    @inlinable public init() {}
}
