public import WireFormat

extension FieldTree {
    /// Adds the JSON text in `range` of `bytes`: each byte belongs to exactly one leaf.
    ///
    /// The outermost value has the name `name`, a member's value its key, an element `[0]`, `[1]` and so on. An object
    /// or array is an inner node. All other leaves are tokens: `key` (the key's own bytes), `whitespace`, and each
    /// structural character under its own name. A string's leaf includes its quotes.
    ///
    /// - Throws: `json` at the first byte that is wrong or missing, `limit`; the error's path has the names that lead
    ///   there. The nodes read before the error stay in the tree and are closed; the remaining bytes become one leaf
    ///   `undecoded`.
    public func json(
        _ name: String,
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        limits: JSONLimits = JSONLimits()
    ) throws(WireError) {
        let depth = depth
        let long = isHandedOut ? JSONLongContainers.of(bytes, in: range, limits: limits) : []
        var builder = JSONTreeBuilder(self, name, bytes, from: range.lowerBound, long: long)
        do throws(WireError) {
            try JSONParser.parse(bytes, in: range, limits: limits, visitor: &builder)
        } catch {
            unwind(to: depth, at: builder.covered)
            if builder.covered < range.upperBound { leaf("undecoded", .bytes, builder.covered..<range.upperBound) }
            var error = error
            error.path = builder.path
            throw error
        }
    }
}
