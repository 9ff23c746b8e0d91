/// The encoding of a value on the wire: the low three bits of a tag.
@frozen
public enum ProtobufWireType: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// Up to ten bytes of seven bits each, lowest first.
    case varint = 0
    /// Eight bytes, little-endian.
    case fixed64 = 1
    /// A varint length and as many bytes.
    case lengthDelimited = 2
    /// The start of a group, which ends with a tag of its own.
    case startGroup = 3
    /// The end of a group.
    case endGroup = 4
    /// Four bytes, little-endian.
    case fixed32 = 5
}
