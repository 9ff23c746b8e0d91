/// A condition on events, checked when it is created.
public struct EventFilter: Sendable {
    let program: FilterProgram
    /// Whether the filter uses event numbers, which only a single worker knows.
    let needsNumbers: Bool
    /// The decoding depth that the filter needs.
    let depth: DecodingDepth
    /// Whether the filter uses the units' bytes, which events have only if they are asked for.
    ///
    /// Unless ``EventSelection/keepsBytes`` is on, every event lacks this field, and no comparison with it is true.
    public let needsBytes: Bool
    /// Whether the filter uses the capture's name, which events have only with several captures.
    public let needsSeveralCaptures: Bool
    /// Comparisons that are true for no event, although the filter can be used.
    public let doubts: [FilterError]

    /// Parses a filter.
    ///
    /// - Throws: ``FilterError`` for a text that is no filter, names a field that no event has, or has a comparison
    ///   that can never be true and is not one of the ``doubts``.
    public init(_ text: String) throws(FilterError) {
        let parsed = try FilterParser.parse(text)
        program = FilterProgram(parsed.expression)
        doubts = parsed.doubts
        let paths = program.tests.map(\.path)
        needsNumbers = paths.contains(where: \.needsNumbers)
        depth = paths.reduce(into: []) { $0.formUnion($1.depth) }
        needsBytes = paths.contains(where: \.needsBytes)
        needsSeveralCaptures = paths.contains(where: \.needsSeveralCaptures)
    }
}
