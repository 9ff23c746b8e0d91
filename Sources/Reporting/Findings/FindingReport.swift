public import WireFormat
public import WireJSON

/// The findings of one run of a command, ready to be written.
public struct FindingReport: Sendable {
    /// How a report is written.
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
    /// Every rule that the command judges by.
    public var rules: [FindingRule]
    /// The findings, in the order in which they are written.
    public var findings: [Finding]
    /// Findings that were left out because there were too many, and what was not judged.
    public var omitted: Int
    /// What could not be looked at: a connection, and why.
    public struct Notice: Hashable, Sendable {
        /// The capture.
        public var file: String
        /// The connection; `nil` for the capture as a whole.
        public var flow: Int?
        /// Why, in one sentence.
        public var text: String

        /// Makes a notice.
        public init(file: String, flow: Int?, text: String) {
            self.file = file
            self.flow = flow
            self.text = text
        }
    }

    /// What was not looked at.
    public var notices: [Notice] = []
    /// How many more such connections there are.
    public var noticesLeftOut = 0
    /// Findings that a baseline knows, which are not among the ``findings``.
    public var known = 0
    /// Whether there was a baseline.
    var hasBaseline = false
    /// Columns that lines of text must fit into; without it they are as long as they need.
    public var width: Int?
    /// What was looked at, counted, such as `events`: a plural noun and its number.
    public var subject: (noun: String, count: Int)

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - command: the command's name.
    ///   - rules: every rule that it judges by, also those that found nothing.
    ///   - findings: the findings in their order.
    ///   - omitted: how many findings were left out.
    ///   - subject: what was looked at, as a plural noun, and how much of it.
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

    /// The weight of the worst finding; `nil` when there is none.
    public var worst: Severity? { findings.map(\.severity).max() }

    /// Whether a finding is at least as bad as `threshold`: what `--fail-on` asks.
    public func fails(on threshold: Severity) -> Bool { worst.map { $0 >= threshold } ?? false }

    /// How many findings have a severity.
    public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

    /// The report in a format, with its last line end; empty text when there is nothing to say.
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

    /// A line for each finding; what a rule rests on follows its first finding.
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
