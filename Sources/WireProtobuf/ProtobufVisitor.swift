import WireFormat

/// Hears of everything that a ``ProtobufParser`` reads, in the order of the bytes.
///
/// Every method does nothing unless a visitor says otherwise, and costs nothing then: the parser is generic over its
/// visitor. The outermost message is not announced.
public protocol ProtobufVisitor: ~Copyable, ~Escapable {
    /// A tag was read; its value comes next. Unlike the other methods this one is called before the value is checked.
    mutating func field(_ field: FieldIndex, number: UInt32, at tagStart: Int)
    /// A varint.
    mutating func varint(_ place: ProtobufPlace, _ value: UInt64)
    /// Four bytes, little-endian.
    mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32)
    /// Eight bytes, little-endian.
    mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64)
    /// A string, bytes, or an unknown length-delimited field; `bytes` is the whole input.
    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>)
    /// The start of a message field.
    mutating func beginMessage(_ place: ProtobufPlace)
    /// The end of the innermost open message field.
    mutating func endMessage(at end: Int)
    /// The start of a group, of a message type when the schema knows it.
    mutating func beginGroup(_ place: ProtobufPlace)
    /// The end of the innermost open group; `tag` is the tag that ends it.
    mutating func endGroup(tag: Range<Int>)
    /// The start of packed values.
    mutating func beginPacked(_ place: ProtobufPlace)
    /// One packed value: its bits as they would be outside, and its bytes.
    mutating func packed(_ place: ProtobufPlace, _ value: UInt64, _ range: Range<Int>)
    /// The end of packed values.
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

/// The visitor that hears nothing: for asking whether bytes are a message.
@frozen
public struct NoProtobufVisitor: ProtobufVisitor, Sendable {
    /// Makes the empty visitor.
    @inlinable public init() {}
}
