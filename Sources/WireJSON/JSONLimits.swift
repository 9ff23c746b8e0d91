/// What protects the reader of JSON from hostile texts; reaching one throws `limit`.
public struct JSONLimits: Hashable, Sendable {
    /// Deepest nesting of arrays and objects, in levels.
    public var depth = 512
    /// Longest text, in bytes.
    public var bytes = 64 << 20

    /// The default limits.
    public init() {}
}
