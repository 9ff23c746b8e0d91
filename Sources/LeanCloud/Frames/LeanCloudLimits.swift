public import WireJSON
public import WireProtobuf

/// What protects the reader of LeanCloud's frames from hostile ones; reaching one throws `limit`.
public struct LeanCloudLimits: Hashable, Sendable {
    /// Longest frame, in bytes.
    public var frameBytes = 16 << 20
    /// Of commands and contents in JSON.
    public var json = JSONLimits()
    /// Of commands in protobuf.
    public var protobuf = ProtobufLimits()

    /// The default limits.
    public init() {}
}
