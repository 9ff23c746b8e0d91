public import WireFormat

/// Something about a content that is not as it should be.
public struct ContentFinding: Hashable, Sendable {
    /// How bad it is.
    public var severity: Severity
    /// A name that never changes, such as `missing-field`.
    public var code: String
    /// The member, with dots and `[n]`; empty for the content as a whole.
    public var path: String
    /// Where the value begins, in bytes from the start of the bytes that were parsed.
    public var offset: Int
    /// What is the matter, in one sentence.
    public var text: String

    /// Makes a finding.
    public init(_ severity: Severity, _ code: String, path: String = "", offset: Int = 0, text: String) {
        self.severity = severity
        self.code = code
        self.path = path
        self.offset = offset
        self.text = text
    }
}
