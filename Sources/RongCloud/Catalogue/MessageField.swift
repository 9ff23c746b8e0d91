public import WireJSON

/// A member of a message's content.
public struct MessageField: Hashable, Sendable {
    /// The JSON type of a member.
    public enum FieldType: String, CaseIterable, Sendable {
        /// Text.
        case string
        /// An integer.
        case int
        /// A number with a fraction.
        case double
        /// `true` or `false`.
        case bool
        /// Base64 text, without line breaks and without a `data:` prefix.
        case base64
        /// Text that contains JSON.
        case jsonString
        /// An object.
        case object
        /// An array.
        case array
    }

    /// The JSON key; `[]` if the content is an array.
    public let key: String
    /// The JSON type in the documented form.
    public let type: FieldType
    /// Whether a content without this member is incomplete.
    public let isRequired: Bool
    /// The unit of a number, such as `seconds`.
    public let unit: String?
    /// The range, size or format, in words.
    public let constraints: String?
    /// The known values, in order; empty if any value is allowed.
    public let values: [JSONValue]
    /// Remarks.
    public let note: String?
}
