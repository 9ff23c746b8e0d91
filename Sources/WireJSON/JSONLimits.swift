/// The limits that protect the parser from hostile texts; exceeding one throws `limit`.
public struct JSONLimits: Hashable, Sendable {
    /// The deepest nesting of arrays and objects, in levels.
    public var depth = 512
    /// The longest text, in bytes.
    public var bytes = 64 << 20

    /// Makes the default limits.
    public init() {}
}
