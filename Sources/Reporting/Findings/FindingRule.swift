public import WireFormat

/// A rule of a command, with the fact it is based on.
public struct FindingRule: Hashable, Sendable {
    /// A name that never changes: the finding's code in every format.
    public let id: String
    /// The severity of most findings of this rule.
    public let severity: Severity
    /// The meaning of the rule's findings, in one sentence.
    public let title: String
    /// The fact that the rule is based on, in one sentence; empty if the title is enough.
    public let basis: String

    /// Makes a rule.
    public init(id: String, severity: Severity, title: String, basis: String = "") {
        self.id = id
        self.severity = severity
        self.title = title
        self.basis = basis
    }

    /// Returns whether two rules have the same id.
    public static func == (one: FindingRule, other: FindingRule) -> Bool { one.id == other.id }

    /// Feeds the id to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
