public import WireFormat

/// What a command can find: one rule, with what it rests on.
public struct FindingRule: Hashable, Sendable {
    /// A name that never changes: the finding's code in every format.
    public let id: String
    /// The severity of most findings of this rule.
    public let severity: Severity
    /// What such a finding says, in one sentence.
    public let title: String
    /// The fact that the rule rests on, in one sentence; empty where the title says it all.
    public let basis: String

    /// Makes a rule.
    public init(id: String, severity: Severity, title: String, basis: String = "") {
        self.id = id
        self.severity = severity
        self.title = title
        self.basis = basis
    }

    /// Two rules are the same when their ids are.
    public static func == (one: FindingRule, other: FindingRule) -> Bool { one.id == other.id }

    /// Feeds the id to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
