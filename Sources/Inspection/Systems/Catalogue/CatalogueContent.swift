package import WireJSON

/// A content as a catalogue's entry describes it.
package struct CatalogueContent: Sendable {
    /// What a content is.
    package enum Form: String, Sendable {
        /// JSON.
        case json
        /// Text that is no JSON.
        case text
        /// Bytes.
        case bytes
    }

    /// The system.
    package var system: MessagingSystem
    /// The name that it was read under: the type's id, or where contents have none the kind's name.
    package var objectName: String
    /// What it is.
    package var form = Form.json
    /// JSON as it is; text as a string, bytes as a string in base64.
    package var value: JSONValue
    /// A few words that tell what it says.
    package var digest: String
    /// What was found about keys and values.
    package var findings: [ContentFinding]
    /// Whether nobody has seen this kind on the wire.
    package var isReconstructed = false
}
