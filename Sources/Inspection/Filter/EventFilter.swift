/// A condition on events, checked when it is made.
public struct EventFilter: Sendable {
    let program: FilterProgram
    /// Whether it asks for the events' numbers, which only a single worker knows.
    let needsNumbers: Bool
    /// How deep events must be decoded to judge them.
    let depth: DecodingDepth
    /// Whether it asks for the units' bytes, which events have with `--raw` only.
    public let needsRaw: Bool
    /// Comparisons that hold of no event, though the filter can be used.
    public let doubts: [FilterError]

    /// Reads a filter.
    ///
    /// - Throws: ``FilterError`` for a text that is no filter, names a field that no event has, or compares what can never be.
    public init(_ text: String) throws(FilterError) {
        let parsed = try FilterParser.parse(text)
        program = FilterProgram(parsed.expression)
        doubts = parsed.doubts
        let paths = program.tests.map(\.path)
        needsNumbers = paths.contains(where: \.needsNumbers)
        depth = paths.reduce(into: []) { $0.formUnion($1.depth) }
        needsRaw = paths.contains(where: \.needsRaw)
    }
}
