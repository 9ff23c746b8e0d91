public import WireFormat

/// Checks whether bytes are JSON.
public enum JSONValidator {
    /// A visitor that ignores all tokens.
    @usableFromInline
    struct Silent: JSONVisitor {
        @usableFromInline init() {}
    }

    /// Checks that `range` of `bytes` is one JSON text.
    ///
    /// - Throws: `json` at the first byte that is wrong or missing; `limit`.
    public static func validate(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        limits: JSONLimits = JSONLimits()
    ) throws(WireError) {
        var silent = Silent()
        try JSONParser.parse(bytes, in: range, limits: limits, visitor: &silent)
    }

    /// Checks that `bytes` are one JSON text.
    ///
    /// Throws `json`, `limit`.
    public static func validate(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(WireError) {
        try validate(bytes.span, in: 0..<bytes.count, limits: limits)
    }

    /// Returns whether `range` of `bytes` is one JSON text within `limits`.
    public static func isValid(_ bytes: Span<UInt8>, in range: Range<Int>, limits: JSONLimits = JSONLimits()) -> Bool {
        do throws(WireError) {
            try validate(bytes, in: range, limits: limits)
            return true
        } catch {
            return false
        }
    }
}
