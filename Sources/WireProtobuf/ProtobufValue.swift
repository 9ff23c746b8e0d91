import WireFormat

/// The value of a field in an editable ``ProtobufMessage``, by wire type.
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
    /// Packed scalars of one wire type.
    case packed(ProtobufWireType, [UInt64])

    /// Makes a string.
    public static func string(_ text: String) -> ProtobufValue { .bytes(Array(text.utf8)) }
    /// Makes a signed number in zigzag (`sint32`, `sint64`).
    public static func zigzag(_ value: Int64) -> ProtobufValue { .varint(value.zigzagged) }
    /// Makes a `double`.
    public static func double(_ value: Double) -> ProtobufValue { .fixed64(value.bitPattern) }
    /// Makes a `float`.
    public static func float(_ value: Float) -> ProtobufValue { .fixed32(value.bitPattern) }

    /// The wire type of the value.
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

/// The original bytes of a field's parts, if the field was not in its shortest form.
///
/// A part is used only if it still encodes the field's current value, so edits need not update it.
struct ProtobufSpelling: Hashable, Sendable {
    var tag: [UInt8] = []
    var length: [UInt8] = []
    /// The bytes of a varint or of packed varints.
    var value: [UInt8] = []
    var endTag: [UInt8] = []

    /// Returns the number that all of `bytes` encode, or `nil` if they are not exactly one varint.
    static func varint(_ bytes: some Collection<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for (place, byte) in bytes.enumerated() {
            guard place < 10 else { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(place * 7)
            if byte < 0x80 { return place == bytes.count - 1 ? value : nil }
        }
        return nil
    }

    /// Returns the numbers that all of `bytes` encode in sequence, or `nil` if they are not varints.
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
    /// Appends a varint in its original bytes if these still encode `value`.
    mutating func append(varint value: UInt64, spelt spelling: [UInt8]) {
        if !spelling.isEmpty, ProtobufSpelling.varint(spelling) == value {
            append(spelling)
        } else {
            append(varint: value)
        }
    }
}
