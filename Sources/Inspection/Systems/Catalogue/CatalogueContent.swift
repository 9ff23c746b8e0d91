public import WireJSON

/// A content as a catalogue's entry describes it.
public struct CatalogueContent: Sendable {
    /// The form of a content.
    public enum Form: String, Sendable {
        /// JSON.
        case json
        /// Text that is no JSON.
        case text
        /// Bytes.
        case bytes
    }

    /// The system.
    public var system: MessagingSystem
    /// The name under which the content was read: the type's id, or the kind's name if contents have no id.
    public var objectName: String
    /// The form of the content.
    public var form = Form.json
    /// The content: JSON as it is, text as a string, bytes as a string in base64.
    public var value: JSONValue
    /// A few words that summarize the content.
    public var digest: String
    /// The findings about keys and values.
    public var findings: [ContentFinding]
    /// Whether this kind was never seen on the wire.
    public var isReconstructed = false
}
