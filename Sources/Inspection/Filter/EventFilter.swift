/// A condition on events, checked when it is made.
public struct EventFilter: Sendable {
    let program: FilterProgram
    /// Whether it asks for the events' numbers, which only a single worker knows.
    let needsNumbers: Bool
    /// How deep events must be decoded to judge them.
    let depth: DecodingDepth
    /// Whether it asks for the units' bytes, which events have with `--raw` only.
    public let needsRaw: Bool

    /// Reads a filter.
    ///
    /// - Throws: ``FilterError`` for a text that is no filter, names a field that no event has, or compares what can never be.
    public init(_ text: String) throws(FilterError) {
        program = FilterProgram(try FilterParser.parse(text))
        let paths = program.tests.map(\.path)
        needsNumbers = paths.contains(where: \.needsNumbers)
        depth = paths.reduce(into: []) { $0.formUnion($1.depth) }
        needsRaw = paths.contains(where: \.needsRaw)
    }
}
