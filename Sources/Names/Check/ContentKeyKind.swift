/// The kind of value that a content has under a key.
package enum ContentKeyKind: String, Hashable, Sendable {
    /// Text.
    case text
    /// A number.
    case number
    /// True or false.
    case flag
    /// An object.
    case object
    /// A list.
    case list
    /// A kind that the source does not show.
    case unknown
}
