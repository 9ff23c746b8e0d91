package import WireFormat
public import WireJSON

/// A few words that tell what a message content says: what a list of conversations shows.
public enum ContentDigest {
    /// The digest of a content; empty when there is nothing to show.
    ///
    /// - Parameters:
    ///   - objectName: the message's type, such as `RC:TxtMsg`; of a type that is not known the first text is shown.
    ///   - content: the content.
    public static func digest(objectName: String, content: JSONView) -> String {
        MessageRegistry.builtIn.digest(objectName, content)
    }

    /// Appends the digest of a content of a type whose name is still in the bytes that it came in.
    package static func append(objectName: Span<UInt8>, content: JSONView, to writer: inout ByteWriter) {
        MessageRegistry.appendDigest(objectName, content, to: &writer)
    }
}
