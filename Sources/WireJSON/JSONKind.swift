/// The kind of a JSON value.
public enum JSONKind: String, Hashable, Sendable, CaseIterable {
    /// Members in braces.
    case object
    /// Elements in brackets.
    case array
    /// Text in quotes.
    case string
    /// A number.
    case number
    /// `true` or `false`.
    case bool
    /// `null`.
    case null
}
