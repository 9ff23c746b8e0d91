/// A finding about a message content.
public struct ContentDiagnostic: Hashable, Sendable {
    /// How bad a finding is.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Unusual, but what real SDKs do.
        case note
        /// Wrong, but what it means is clear.
        case warning
        /// Something could not be read.
        case error
    }

    /// The rule; its raw value is the code that never changes.
    public var rule: ContentRule
    /// How bad it is.
    public var severity: Severity
    /// The field, with dots and `[n]`; empty for the content as a whole.
    public var path: String
    /// Where the value begins, in bytes from the start of the bytes that were parsed.
    public var offset: Int
    /// What is the matter, in one sentence.
    public var text: String
    /// Whose way of writing this is, where that is known.
    public var platform: ContentPlatform?

    /// Makes a finding of the rule's own severity.
    public init(
        _ rule: ContentRule,
        path: String = "",
        offset: Int = 0,
        text: String,
        platform: ContentPlatform? = nil
    ) {
        self.rule = rule
        severity = rule.severity
        self.path = path
        self.offset = offset
        self.text = text
        self.platform = platform
    }

    /// The stable code.
    public var code: String { rule.rawValue }
}
