import Reporting
package import WireFormat
import WireJSON

/// A finding of `names check` about an object name.
package struct NameFinding: Hashable, Sendable {
    /// The kind of a finding.
    package enum Code: String, CaseIterable, Sendable {
        /// A known name, or one of another tree, in another letter case.
        case letterCase = "names.letter-case"
        /// A name with the prefix `RC:` that is not known.
        case unknown = "names.unknown"
        /// An application's own type with the prefix `RC:`.
        case reservedPrefix = "names.reserved-prefix"
        /// An application's own type with a number of the system's own types.
        case reservedNumber = "names.reserved-number"
        /// One name declared for two types.
        case duplicate = "names.duplicate"
        /// Flags that differ from those of the catalogue or of another tree.
        case flags = "names.flags"
        /// Flags that differ from the catalogue, as is known of this platform.
        case knownFlags = "names.known-flags"
        /// A name that one of the trees lacks.
        case missing = "names.missing"
        /// A name that is one letter away from a declared one.
        case nearMiss = "names.near-miss"
        /// One class under two names.
        case twoNames = "names.two-names"
        /// A content with other keys elsewhere.
        case keys = "names.keys"
        /// A key with another kind of value elsewhere.
        case keyTypes = "names.key-types"
        /// A name that is longer than servers accept.
        case length = "names.length"
        /// A name without any text.
        case empty = "names.empty"
        /// A name with blanks in it.
        case blank = "names.blank"
        /// A name with the colon of Chinese typing.
        case fullWidthColon = "names.full-width-colon"
        /// A name without a prefix.
        case noPrefix = "names.no-prefix"
        /// A name whose type has been replaced.
        case obsolete = "names.obsolete"
        /// A name that is computed when the program runs.
        case unresolved = "names.unresolved"
        /// A file or folder that was not read.
        case unread = "names.unread"

        /// The meaning in one sentence.
        package var title: String {
            switch self {
            case .letterCase: "An object name is spelt in another letter case."
            case .unknown: "An object name with the prefix RC:, or the number of a type, is not known."
            case .reservedPrefix: "An application's own type takes the reserved prefix RC:."
            case .reservedNumber: "An application's own type takes a number that is reserved for the system's."
            case .duplicate: "One object name or number is declared for two types."
            case .flags: "A type is registered with other flags elsewhere."
            case .knownFlags: "A platform's own SDK registers the type with other flags than the rest."
            case .missing: "One platform lacks an object name or number that another declares."
            case .nearMiss: "An object name is one letter away from one that is declared."
            case .twoNames: "One class has another object name or number elsewhere."
            case .keys: "A content has other keys elsewhere."
            case .keyTypes: "A key of a content has another kind of value elsewhere."
            case .length: "An object name is longer than 32 characters."
            case .empty: "An object name is empty."
            case .blank: "An object name has a blank in it."
            case .fullWidthColon: "An object name has the full-width colon."
            case .noPrefix: "An object name has no prefix."
            case .obsolete: "An object name is that of a type that has been replaced."
            case .unresolved: "An object name or number is put together, or passed on, when the program runs."
            case .unread: "A file or folder was not read."
            }
        }

        /// The default severity of such a finding.
        package var severity: Severity {
            switch self {
            case .letterCase, .unknown, .reservedPrefix, .reservedNumber, .duplicate, .flags, .length, .empty, .blank,
                .fullWidthColon:
                .error
            case .missing, .nearMiss, .twoNames, .keys, .keyTypes, .noPrefix: .warning
            case .knownFlags, .obsolete, .unresolved, .unread: .note
            }
        }
    }

    /// The kind of the finding.
    package var code: Code
    /// The severity of the finding.
    package var severity: Severity
    /// The object name as it is spelt in the source, or the number in its place.
    package var objectName: String
    /// Known names that may be meant, the most likely one first.
    package var nearest: [String]
    /// The tree or adapter.
    package var label: String
    /// The place in the source; `nil` in an adapter's table.
    package var place: SourcePlace?
    /// The problem in one sentence.
    package var text: String
    /// The system that the name or number belongs to.
    package var system = NamingSystem.unnamed
}

extension NameFinding {
    /// Creates a finding about a declaration.
    init(
        _ code: Code,
        _ declaration: NameDeclaration,
        at place: SourcePlace?,
        _ label: String,
        _ text: String,
        nearest: [String] = [],
        severity: Severity? = nil
    ) {
        self.init(
            code: code,
            severity: severity ?? code.severity,
            objectName: declaration.objectName,
            nearest: nearest,
            label: label,
            place: place,
            text: text,
            system: declaration.system
        )
    }
}

extension FindingReport {
    /// Creates a report with the findings of `names check`.
    ///
    /// - Parameters:
    ///   - findings: the findings in their order.
    ///   - sourceCount: the number of files and tables that were read.
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
        if system != .unnamed { details.append(JSONMember("system", JSONValue("\(system.name)"))) }
        if !nearest.isEmpty { details.append(JSONMember("nearest", .array(nearest.map { JSONValue($0) }))) }
        let place: Finding.Place =
            place.map { .source(file: $0.file, line: $0.line, column: $0.column) } ?? .named(label)
        return Finding(code.rule, severity: severity, at: place, text, details: details)
    }
}
