package import WireFormat
import WireJSON

/// Which rules count, and how much, where a project differs from what the rules say themselves.
public struct RuleChoice: Hashable, Sendable {
    /// The schema of its file.
    public static let schema = "imwire-rules/1"

    /// Ids of rules that do not count.
    private var disabled: Set<String> = []
    /// Severities other than a rule's own, by its id.
    private var severities: [String: Severity] = [:]

    /// Why a choice can not be made.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason, in one sentence.
        public let description: String
    }

    /// Every rule with its own severity.
    public init() {}

    /// Reads a file of the schema ``schema``: `disable` is a list of ids, `severity` an object from id to severity.
    public init(parsing bytes: [UInt8], rules: [FindingRule]) throws(Failure) {
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
                try disable(id, rules: rules)
            }
        }
        if let changes = json["severity"] {
            guard let members = changes.members else { throw Failure(description: "severity is not an object") }
            for member in members {
                try setSeverity(of: member.key.text, to: member.value.string ?? "", rules: rules)
            }
        }
    }

    /// Lets a rule not count.
    public mutating func disable(_ id: String, rules: [FindingRule]) throws(Failure) {
        try Self.check(id, rules)
        disabled.insert(id)
    }

    /// Gives all findings of a rule a severity.
    public mutating func setSeverity(of id: String, to severity: String, rules: [FindingRule]) throws(Failure) {
        try Self.check(id, rules)
        guard let severity = Severity(rawValue: severity) else {
            throw Failure(description: "\"\(severity)\" is no severity: note, warning or error")
        }
        severities[id] = severity
    }

    /// Takes `RULE=SEVERITY`.
    public mutating func setSeverity(_ text: String, rules: [FindingRule]) throws(Failure) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw Failure(description: "\"\(text)\" is not RULE=SEVERITY") }
        try setSeverity(of: String(parts[0]), to: String(parts[1]), rules: rules)
    }

    /// Whether a rule does not count.
    package func isDisabled(_ rule: FindingRule) -> Bool { !disabled.isEmpty && disabled.contains(rule.id) }

    /// The severity that a rule is given; `nil` for its own.
    package func severity(of rule: FindingRule) -> Severity? {
        severities.isEmpty ? nil : severities[rule.id]
    }

    /// The rules that count, with the severities that they are given.
    public func applied(to rules: [FindingRule]) -> [FindingRule] {
        rules.filter { !isDisabled($0) }.map { rule in
            guard let severity = severity(of: rule) else { return rule }
            return FindingRule(id: rule.id, severity: severity, title: rule.title, basis: rule.basis)
        }
    }

    private static func check(_ id: String, _ rules: [FindingRule]) throws(Failure) {
        guard !rules.contains(where: { $0.id == id }) else { return }
        throw Failure(description: "there is no rule \"\(id)\"; --list-rules names them all")
    }
}
