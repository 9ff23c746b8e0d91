/// Where a field lies and what the schema says of it: what a ``ProtobufVisitor`` hears.
@frozen
public struct ProtobufPlace: Sendable, BitwiseCopyable {
    /// The field, or `.unknown`, also when its wire type is not the schema's.
    public var field: FieldIndex
    /// What the schema says of the field; meaningless for an unknown one.
    public var info: ProtobufField
    /// The field's number; 0 for the outermost message.
    public var number: UInt32
    /// The wire type of the tag.
    public var wireType: ProtobufWireType
    /// Whether the schema knows the number, but with another wire type.
    public var isWrongWireType: Bool
    /// The offset of the tag.
    public var tagStart: Int
    /// The offset after the tag: of the length where there is one.
    public var tagEnd: Int
    /// The offset of the value, after the length.
    public var valueStart: Int
    /// The offset after the value; of a group, which ends later, the offset after its tag.
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
    /// The bytes of the length; empty where there is none.
    @inlinable public var lengthRange: Range<Int> { tagEnd..<valueStart }
    /// The bytes of the value.
    @inlinable public var valueRange: Range<Int> { valueStart..<end }
}
