import WireFormat

/// Another key or object name that a platform writes.
public struct KeySpelling: Sendable {
    /// The key.
    public let key: StaticString
    /// The platform that writes the key.
    public let platform: ContentPlatform
    /// Whether encoding in that platform's spelling uses the key; otherwise the key is only read.
    public let isWritten: Bool

    /// Makes a key that a platform writes and others should read.
    public static func written(_ key: StaticString, _ platform: ContentPlatform) -> KeySpelling {
        KeySpelling(key: key, platform: platform, isWritten: true)
    }

    /// Makes a key that is read but never written.
    public static func read(_ key: StaticString, _ platform: ContentPlatform) -> KeySpelling {
        KeySpelling(key: key, platform: platform, isWritten: false)
    }

    var text: String { key.description }

    /// Returns the text of the finding that a content has this key instead of the documented one.
    func sentence(for documented: StaticString) -> String {
        var writer = ByteWriter(capacity: 64)
        appendSentence(for: documented, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Appends the text of the finding that a content has this key instead of the documented one.
    func appendSentence(for documented: StaticString, to writer: inout ByteWriter) {
        writer.append(key)
        writer.append(" for ")
        writer.append(documented)
        writer.append(" looks like ")
        writer.append(platform.words)
    }
}
