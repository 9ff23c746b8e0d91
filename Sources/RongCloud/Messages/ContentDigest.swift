package import WireFormat
public import WireJSON

/// A short text for a message content, as a list of conversations shows it.
public enum ContentDigest {
    /// Returns the digest of a content; empty if there is nothing to show.
    ///
    /// - Parameters:
    ///   - objectName: the message's type, such as `RC:TxtMsg`; for an unknown type, the first text is the digest.
    ///   - content: the content.
    public static func digest(objectName: String, content: JSONView) -> String {
        MessageRegistry.builtIn.digest(objectName, content)
    }

    /// Appends the digest of a content whose object name is given in bytes.
    package static func append(objectName: Span<UInt8>, content: JSONView, to writer: inout ByteWriter) {
        MessageRegistry.appendDigest(objectName, content, to: &writer)
    }
}
