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
        /// A length-delimited run of scalars; `bits` is their number.
        @inlinable public static var packed: Flags { Flags(rawValue: 16) }
        /// A message or group: its children follow.
        @inlinable public static var structure: Flags { Flags(rawValue: 32) }
        /// A message whose known fields are not each once (or repeated in a row) in the order of their numbers, so that
        /// protobuf's merging rules matter.
        @inlinable public static var unordered: Flags { Flags(rawValue: 64) }
        /// An error came before the end of this message or group.
        @inlinable public static var incomplete: Flags { Flags(rawValue: 128) }
    }

    /// The offset of the tag; of the outermost message, which has none, of its first byte.
    public internal(set) var tagStart: Int
    /// The offset after the value, and after the end tag of a group.
    public internal(set) var end: Int
    /// The value of a varint or fixed field, not yet read as signed, zigzag or floating-point; the number of values of
    /// a packed field; 0 for other fields.
    public internal(set) var bits: UInt64
    /// The field, or `.unknown`.
    public internal(set) var field: FieldIndex
    /// The field's number; 0 for the outermost message.
    public internal(set) var number: UInt32
    /// The position of the first node after this one and all that it contains.
    public internal(set) var next: Int32
    /// How many messages and groups contain this node.
    public internal(set) var depth: UInt16
    /// The wire type.
    public internal(set) var wireType: ProtobufWireType
    /// What else is to be known.
    public var flags: Flags
    @usableFromInline var tagLength: UInt8
    /// Of the end tag of a group; of the length of other fields.
    @usableFromInline var lengthLength: UInt8

    /// The bytes of the tag.
    @inlinable public var tagRange: Range<Int> { tagStart..<tagStart &+ Int(tagLength) }

    /// The bytes of the length; empty where there is none.
    @inlinable public var lengthRange: Range<Int> {
        let start = tagStart &+ Int(tagLength)
        return start..<(wireType == .startGroup ? start : start &+ Int(lengthLength))
    }

    /// The bytes of the value, without tag and length, and without the end tag of a group.
    @inlinable public var valueRange: Range<Int> {
        let start = tagStart &+ Int(tagLength)
        return wireType == .startGroup
            ? start..<end &- Int(lengthLength) : start &+ Int(lengthLength)..<end
    }

    /// The bytes of the tag that ends a group; empty for other fields.
    @inlinable public var endTagRange: Range<Int> {
        wireType == .startGroup ? end &- Int(lengthLength)..<end : end..<end
    }

    /// Whether the schema does not know the field.
    @inlinable public var isUnknown: Bool { flags.contains(.unknown) }
    /// Whether the node stands for several fields in a row that the schema does not know, which were joined to spare
    /// memory: ``bits`` is how many, ``valueRange`` their bytes, and ``number`` that of the first.
    @inlinable public var isRun: Bool { wireType == .endGroup }
    /// Whether the node is a message or group with children.
    @inlinable public var isStructure: Bool { flags.contains(.structure) }

    @inline(__always)
    init(_ place: ProtobufPlace, bits: UInt64, next: Int32, depth: UInt16, flags: Flags) {
        tagStart = place.tagStart
        end = place.end
        self.bits = bits
        field = place.field
        number = place.number
        self.next = next
        self.depth = depth
        wireType = place.wireType
        self.flags = flags
        tagLength = UInt8(truncatingIfNeeded: place.tagEnd &- place.tagStart)
        lengthLength = UInt8(truncatingIfNeeded: place.valueStart &- place.tagEnd)
    }

    /// Takes in the field behind it, which the schema does not know either.
    mutating func join(end: Int) {
        if !isRun {
            // No field has this wire type.
            wireType = .endGroup
            tagLength = 0
            lengthLength = 0
            bits = 1
        }
        bits &+= 1
        self.end = end
    }

    /// The outermost message.
    init(outermost range: Range<Int>) {
        tagStart = range.lowerBound
        end = range.upperBound
        bits = 0
        field = .unknown
        number = 0
        next = -1
        depth = 0
        wireType = .lengthDelimited
        flags = .structure
        tagLength = 0
        lengthLength = 0
    }
}
