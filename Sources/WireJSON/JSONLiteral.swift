/// One of the three words of JSON.
@frozen
public enum JSONLiteral: UInt8, Hashable, Sendable {
    /// The word `true`.
    case `true`
    /// The word `false`.
    case `false`
    /// The word `null`.
    case null
}
