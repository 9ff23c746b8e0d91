import ArgumentParser
import Capture
import Inspection
import Reporting
import WireFormat

/// `imwire check`: rules over the recorded behaviour of both ends.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        _superCommandName: Imwire.name,
        abstract: "Find violations of the protocol's rules by client and server.",
        discussion: """
            Examples:
              imwire check chat.pcap
              imwire check --format sarif --fail-on warning chat.pcap > chat.sarif
              imwire check --disable token-in-clear --severity clock-skew=warning chat.pcap
              imwire check --write-baseline known.json chat.pcap && imwire check --baseline known.json chat.pcap
              imwire check --list-rules
            """
    )

    @OptionGroup var captures: CaptureArguments

    @Option(help: "How to write the findings.")
    var format = FindingReport.Format.text

    @Option(help: "End with exit code 1 if a finding has this severity or a higher one.")
    var failOn = Severity.error

    @Option(
        help: ArgumentHelp(
            "Disable rules and set severities as this JSON file says (schema imwire-rules/1).",
            valueName: "file"
        )
    )
    var rules: String?

    @Option(help: ArgumentHelp("Disable a rule; may be repeated.", valueName: "rule"))
    var disable: [String] = []

    @Option(
        help: ArgumentHelp("Set the severity of a rule's findings; may be repeated.", valueName: "rule=severity")
    )
    var severity: [String] = []

    @Option(help: ArgumentHelp("Print only findings that this file does not have.", valueName: "file"))
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Write all findings to a file for --baseline; then they do not make the exit code 1.",
            valueName: "file"
        )
    )
    var writeBaseline: String?

    @Flag(help: "End with exit code 0 even if there was no event to judge.")
    var allowEmpty = false

    @Flag(help: "Print every rule with its severity and its basis, and end.")
    var listRules = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if listRules, format != .text { throw ValidationError("--list-rules prints text") }
        if listRules, captures.paths.isEmpty, baseline != nil || writeBaseline != nil || allowEmpty || failOn != .error
        {
            throw ValidationError("no capture is named, so that nothing is judged: --list-rules only prints the rules")
        }
        var choice = RuleChoice(of: CaptureCheck.rules)
        try change(&choice)
        let inputs = captures.inputs + (rules.map { [$0] } ?? [])
        if let writeBaseline, inputs.contains(where: { Posix.isSameFile(writeBaseline, $0) }) {
            throw ValidationError("the baseline would overwrite an input")
        }
    }

    func run() async throws {
        if !listRules || !captures.paths.isEmpty { try captures.check() }
        do {
            if listRules {
                for rule in try choice().rules {
                    for line in ["\(rule.id): \(rule.severity.rawValue): \(rule.title)", "    \(rule.basis)"] {
                        let shown = TerminalText.wrapped(line, width: Posix.terminalWidth(1))
                        try StandardOutput().write(line: shown)
                    }
                }
            }
            if !captures.paths.isEmpty { try await check() }
        } catch is StandardOutput.Closed {
            return
        }
    }

    private func check() async throws {
        var check = CaptureCheck()
        check.options = try captures.reading.options()
        check.choice = try choice()
        let known = try knownFindings()
        // A large capture takes long to judge.
        if let writeBaseline { try OutputFile.check(writeBaseline) }
        let damage = try await captures.forEach(common) { reader, path, _ in
            try await check.add(reader, name: path == "-" ? "stdin" : path)
        }
        // A new baseline keeps the findings that the old one knew, if they still occur.
        let found = check.report.findings
        if let known { check.omit(known) }
        var report = check.report
        report.width = Posix.terminalWidth(1)
        do {
            try StandardOutput().write(Array(report.text(format, version: Versions.program).utf8).span)
        } catch let closed as StandardOutput.Closed {
            try keep(found)
            throw closed
        }
        if !common.quiet { StandardError.write("imwire: \(check.report.summary)") }
        try keep(found)
        if let damage { throw damage }
        if writeBaseline == nil, check.report.fails(on: failOn) {
            throw Exit.findings
        }
        if check.report.subject.count == 0, !allowEmpty {
            if !common.quiet {
                StandardError.write("imwire: there was no event to judge; --allow-empty lets that pass")
            }
            throw Exit.findings
        }
    }

    /// Writes the new baseline, if one is wanted.
    private func keep(_ findings: [Finding]) throws {
        guard let writeBaseline else { return }
        try OutputFile.write(Array(FindingBaseline(findings).text.utf8), to: writeBaseline)
    }
}

extension CheckCommand {
    /// Returns the choice of rules: the file first, then the options.
    private func choice() throws -> RuleChoice {
        var choice = RuleChoice(of: CaptureCheck.rules)
        if let path = rules {
            let bytes = try InputFile.read(path)
            do throws(RuleChoice.Failure) {
                choice = try RuleChoice(parsing: bytes, of: CaptureCheck.rules)
            } catch {
                StandardError.write("imwire: \(path): no choice of rules: \(Self.text(of: error))")
                throw Exit.badData
            }
        }
        try change(&choice)
        return choice
    }

    /// Applies the options about rules.
    private func change(_ choice: inout RuleChoice) throws {
        do throws(RuleChoice.Failure) {
            for id in disable { try choice.disable(id) }
            for text in severity { try choice.setSeverity(text) }
        } catch {
            throw ValidationError(Self.text(of: error))
        }
    }

    private static func text(of failure: RuleChoice.Failure) -> String {
        failure.description + (failure.unknownRule == nil ? "" : "; --list-rules names them all")
    }

    /// Returns the known findings, or `nil` without ``baseline``.
    private func knownFindings() throws -> FindingBaseline? {
        guard let path = baseline else { return nil }
        let bytes = try InputFile.read(path)
        do throws(FindingBaseline.Failure) {
            return try FindingBaseline(parsing: bytes)
        } catch {
            StandardError.write("imwire: \(path): no baseline: \(error)")
            throw Exit.badData
        }
    }
}

extension FindingReport.Format: WordArgument {}
extension Severity: WordArgument {}
