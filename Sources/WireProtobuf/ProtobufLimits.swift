/// What protects the reader of protobuf from hostile messages; reaching one throws `limit`.
public struct ProtobufLimits: Hashable, Sendable {
    /// Deepest nesting of messages and groups, in levels (protobuf's own default).
    public var depth = 100
    /// Fields of one message, nested ones included, that a tape keeps.
    public var fields = 1 << 20
    /// Fields beyond which a tape that may join fields keeps only what counts of them.
    public var compactBeyond = 1 << 14
    /// Nodes that such a tape may always have.
    public var compactNodes = 1 << 18
    /// Beyond that, bytes of the message for each node: a node has 20 bytes of memory.
    public var bytesPerNode = 5

    /// The default limits.
    public init() {}
}
