/// The index of a message type in a ``ProtobufSchema``.
@frozen
public struct MessageIndex: Hashable, Sendable, BitwiseCopyable {
    /// The position among the schema's message types; -1 for none.
    public let rawValue: Int32

    /// Makes an index from a position.
    @inlinable
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// No message type: every field in such a message is unknown.
    @inlinable public static var none: MessageIndex { MessageIndex(rawValue: -1) }
}

/// The index of a field in a ``ProtobufSchema``, unique among all its messages.
@frozen
public struct FieldIndex: Hashable, Sendable, BitwiseCopyable {
    /// The position among the schema's fields; -1 for a field that the schema does not know.
    public let rawValue: Int32

    /// Makes an index from a position.
    @inlinable
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// A field that the schema does not know.
    @inlinable public static var unknown: FieldIndex { FieldIndex(rawValue: -1) }

    /// Whether the schema knows the field.
    @inlinable public var isKnown: Bool { rawValue >= 0 }
}

/// The index of an enumeration in a ``ProtobufSchema``.
@frozen
public struct EnumIndex: Hashable, Sendable, BitwiseCopyable {
    /// The position among the schema's enumerations; -1 for none.
    public let rawValue: Int32

    /// Makes an index from a position.
    @inlinable
    public init(rawValue: Int32) { self.rawValue = rawValue }
}
