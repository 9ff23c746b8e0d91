public import WireFormat
public import WireJSON

/// A result of a command's rules: the rule, the severity, the place, and a sentence.
public struct Finding: Hashable, Sendable {
    /// The place of a finding.
    public enum Place: Hashable, Sendable {
        /// A position in a text file; line and column count from 1.
        case source(file: String, line: Int, column: Int)
        /// Events of a capture: the connection, and the numbers of the events that show the finding, the decisive one
        /// first.
        ///
        /// `time` is in nanoseconds since 1970.
        case events(file: String, flow: Int, numbers: [Int], time: Int64)
        /// The name of something that has no positions.
        case named(String)
    }

    /// The rule.
    public var rule: FindingRule
    /// The severity of the finding; not always the rule's own severity.
    public var severity: Severity
    /// The place of the finding.
    public var place: Place
    /// The problem, in one sentence.
    public var text: String
    /// Further facts for programs: members of the finding's JSON object.
    public var details: [JSONMember]

    /// Makes a finding.
    ///
    /// - Parameters:
    ///   - rule: the broken rule.
    ///   - severity: the severity; by default the rule's own.
    ///   - place: the place of the finding.
    ///   - text: the problem, in one sentence.
    ///   - details: further facts for programs.
    public init(
        _ rule: FindingRule,
        severity: Severity? = nil,
        at place: Place,
        _ text: String,
        details: [JSONMember] = []
    ) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.place = place
        self.text = text
        self.details = details
    }
}

extension Finding {
    /// The finding as a line of text: place, severity, sentence, code.
    public var line: String {
        "\(place.text): \(severity.rawValue): \(SafeText.terminal(text)) [\(rule.id)]"
    }

    /// The finding as a JSON object of the schema `imwire-findings/1`.
    public var json: JSONValue {
        var members: [JSONMember] = [
            JSONMember("severity", JSONValue(severity.rawValue)), JSONMember("code", JSONValue(rule.id)),
        ]
        switch place {
        case .source(let file, let line, let column):
            members.append(JSONMember("file", JSONValue(file)))
            members.append(JSONMember("line", JSONValue(line)))
            members.append(JSONMember("column", JSONValue(column)))
        case .events(let file, let flow, let numbers, let time):
            members.append(JSONMember("file", JSONValue(file)))
            members.append(JSONMember("flow", JSONValue(flow)))
            members.append(JSONMember("events", .array(numbers.map { JSONValue($0) })))
            members.append(JSONMember("time", JSONValue(TimestampWriter.text(time))))
        case .named(let name): members.append(JSONMember("subject", JSONValue(name)))
        }
        members.append(JSONMember("text", JSONValue(text)))
        members += details
        if !rule.basis.isEmpty { members.append(JSONMember("basis", JSONValue(rule.basis))) }
        return .object(members)
    }
}

extension Finding.Place {
    /// The place as the start of a line.
    var text: String {
        switch self {
        case .source(let file, let line, let column): "\(SafeText.terminal(file)):\(line):\(column)"
        case .events(let file, let flow, let numbers, _):
            "\(SafeText.terminal(file)): flow \(flow), event" + (numbers.count == 1 ? " " : "s ")
                + numbers.map(String.init).joined(separator: ", ")
        case .named(let name): SafeText.terminal(name)
        }
    }
}
