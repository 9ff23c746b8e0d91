public import WireJSON

/// What protects the reader of YC's answers from hostile ones; reaching one throws `limit`.
public struct YCLimits: Hashable, Sendable {
    /// Longest body of an answer, in bytes.
    public var bodyBytes = 16 << 20
    /// Of the body.
    public var json = JSONLimits()

    /// The default limits.
    public init() {}
}
