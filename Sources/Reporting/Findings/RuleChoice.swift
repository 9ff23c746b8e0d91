public import WireFormat
import WireJSON

/// A project's choice among the rules of a command: rules that are disabled, and severities that differ from the
/// rules' own.
public struct RuleChoice: Hashable, Sendable {
    /// The schema of a choice's file.
    public static let schema = "imwire-rules/1"

    /// The rules to choose from.
    private let known: [FindingRule]
    /// The ids of disabled rules.
    private var disabled: Set<String> = []
    /// The severities that differ from the rules' own, by rule id.
    private var severities: [String: Severity] = [:]

    /// An error while making a choice.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason, in one sentence.
        public let description: String
        /// The id that no rule has, if this is the reason.
        public let unknownRule: String?

        init(description: String, unknownRule: String? = nil) {
            self.description = description
            self.unknownRule = unknownRule
        }
    }

    /// Makes a choice of all rules, with their own severities.
    ///
    /// - Parameter rules: the rules to choose from, such as those of a check.
    public init(of rules: [FindingRule]) { known = rules }

    /// Reads a file of the schema ``schema``: `disable` is a list of ids, `severity` an object from id to severity.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - rules: the rules to choose from.
    /// - Throws: ``Failure`` for a file of another form, an unknown member, rule or severity.
    public init(parsing bytes: [UInt8], of rules: [FindingRule]) throws(Failure) {
        self.init(of: rules)
        let json: JSONValue
        do throws(SchemaFile.Failure) {
            json = try SchemaFile.read(bytes, schema: Self.schema)
        } catch {
            throw Failure(description: error.description)
        }
        for member in json.members ?? [] where !["schema", "disable", "severity"].contains(member.key.text) {
            throw Failure(description: "unknown member \"\(member.key.text)\"")
        }
        if let list = json["disable"] {
            guard let ids = list.elements else { throw Failure(description: "disable is not a list") }
            for id in ids {
                guard let id = id.string else { throw Failure(description: "an id in disable is not a string") }
                try disable(id)
            }
        }
        if let changes = json["severity"] {
            guard let members = changes.members else { throw Failure(description: "severity is not an object") }
            for member in members {
                try setSeverity(of: member.key.text, to: member.value.string ?? "")
            }
        }
    }

    /// Disables a rule.
    ///
    /// - Throws: ``Failure`` if no rule has the id.
    public mutating func disable(_ id: String) throws(Failure) {
        try check(id)
        disabled.insert(id)
    }

    /// Sets the severity of all findings of a rule.
    ///
    /// - Throws: ``Failure`` if no rule has the id.
    public mutating func setSeverity(of id: String, to severity: Severity) throws(Failure) {
        try check(id)
        severities[id] = severity
    }

    /// Sets the severity of all findings of a rule by the severity's name.
    ///
    /// - Throws: ``Failure`` if no rule has the id, or no severity the name.
    package mutating func setSeverity(of id: String, to severity: String) throws(Failure) {
        try check(id)
        guard let severity = Severity(rawValue: severity) else {
            throw Failure(description: "\"\(severity)\" is no severity: note, warning or error")
        }
        severities[id] = severity
    }

    /// Sets a severity from a text of the form `RULE=SEVERITY`.
    ///
    /// - Throws: ``Failure`` for a text of another form, an unknown rule or severity.
    package mutating func setSeverity(_ text: String) throws(Failure) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw Failure(description: "\"\(text)\" is not RULE=SEVERITY") }
        try setSeverity(of: String(parts[0]), to: String(parts[1]))
    }

    /// Returns whether a rule is disabled.
    package func isDisabled(_ rule: FindingRule) -> Bool { !disabled.isEmpty && disabled.contains(rule.id) }

    /// Returns the severity chosen for a rule; `nil` if the rule keeps its own.
    package func severity(of rule: FindingRule) -> Severity? {
        severities.isEmpty ? nil : severities[rule.id]
    }

    /// The enabled rules with their chosen severities.
    public var rules: [FindingRule] {
        known.filter { !isDisabled($0) }.map { rule in
            guard let severity = severity(of: rule) else { return rule }
            return FindingRule(id: rule.id, severity: severity, title: rule.title, basis: rule.basis)
        }
    }

    private func check(_ id: String) throws(Failure) {
        guard !known.contains(where: { $0.id == id }) else { return }
        throw Failure(description: "there is no rule \"\(id)\"", unknownRule: id)
    }
}
