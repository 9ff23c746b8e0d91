public import WireFormat
public import WireJSON

/// The findings of one run of a command, ready to be written.
public struct FindingReport: Sendable {
    /// The format of a report.
    public enum Format: String, CaseIterable, Sendable {
        /// A line for each finding.
        case text
        /// One JSON object of the schema `imwire-findings/1`.
        case json
        /// SARIF 2.1.0.
        case sarif
    }

    /// The command, such as `check`.
    public var command: String
    /// All rules that the command judges by.
    public var rules: [FindingRule]
    /// The findings, in the order of the output.
    public var findings: [Finding]
    /// The number of findings left out because there were too many, and of items that were not judged.
    public var omitted: Int
    /// A notice about something that could not be judged.
    public struct Notice: Hashable, Sendable {
        /// The capture.
        public var file: String
        /// The connection; `nil` for the capture as a whole.
        public var flow: Int?
        /// The reason, in one sentence.
        public var text: String

        /// Makes a notice.
        public init(file: String, flow: Int?, text: String) {
            self.file = file
            self.flow = flow
            self.text = text
        }
    }

    /// The notices about connections and captures that were not judged.
    public var notices: [Notice] = []
    /// The number of further notices, which were left out.
    public var noticesLeftOut = 0
    /// The number of findings that a baseline knows; ``findings`` does not contain them.
    public var known = 0
    /// Whether there was a baseline.
    var hasBaseline = false
    /// The columns that lines of text must fit into; if `nil`, lines are as long as they need.
    public var width: Int?
    /// The judged items: a plural noun, such as `events`, and their number.
    public var subject: (noun: String, count: Int)

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - command: the command's name.
    ///   - rules: all rules that the command judges by, also those without findings.
    ///   - findings: the findings in the order of the output.
    ///   - omitted: the number of findings left out.
    ///   - subject: the judged items, as a plural noun, and their number.
    public init(
        command: String,
        rules: [FindingRule],
        findings: [Finding],
        omitted: Int = 0,
        subject: (noun: String, count: Int)
    ) {
        self.command = command
        self.rules = rules
        self.findings = findings
        self.omitted = omitted
        self.subject = subject
    }

    /// The severity of the worst finding; `nil` if there are no findings.
    public var worst: Severity? { findings.map(\.severity).max() }

    /// Returns whether a finding is at least as severe as `threshold`.
    public func fails(on threshold: Severity) -> Bool { worst.map { $0 >= threshold } ?? false }

    /// Returns the number of findings with a severity.
    public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

    /// Returns the report in a format, with its final line end; the text is empty if there are no findings.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - version: the version of the program, for SARIF.
    public func text(_ format: Format, version: String) -> String {
        switch format {
        case .text: lines.map { TerminalText.wrapped($0, width: width) + "\n" }.joined()
        case .json: json.safeLine + "\n"
        case .sarif: sarif(version: version).safeLine + "\n"
        }
    }

    /// A line for each finding; after the first finding of a rule, a line with the rule's basis.
    public var lines: [String] {
        var said: Set<FindingRule> = []
        return findings.flatMap { finding in
            let isNew = said.insert(finding.rule).inserted && !finding.rule.basis.isEmpty
            return isNew ? [finding.line, "    " + finding.rule.basis] : [finding.line]
        }
    }

    /// The numbers of findings in one sentence.
    public var summary: String {
        let counts = Severity.allCases.reversed().map { Count.of($0.rawValue, count($0)) }
        let more = (omitted > 0 ? ", \(omitted) more left out" : "") + (known > 0 ? ", \(known) known" : "")
        let noun = subject.count == 1 && subject.noun.hasSuffix("s") ? String(subject.noun.dropLast()) : subject.noun
        return counts.joined(separator: ", ") + more + " in \(subject.count) \(noun)"
    }

    /// The report as a JSON object of the schema `imwire-findings/1`.
    public var json: JSONValue {
        let counts = Severity.allCases.map { JSONMember(JSONString($0.rawValue), JSONValue(count($0))) }
        return [
            "schema": "imwire-findings/1", "command": JSONValue(command),
            JSONString(subject.noun): JSONValue(subject.count), "counts": .object(counts),
            "omitted": JSONValue(omitted), "known": JSONValue(known), "findings": .array(findings.map(\.json)),
            "notices": .array(notices.map(\.json)), "noticesOmitted": JSONValue(noticesLeftOut),
        ]
    }
}

extension FindingReport.Notice {
    /// The notice as a member of the schema's `notices`.
    var json: JSONValue {
        var members = [JSONMember("file", JSONValue(file))]
        if let flow { members.append(JSONMember("flow", JSONValue(flow))) }
        members.append(JSONMember("text", JSONValue(text)))
        return .object(members)
    }
}
