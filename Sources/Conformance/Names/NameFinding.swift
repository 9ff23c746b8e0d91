public import Inspection
import WireJSON

/// Something that `names check` has to say about an object name.
public struct NameFinding: Hashable, Sendable {
    /// What kind of finding it is.
    public enum Code: String, CaseIterable, Sendable {
        /// A known name, or one of another tree, in another letter case.
        case letterCase = "names.letter-case"
        /// A name with the prefix `RC:` that nobody knows.
        case unknown = "names.unknown"
        /// An application's own type that takes the prefix `RC:`.
        case reservedPrefix = "names.reserved-prefix"
        /// One name declared for two types.
        case duplicate = "names.duplicate"
        /// Flags that are not those of the catalogue or of another tree.
        case flags = "names.flags"
        /// Flags that this platform is known to have otherwise.
        case knownFlags = "names.known-flags"
        /// A name that one of the trees lacks.
        case missing = "names.missing"

        /// What it means, in one sentence.
        public var title: String {
            switch self {
            case .letterCase: "An object name is spelt in another letter case."
            case .unknown: "An object name with the prefix RC: is not known."
            case .reservedPrefix: "An application's own type takes the reserved prefix RC:."
            case .duplicate: "One object name is declared for two types."
            case .flags: "A type is registered with other flags elsewhere."
            case .knownFlags: "A platform's own SDK registers the type with other flags than the rest."
            case .missing: "One platform lacks an object name that another declares."
            }
        }

        /// The severity of most such findings.
        public var severity: Diagnostic.Severity {
            switch self {
            case .letterCase, .unknown, .reservedPrefix, .duplicate, .flags: .error
            case .missing: .warning
            case .knownFlags: .note
            }
        }
    }

    /// The kind.
    public var code: Code
    /// How bad it is.
    public var severity: Diagnostic.Severity
    /// The object name as it is spelt in the source.
    public var objectName: String
    /// Known names that may be meant, likeliest first.
    public var nearest: [String]
    /// The tree or adapter.
    public var label: String
    /// Where it stands; `nil` in an adapter's table.
    public var place: SourcePlace?
    /// What is the matter, in one sentence.
    public var text: String
}

extension FindingReport {
    /// The findings of `names check`, ready to be written.
    ///
    /// - Parameters:
    ///   - findings: the findings in their order.
    ///   - sourceCount: how many files and tables were read.
    package init(names findings: [NameFinding], sourceCount: Int) {
        self.init(
            command: "names check",
            rules: NameFinding.Code.allCases.map(\.rule),
            findings: findings.map(\.finding),
            subject: ("sources", sourceCount)
        )
    }
}

extension NameFinding.Code {
    fileprivate var rule: FindingRule { FindingRule(id: rawValue, severity: severity, title: title) }
}

extension NameFinding {
    fileprivate var finding: Finding {
        var details = [
            JSONMember("objectName", JSONValue(objectName)), JSONMember("tree", JSONValue(label)),
        ]
        if !nearest.isEmpty { details.append(JSONMember("nearest", .array(nearest.map { JSONValue($0) }))) }
        let place: Finding.Place =
            place.map { .source(file: $0.file, line: $0.line, column: $0.column) } ?? .named(label)
        return Finding(code.rule, severity: severity, at: place, text, details: details)
    }
}
