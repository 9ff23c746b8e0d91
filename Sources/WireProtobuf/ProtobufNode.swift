/// A field of a decoded message in a ``ProtobufTape``.
@frozen
public struct ProtobufNode: Sendable, BitwiseCopyable {
    /// Facts about a node besides its value.
    @frozen
    public struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
        /// The bits.
        public let rawValue: UInt8
        /// Makes flags from bits.
        @inlinable
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The schema does not know the field.
        @inlinable public static var unknown: Flags { Flags(rawValue: 1) }
        /// The schema knows the number, but with another wire type; `unknown` is set too.
        @inlinable public static var wrongWireType: Flags { Flags(rawValue: 2) }
        /// A string that is not UTF-8.
        @inlinable public static var invalidUTF8: Flags { Flags(rawValue: 4) }
        /// The caller has left the node out of the JSON.
        @inlinable public static var omitted: Flags { Flags(rawValue: 8) }
        /// A length-delimited run of scalars.
        @inlinable public static var packed: Flags { Flags(rawValue: 16) }
        /// A message or group; its children follow.
        @inlinable public static var structure: Flags { Flags(rawValue: 32) }
        /// A message to which protobuf's merging rules apply.
        ///
        /// Its known fields are not each once (repeated ones: in a row) in the order of their numbers, or several of
        /// them belong to oneofs.
        @inlinable public static var unordered: Flags { Flags(rawValue: 64) }
        /// A parse error occurred before the end of this message or group.
        @inlinable public static var incomplete: Flags { Flags(rawValue: 128) }
    }

    // A message may have a field per two bytes, so a node is kept as small as possible and does not hold its value.
    @usableFromInline var start: UInt32
    @usableFromInline var stop: UInt32
    /// The number and wire type, as in a tag.
    @usableFromInline var tag: UInt32
    /// The index of the first node after this node and its descendants.
    public internal(set) var next: Int32
    /// The field's index; `unknownField` if the schema does not know the field.
    @usableFromInline var fieldIndex: UInt16
    /// Facts about the node.
    public var flags: Flags
    /// The length of the tag in the low four bits; above them that of the length prefix, or of a group's end tag.
    @usableFromInline var lengths: UInt8

    /// A placeholder for no field; schemas have fewer fields.
    @usableFromInline static var unknownField: UInt16 { .max }

    /// The field, or `.unknown`.
    @inlinable public var field: FieldIndex {
        fieldIndex == Self.unknownField ? .unknown : FieldIndex(rawValue: Int32(fieldIndex))
    }

    /// The offset of the tag; for the outermost message, which has none, the offset of its first byte.
    @inlinable public var tagStart: Int { Int(start) }

    /// The offset after the value, and after the end tag of a group.
    public internal(set) var end: Int {
        @inlinable get { Int(stop) }
        set { stop = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The field's number; 0 for the outermost message.
    @inlinable public var number: UInt32 { tag >> 3 }

    /// The wire type.
    public internal(set) var wireType: ProtobufWireType {
        // Only valid wire types are ever stored.
        @inlinable get { ProtobufWireType(rawValue: UInt8(truncatingIfNeeded: tag & 7)) ?? .varint }
        set { tag = tag & ~7 | UInt32(newValue.rawValue) }
    }

    @usableFromInline var tagLength: Int { Int(lengths & 15) }

    /// The length of a group's end tag, or of another field's length prefix.
    @usableFromInline var lengthLength: Int {
        get { Int(lengths >> 4) }
        set { lengths = lengths & 15 | UInt8(truncatingIfNeeded: newValue) << 4 }
    }

    /// The bytes of the tag.
    @inlinable public var tagRange: Range<Int> { tagStart..<tagStart &+ tagLength }

    /// The bytes of the length prefix; empty if there is none.
    @inlinable public var lengthRange: Range<Int> {
        let start = tagStart &+ tagLength
        return start..<(wireType == .startGroup ? start : start &+ lengthLength)
    }

    /// The bytes of the value, without tag and length, and without the end tag of a group.
    @inlinable public var valueRange: Range<Int> {
        let start = tagStart &+ tagLength
        return wireType == .startGroup
            ? start..<end &- lengthLength : start &+ lengthLength..<end
    }

    /// The bytes of the tag that ends a group; empty for other fields.
    @inlinable public var endTagRange: Range<Int> {
        wireType == .startGroup ? end &- lengthLength..<end : end..<end
    }

    /// Whether the schema does not know the field.
    @inlinable public var isUnknown: Bool { flags.contains(.unknown) }
    /// Whether the node stands for several consecutive fields that were joined to save memory.
    ///
    /// The schema does not know these fields, or they do not count individually. ``valueRange`` is the range of their
    /// bytes, and ``number`` is the number of the first field.
    @inlinable public var isRun: Bool { wireType == .endGroup }
    /// Whether the node is a run with repeated fields that the schema knows.
    var holdsKnown: Bool { isRun && flags.contains(.packed) }
    /// Whether the node is a message or group with children.
    @inlinable public var isStructure: Bool { flags.contains(.structure) }

    /// Returns the value of a varint or fixed field, not yet read as signed, zigzag or floating-point; 0 for other
    /// fields.
    ///
    /// - Parameter bytes: the input that the tape was decoded from.
    @inlinable
    public func bits(in bytes: Span<UInt8>) -> UInt64 {
        precondition(end <= bytes.count, "other bytes than those of the tape")
        let start = valueRange.lowerBound
        switch wireType {
        case .varint:
            var bits = UInt64(bytes.byte(start) & 0x7F)
            var shift: UInt64 = 7
            var index = start &+ 1
            while index < end {
                bits |= UInt64(bytes.byte(index) & 0x7F) &<< shift
                shift &+= 7
                index &+= 1
            }
            return bits
        case .fixed64: return bytes.littleEndian64(start)
        case .fixed32: return UInt64(bytes.littleEndian32(start))
        case .lengthDelimited, .startGroup, .endGroup: return 0
        }
    }

    @inline(__always)
    init(_ place: ProtobufPlace, next: Int32, flags: Flags) {
        start = UInt32(truncatingIfNeeded: place.tagStart)
        stop = UInt32(truncatingIfNeeded: place.end)
        fieldIndex = UInt16(truncatingIfNeeded: place.field.rawValue)
        tag = place.number << 3 | UInt32(place.wireType.rawValue)
        self.next = next
        self.flags = flags
        let tagLength = UInt8(truncatingIfNeeded: place.tagEnd &- place.tagStart)
        let lengthLength = UInt8(truncatingIfNeeded: place.valueStart &- place.tagEnd)
        lengths = tagLength & 15 | lengthLength << 4
    }

    /// Joins the next field to this node; the schema knows neither of them.
    mutating func join(end: Int) {
        if !isRun {
            // Marks a run: no field has this wire type.
            wireType = .endGroup
            lengths = 0
        }
        self.end = end
    }

    /// Joins the next field to this node; the schema may know the fields.
    mutating func join(end: Int, isKnown: Bool) {
        let holdsKnown = isKnown || holdsKnown || !isUnknown
        join(end: end)
        fieldIndex = Self.unknownField
        flags = holdsKnown ? [.unknown, .packed] : .unknown
    }

    /// Makes the node of the outermost message.
    init(outermost range: Range<Int>) {
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        stop = UInt32(truncatingIfNeeded: range.upperBound)
        fieldIndex = Self.unknownField
        tag = UInt32(ProtobufWireType.lengthDelimited.rawValue)
        next = -1
        flags = .structure
        lengths = 0
    }
}
