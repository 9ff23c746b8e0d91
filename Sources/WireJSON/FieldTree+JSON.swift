public import WireFormat

extension FieldTree {
    /// Adds the JSON text in `range` of `bytes`: each of its bytes in exactly one leaf.
    ///
    /// The outermost value is called `name`, a member's value as its key says, an element `[0]`, `[1]` and so on. An object
    /// or array is an inner node. The leaves beside the values are tokens: `key` (the key's own bytes), `whitespace`, and
    /// each structural character under its own name. A string's leaf spans its quotes.
    ///
    /// - Throws: `json` at the first byte that is wrong or missing, `limit`; with the names that lead there as path. What
    ///   was read before stays in the tree, its nodes closed, and the rest is one leaf `undecoded` of raw bytes.
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
