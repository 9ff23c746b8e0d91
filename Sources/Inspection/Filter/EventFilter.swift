/// A condition on events, checked when it is made.
public struct EventFilter: Sendable {
    let expression: FilterExpression
    /// Whether it asks for the events' numbers, which only a single worker knows.
    let needsNumbers: Bool
    /// How deep events must be decoded to judge them.
    let depth: DecodingDepth

    /// Reads a filter.
    ///
    /// - Throws: ``FilterError`` for a text that is no filter or names a field that no event has.
    public init(_ text: String) throws(FilterError) {
        expression = try FilterParser.parse(text)
        let fields = expression.fields
        needsNumbers = fields.contains { $0.path == ["n"] || $0.path == ["inReplyTo", "n"] }
        depth = fields.reduce(into: []) { depth, field in
            switch field.direct {
            case .n, .flow, .sender, .frame: break
            case .message: depth.insert(.payload)
            case nil: depth.formUnion(.all)
            }
        }
    }
}
