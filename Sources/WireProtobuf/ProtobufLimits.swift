/// The limits that protect the decoder from hostile messages; exceeding `depth`, `fields` or the nodes throws `limit`.
public struct ProtobufLimits: Hashable, Sendable {
    /// The deepest nesting of messages and groups, in levels (protobuf's own default).
    public var depth = 100
    /// The largest number of fields on a tape, nested fields included.
    public var fields = 1 << 20
    /// The number of fields beyond which a tape that may join fields becomes compact (``ProtobufTape/isCompact``).
    public var compactBeyond = 1 << 14
    /// The number of nodes that a compact tape may always have.
    public var compactNodes = 1 << 18
    /// The bytes of the message per node of a compact tape beyond `compactNodes`; a node takes 20 bytes of memory.
    public var bytesPerNode = 5

    /// Makes the default limits.
    public init() {}
}
