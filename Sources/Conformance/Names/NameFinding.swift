public import WireJSON

/// Something that `names check` has to say about an object name.
public struct NameFinding: Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, CaseIterable, Comparable, Sendable {
        /// Known and harmless.
        case note
        /// Likely a mistake.
        case warning
        /// A mistake: messages will not be understood, or not be kept alike.
        case error

        /// Orders by weight.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

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
        public var severity: Severity {
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
    public var severity: Severity
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

extension NameFinding {
    /// The finding as a JSON object of the schema `imwire-names/1`.
    public var json: JSONValue {
        var object: JSONValue = [
            "severity": JSONValue(severity.rawValue), "code": JSONValue(code.rawValue),
            "objectName": JSONValue(objectName), "tree": JSONValue(label),
        ]
        if let place {
            object["file"] = JSONValue(place.file)
            object["line"] = JSONValue(place.line)
            object["column"] = JSONValue(place.column)
        }
        if !nearest.isEmpty { object["nearest"] = .array(nearest.map { JSONValue($0) }) }
        object["text"] = JSONValue(text)
        return object
    }
}
