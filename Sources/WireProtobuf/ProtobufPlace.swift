/// The byte ranges of a field and its description in the schema, as told to a ``ProtobufVisitor``.
@frozen
public struct ProtobufPlace: Sendable, BitwiseCopyable {
    /// The field, or `.unknown`, also if its wire type differs from the schema's.
    public var field: FieldIndex
    /// The schema's description of the field; meaningless for an unknown field.
    public var info: ProtobufField
    /// The field's number; 0 for the outermost message.
    public var number: UInt32
    /// The wire type of the tag.
    public var wireType: ProtobufWireType
    /// Whether the schema knows the number, but with another wire type.
    public var isWrongWireType: Bool
    /// The offset of the tag.
    public var tagStart: Int
    /// The offset after the tag: of the length, if there is one.
    public var tagEnd: Int
    /// The offset of the value, after the length.
    public var valueStart: Int
    /// The offset after the value; for a group, whose end is not yet known, the offset after its tag.
    public var end: Int

    @inlinable
    init(
        field: FieldIndex,
        info: ProtobufField,
        number: UInt32,
        wireType: ProtobufWireType,
        isWrongWireType: Bool,
        tagStart: Int,
        tagEnd: Int,
        valueStart: Int,
        end: Int
    ) {
        self.field = field
        self.info = info
        self.number = number
        self.wireType = wireType
        self.isWrongWireType = isWrongWireType
        self.tagStart = tagStart
        self.tagEnd = tagEnd
        self.valueStart = valueStart
        self.end = end
    }

    /// The bytes of the tag.
    @inlinable public var tagRange: Range<Int> { tagStart..<tagEnd }
    /// The bytes of the length; empty if there is none.
    @inlinable public var lengthRange: Range<Int> { tagEnd..<valueStart }
    /// The bytes of the value.
    @inlinable public var valueRange: Range<Int> { valueStart..<end }
}
