public import WireJSON

/// What protects the reader of NIM's packets from hostile ones; reaching one throws `limit`.
public struct NIMLimits: Hashable, Sendable {
    /// Longest packet, in bytes.
    public var frameBytes = 16 << 20
    /// Longest body of an answer to a poll, in bytes.
    public var bodyBytes = 16 << 20
    /// Of the data of events.
    public var json = JSONLimits()

    /// The default limits.
    public init() {}
}
