public import WireJSON

/// A content as a catalogue's entry describes it.
public struct CatalogueContent: Sendable {
    /// What a content is.
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
    /// The name that it was read under: the type's id, or where contents have none the kind's name.
    public var objectName: String
    /// What it is.
    public var form = Form.json
    /// JSON as it is; text as a string, bytes as a string in base64.
    public var value: JSONValue
    /// A few words that tell what it says.
    public var digest: String
    /// What was found about keys and values.
    public var findings: [ContentFinding]
    /// Whether nobody has seen this kind on the wire.
    public var isReconstructed = false
}
