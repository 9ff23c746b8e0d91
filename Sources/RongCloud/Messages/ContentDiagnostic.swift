public import WireFormat

/// A finding about a message content.
public struct ContentDiagnostic: Hashable, Sendable {
    /// The rule; its raw value is the code that never changes.
    public var rule: ContentRule
    /// The severity.
    public var severity: Severity
    /// The field, with dots and `[n]`; empty for the content as a whole.
    public var path: String {
        get { place.text }
        set { place = .text(newValue) }
    }
    /// The offset of the value, from the start of the bytes that were parsed.
    public var offset: Int
    /// The problem, in one sentence.
    public var text: String {
        get { sentence.text }
        set { sentence = .text(newValue) }
    }
    /// The platform that writes contents in this way, if known.
    public var platform: ContentPlatform?

    /// The place of the finding.
    ///
    /// A path is made only when it is read, because contents are many and some findings occur in each of them.
    var place: Place
    private var sentence: Sentence

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
        place = .text(path)
        self.offset = offset
        sentence = .text(text)
        self.platform = platform
    }

    /// Makes the finding that a key stands in for the documented one.
    init(_ spelling: KeySpelling, for documented: StaticString, offset: Int) {
        rule = .platformKey
        severity = rule.severity
        place = .key(spelling.key)
        self.offset = offset
        sentence = .spelling(spelling, for: documented)
        platform = spelling.platform
    }

    /// The code of the rule, which never changes.
    public var code: String { rule.rawValue }

    /// Appends ``path``.
    package func appendPath(to writer: inout ByteWriter) { place.append(to: &writer) }

    /// Appends ``text``.
    package func appendText(to writer: inout ByteWriter) { sentence.append(to: &writer) }

    /// Returns whether both findings say the same about the same place.
    public static func == (one: ContentDiagnostic, other: ContentDiagnostic) -> Bool {
        one.rule == other.rule && one.severity == other.severity && one.offset == other.offset
            && one.platform == other.platform && one.path == other.path && one.text == other.text
    }

    /// Hashes the parts that equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rule)
        hasher.combine(severity)
        hasher.combine(path)
        hasher.combine(offset)
        hasher.combine(text)
        hasher.combine(platform)
    }
}

extension ContentDiagnostic {
    /// A path in the content.
    enum Place: Sendable {
        case text(String)
        case key(StaticString)
        /// A key in the object under another key.
        case nested(StaticString, StaticString)

        var text: String {
            switch self {
            case .text(let text): text
            case .key(let key): key.description
            case .nested(let outer, let inner): "\(outer).\(inner)"
            }
        }

        func append(to writer: inout ByteWriter) {
            switch self {
            case .text(let text): writer.append(text: text)
            case .key(let key): writer.append(key)
            case .nested(let outer, let inner):
                writer.append(outer)
                writer.append(UInt8(ascii: "."))
                writer.append(inner)
            }
        }

        /// Prepends the object under `key`, or the element of the list under `key`.
        mutating func enter(_ key: StaticString, at position: Int?) {
            switch self {
            case .key(let inner) where position == nil: self = .nested(key, inner)
            default: self = .text("\(key)" + (position.map { "[\($0)]" } ?? "") + "." + text)
            }
        }
    }

    /// The text of a finding, made on demand.
    private enum Sentence: Sendable {
        case text(String)
        case spelling(KeySpelling, for: StaticString)

        var text: String {
            switch self {
            case .text(let text): text
            case .spelling(let spelling, let documented): spelling.sentence(for: documented)
            }
        }

        func append(to writer: inout ByteWriter) {
            switch self {
            case .text(let text): writer.append(text: text)
            case .spelling(let spelling, let documented): spelling.appendSentence(for: documented, to: &writer)
            }
        }
    }
}
