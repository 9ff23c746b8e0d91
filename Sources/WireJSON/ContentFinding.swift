public import WireFormat

/// A finding: something is wrong with a content.
public struct ContentFinding: Hashable, Sendable {
    /// The severity.
    public var severity: Severity
    /// A code that never changes, such as `missing-field`.
    public var code: String
    /// The path of the member, with dots and `[n]`; empty for the content as a whole.
    public var path: String
    /// The offset of the value's first byte, from the start of the bytes that were parsed.
    public var offset: Int
    /// The problem, in one sentence.
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
