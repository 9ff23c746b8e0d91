public import ArgumentParser
import Capture
public import Inspection

/// `imwire check`: rules over the recorded behaviour of both ends.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judge the recorded behaviour of client and server by the rules of the protocol.",
        discussion: """
            Examples:
              imwire check chat.pcap
              imwire check --format sarif --fail-on warning chat.pcap > chat.sarif
              imwire check --list-rules
            """
    )

    @OptionGroup var captures: CaptureArguments

    @Option(help: "How findings are written: text, json, sarif.")
    var format = FindingReport.Format.text

    @Option(help: "The severity from which on findings make the exit code 1: note, warning, error.")
    var failOn = Diagnostic.Severity.error

    @Flag(help: "End with 0 also when there was no event to judge.")
    var allowEmpty = false

    @Flag(help: "Print every rule with its severity and what it rests on.")
    var listRules = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !listRules { try captures.needPaths() }
    }

    func run() async throws {
        Posix.ignoreClosedPipes()
        do {
            if listRules {
                for rule in CaptureCheck.rules {
                    try StandardOutput().write(line: "\(rule.id): \(rule.severity.rawValue): \(rule.title)")
                    try StandardOutput().write(line: "    \(rule.basis)")
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
        let damage = try await captures.forEach(common) { reader, path, _ in
            try await check.run(reader, name: path == "-" ? "stdin" : path)
        }
        try StandardOutput().write(Array(check.report.text(format, version: Versions.program).utf8).span)
        if !common.quiet { StandardError.write("imwire: \(check.report.summary)") }
        if let damage { throw damage }
        if check.report.fails(on: failOn) { throw Exit.findings }
        if check.report.subject.count == 0, !allowEmpty {
            if !common.quiet {
                StandardError.write("imwire: there was no event to judge; --allow-empty lets that pass")
            }
            throw Exit.findings
        }
    }
}

extension FindingReport.Format: ExpressibleByArgument {}
extension Diagnostic.Severity: ExpressibleByArgument {}
