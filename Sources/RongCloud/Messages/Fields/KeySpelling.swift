import WireFormat

/// Another name under which a platform writes something.
public struct KeySpelling: Sendable {
    /// The key.
    public let key: StaticString
    /// Who writes it.
    public let platform: ContentPlatform
    /// Whether encoding in that platform's spelling uses the key; else it is only read.
    public let isWritten: Bool

    /// A key that a platform writes and others should read.
    public static func written(_ key: StaticString, _ platform: ContentPlatform) -> KeySpelling {
        KeySpelling(key: key, platform: platform, isWritten: true)
    }

    /// A key that is read, but never written.
    public static func read(_ key: StaticString, _ platform: ContentPlatform) -> KeySpelling {
        KeySpelling(key: key, platform: platform, isWritten: false)
    }

    var text: String { key.description }

    /// What to say of a content that has this key instead of the documented one.
    func sentence(for documented: StaticString) -> String {
        var writer = ByteWriter(capacity: 64)
        appendSentence(for: documented, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Appends what to say of a content that has this key instead of the documented one.
    func appendSentence(for documented: StaticString, to writer: inout ByteWriter) {
        writer.append(key)
        writer.append(" for ")
        writer.append(documented)
        writer.append(" looks like ")
        writer.append(platform.words)
    }
}
