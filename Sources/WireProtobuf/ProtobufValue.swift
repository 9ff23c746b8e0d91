import WireFormat

/// The value of a field in an editable ``ProtobufMessage``, as it lies on the wire.
public indirect enum ProtobufValue: Hashable, Sendable {
    /// A varint.
    case varint(UInt64)
    /// Eight bytes, little-endian.
    case fixed64(UInt64)
    /// Four bytes, little-endian.
    case fixed32(UInt32)
    /// A string, bytes, or an unknown length-delimited field.
    case bytes([UInt8])
    /// A message that the schema knows.
    case message(ProtobufMessage)
    /// A group, known or not.
    case group(ProtobufMessage)
    /// Scalars of one wire type in one field.
    case packed(ProtobufWireType, [UInt64])

    /// A string.
    public static func string(_ text: String) -> ProtobufValue { .bytes(Array(text.utf8)) }
    /// A signed number in zigzag (`sint32`, `sint64`).
    public static func zigzag(_ value: Int64) -> ProtobufValue { .varint(value.zigzagged) }
    /// A `double`.
    public static func double(_ value: Double) -> ProtobufValue { .fixed64(value.bitPattern) }
    /// A `float`.
    public static func float(_ value: Float) -> ProtobufValue { .fixed32(value.bitPattern) }

    /// How the value lies on the wire.
    public var wireType: ProtobufWireType {
        switch self {
        case .varint: .varint
        case .fixed64: .fixed64
        case .fixed32: .fixed32
        case .bytes, .message, .packed: .lengthDelimited
        case .group: .startGroup
        }
    }
}

/// How a field was spelt where that is not the shortest form.
///
/// A part is used only while it still says what the field says, so that an edited field needs no care.
struct ProtobufSpelling: Hashable, Sendable {
    var tag: [UInt8] = []
    var length: [UInt8] = []
    /// Of a varint or packed varints.
    var value: [UInt8] = []
    var endTag: [UInt8] = []

    /// The number that `bytes`, all of them, spell; `nil` when they are not one varint.
    static func varint(_ bytes: some Collection<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for (place, byte) in bytes.enumerated() {
            guard place < 10 else { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(place * 7)
            if byte < 0x80 { return place == bytes.count - 1 ? value : nil }
        }
        return nil
    }

    /// The numbers that `bytes`, all of them, spell one after the other.
    static func varints(_ bytes: [UInt8]) -> [UInt64]? {
        var values: [UInt64] = []
        var start = 0
        for index in bytes.indices where bytes[index] < 0x80 {
            guard let value = varint(bytes[start...index]) else { return nil }
            values.append(value)
            start = index + 1
        }
        return start == bytes.count ? values : nil
    }
}

extension ByteWriter {
    /// Appends a varint as it was spelt, if that still says `value`.
    mutating func append(varint value: UInt64, spelt spelling: [UInt8]) {
        if !spelling.isEmpty, ProtobufSpelling.varint(spelling) == value {
            append(spelling)
        } else {
            append(varint: value)
        }
    }
}
