public import WireJSON
public import WireProtobuf

/// Limits that protect the reader of LeanCloud's frames against hostile ones; reaching one throws `limit`.
public struct LeanCloudLimits: Hashable, Sendable {
    /// The longest frame, in bytes.
    public var frameBytes = 16 << 20
    /// The limits for commands and contents in JSON.
    public var json = JSONLimits()
    /// The limits for commands in protobuf.
    public var protobuf = ProtobufLimits()

    /// The default limits.
    public init() {}

    /// No limits, for bytes that have passed the caller's limits before.
    static let none: LeanCloudLimits = {
        var limits = LeanCloudLimits()
        limits.frameBytes = .max
        limits.json.depth = .max
        limits.json.bytes = .max
        limits.protobuf.depth = .max
        limits.protobuf.fields = .max
        limits.protobuf.compactNodes = .max
        return limits
    }()
}
