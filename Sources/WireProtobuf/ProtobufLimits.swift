/// What protects the reader of protobuf from hostile messages; reaching one throws `limit`.
public struct ProtobufLimits: Hashable, Sendable {
    /// Deepest nesting of messages and groups, in levels (protobuf's own default).
    public var depth = 100
    /// Fields of one message, nested ones included, that a tape keeps.
    public var fields = 1 << 20

    /// The default limits.
    public init() {}
}
