/// A field of a decoded message in a ``ProtobufTape``.
@frozen
public struct ProtobufNode: Sendable, BitwiseCopyable {
    /// What is to be known of a node besides its value.
    @frozen
    public struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
        /// The bits.
        public let rawValue: UInt8
        /// Makes flags from bits.
        @inlinable
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The schema does not know the field.
        @inlinable public static var unknown: Flags { Flags(rawValue: 1) }
        /// The schema knows the number with another wire type; also `unknown`.
        @inlinable public static var wrongWireType: Flags { Flags(rawValue: 2) }
        /// A string that is not UTF-8.
        @inlinable public static var invalidUTF8: Flags { Flags(rawValue: 4) }
        /// Left out of the JSON by the caller's wish.
        @inlinable public static var omitted: Flags { Flags(rawValue: 8) }
        /// A length-delimited run of scalars.
        @inlinable public static var packed: Flags { Flags(rawValue: 16) }
        /// A message or group: its children follow.
        @inlinable public static var structure: Flags { Flags(rawValue: 32) }
        /// A message whose known fields are not each once (or repeated in a row) in the order of their numbers, so that
        /// protobuf's merging rules matter.
        @inlinable public static var unordered: Flags { Flags(rawValue: 64) }
        /// An error came before the end of this message or group.
        @inlinable public static var incomplete: Flags { Flags(rawValue: 128) }
    }

    // A message may have a field for every two of its bytes: a node has no more memory than it needs, and no value.
    @usableFromInline var start: UInt32
    @usableFromInline var stop: UInt32
    /// Number and wire type, as in a tag.
    @usableFromInline var tag: UInt32
    /// The position of the first node after this one and all that it contains.
    public internal(set) var next: Int32
    /// The field's index; `unknownField` where the schema does not know it.
    @usableFromInline var fieldIndex: UInt16
    /// What else is to be known.
    public var flags: Flags
    /// Bytes of the tag in the low four bits; above them those of the length, or of the end tag of a group.
    @usableFromInline var lengths: UInt8

    /// Stands for no field; a schema has fewer.
    @usableFromInline static var unknownField: UInt16 { .max }

    /// The field, or `.unknown`.
    @inlinable public var field: FieldIndex {
        fieldIndex == Self.unknownField ? .unknown : FieldIndex(rawValue: Int32(fieldIndex))
    }

    /// The offset of the tag; of the outermost message, which has none, of its first byte.
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
        // Only wire types are ever put in.
        @inlinable get { ProtobufWireType(rawValue: UInt8(truncatingIfNeeded: tag & 7)) ?? .varint }
        set { tag = tag & ~7 | UInt32(newValue.rawValue) }
    }

    @usableFromInline var tagLength: Int { Int(lengths & 15) }

    /// Of the end tag of a group; of the length of other fields.
    @usableFromInline var lengthLength: Int {
        get { Int(lengths >> 4) }
        set { lengths = lengths & 15 | UInt8(truncatingIfNeeded: newValue) << 4 }
    }

    /// The bytes of the tag.
    @inlinable public var tagRange: Range<Int> { tagStart..<tagStart &+ tagLength }

    /// The bytes of the length; empty where there is none.
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
    /// Whether the node stands for several fields in a row that the schema does not know, or that do not count by
    /// themselves, which were joined to spare memory: ``valueRange`` are their bytes, and ``number`` is that of the first.
    @inlinable public var isRun: Bool { wireType == .endGroup }
    /// Whether the node is a run that holds repeated fields which the schema knows.
    var holdsKnown: Bool { isRun && flags.contains(.packed) }
    /// Whether the node is a message or group with children.
    @inlinable public var isStructure: Bool { flags.contains(.structure) }

    /// The value of a varint or fixed field, not yet read as signed, zigzag or floating-point; 0 for other fields.
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

    /// Takes in the field behind it, which the schema does not know either.
    mutating func join(end: Int) {
        if !isRun {
            // No field has this wire type.
            wireType = .endGroup
            lengths = 0
        }
        self.end = end
    }

    /// Takes in the field behind it, which the schema may know.
    mutating func join(end: Int, isKnown: Bool) {
        let holdsKnown = isKnown || holdsKnown || !isUnknown
        join(end: end)
        fieldIndex = Self.unknownField
        flags = holdsKnown ? [.unknown, .packed] : .unknown
    }

    /// The outermost message.
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
