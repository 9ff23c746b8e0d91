/// Where a text or a run of bytes lies in a command.
public struct LeanCloudText: Hashable, Sendable {
    /// Its bytes in ``LeanCloudLayout/payload(_:)``, of a JSON string without the quotes.
    public let range: Range<Int>
    /// Whether it is a JSON string in which characters are escaped.
    public let isEscaped: Bool
    /// Whether the bytes are base64 of those that are meant: binary messages among the messages of the past.
    public let isBase64: Bool

    init(_ range: Range<Int>, isEscaped: Bool = false, isBase64: Bool = false) {
        self.range = range
        self.isEscaped = isEscaped
        self.isBase64 = isBase64
    }
}
