/// The type of a field.
///
/// The raw values are those of `FieldDescriptorProto.Type`.
@frozen
public enum ProtobufKind: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// `double`.
    case double = 1
    /// `float`.
    case float = 2
    /// `int64`.
    case int64 = 3
    /// `uint64`.
    case uint64 = 4
    /// `int32`.
    case int32 = 5
    /// `fixed64`.
    case fixed64 = 6
    /// `fixed32`.
    case fixed32 = 7
    /// `bool`.
    case bool = 8
    /// `string`.
    case string = 9
    /// A group of proto2.
    case group = 10
    /// A message.
    case message = 11
    /// `bytes`.
    case bytes = 12
    /// `uint32`.
    case uint32 = 13
    /// An enumeration.
    case enumeration = 14
    /// `sfixed32`.
    case sfixed32 = 15
    /// `sfixed64`.
    case sfixed64 = 16
    /// `sint32`, zigzag.
    case sint32 = 17
    /// `sint64`, zigzag.
    case sint64 = 18

    /// The wire type of a single value of this type.
    @inlinable public var wireType: ProtobufWireType {
        switch self {
        case .double, .fixed64, .sfixed64: .fixed64
        case .float, .fixed32, .sfixed32: .fixed32
        case .string, .bytes, .message: .lengthDelimited
        case .group: .startGroup
        default: .varint
        }
    }

    /// Whether repeated values of this type may be packed.
    @inlinable public var isPackable: Bool {
        switch self {
        case .string, .bytes, .message, .group: false
        default: true
        }
    }
}

/// A field of a message type, without its names, which are in the ``ProtobufSchema``.
@frozen
public struct ProtobufField: Sendable, BitwiseCopyable {
    /// The field's number, from 1 to 536870911.
    public let number: UInt32
    /// The index of the field's message type or enumeration; -1 for other types.
    @usableFromInline let target: Int32
    @usableFromInline let keyStart: UInt32
    @usableFromInline let keyLength: UInt32
    /// The index of the field's oneof in its message; -1 for none, as for an `optional` of proto3.
    public let oneof: Int32
    /// The field's type.
    public let kind: ProtobufKind
    /// The wire type of a single value.
    public let wireType: ProtobufWireType
    @usableFromInline let flags: UInt8
    /// The index among the message's required fields, at most 31; 255 for a field that is not required.
    @usableFromInline let requiredPlace: UInt8

    @usableFromInline static let repeatedFlag: UInt8 = 1
    @usableFromInline static let packedFlag: UInt8 = 2
    @usableFromInline static let mapFlag: UInt8 = 4

    init(
        number: UInt32,
        target: Int32,
        keyStart: UInt32,
        keyLength: UInt32,
        oneof: Int32,
        kind: ProtobufKind,
        flags: UInt8,
        requiredPlace: UInt8
    ) {
        self.number = number
        self.target = target
        self.keyStart = keyStart
        self.keyLength = keyLength
        self.oneof = oneof
        self.kind = kind
        self.wireType = kind.wireType
        self.flags = flags
        self.requiredPlace = requiredPlace
    }

    /// Whether the field may occur any number of times, as a map may.
    @inlinable public var isRepeated: Bool { flags & 1 != 0 }
    /// Whether an encoder packs the field.
    @inlinable public var isPacked: Bool { flags & 2 != 0 }
    /// Whether the field is a map: a repeated message of a key and a value.
    @inlinable public var isMap: Bool { flags & 4 != 0 }
    /// Whether every message must have the field.
    @inlinable public var isRequired: Bool { requiredPlace != 255 }
    /// The type of a message or group field; none for other fields.
    @inlinable public var message: MessageIndex {
        MessageIndex(rawValue: kind == .message || kind == .group ? target : -1)
    }
    /// The enumeration of an enum field; -1 for other fields.
    @inlinable public var enumeration: EnumIndex { EnumIndex(rawValue: kind == .enumeration ? target : -1) }

    /// A placeholder for fields that are not in the schema.
    @usableFromInline static let unknown = ProtobufField(
        number: 0,
        target: -1,
        keyStart: 0,
        keyLength: 0,
        oneof: -1,
        kind: .bytes,
        flags: 0,
        requiredPlace: 255
    )
}

/// The place of a message type in the flat tables of a ``ProtobufSchema``.
@frozen
@usableFromInline
struct ProtobufMessageType: Sendable, BitwiseCopyable {
    /// The index of the first field; a message's fields are consecutive and in the order of their numbers.
    @usableFromInline let firstField: Int32
    @usableFromInline let fieldCount: Int32
    @usableFromInline let denseStart: Int32
    @usableFromInline let denseCount: Int32
    @usableFromInline let isMapEntry: Bool

    init(
        firstField: Int32,
        fieldCount: Int32,
        denseStart: Int32,
        denseCount: Int32,
        isMapEntry: Bool
    ) {
        self.firstField = firstField
        self.fieldCount = fieldCount
        self.denseStart = denseStart
        self.denseCount = denseCount
        self.isMapEntry = isMapEntry
    }

    /// A placeholder for messages that are not in the schema.
    @usableFromInline static let none = ProtobufMessageType(
        firstField: 0,
        fieldCount: 0,
        denseStart: 0,
        denseCount: 0,
        isMapEntry: false
    )
}
