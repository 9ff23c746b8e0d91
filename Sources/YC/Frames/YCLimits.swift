import WireFormat
public import WireJSON

/// Limits that protect the reader of YC's responses against hostile ones; reaching one throws `limit`.
public struct YCLimits: Hashable, Sendable {
    /// The longest body of a response, in bytes.
    public var bodyBytes = 16 << 20
    /// The JSON limits for the body.
    public var json = JSONLimits()

    /// The default limits.
    public init() {}

    /// Throws `limit` for a body that is too long.
    func check(_ length: Int) throws(WireError) {
        guard length <= bodyBytes else { throw WireError(.limit, at: 0, expected: "at most \(bodyBytes) bytes") }
    }
}
