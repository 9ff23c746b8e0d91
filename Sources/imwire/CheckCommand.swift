public import ArgumentParser
import Capture
public import Inspection
import RongCloud
import WireFormat

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

    @Argument(help: "The capture; - is standard input.")
    var file: String?

    @Option(help: "How findings are written: text, json, sarif.")
    var format = FindingReport.Format.text

    @Option(help: "The severity from which on findings make the exit code 1: note, warning, error.")
    var failOn = Diagnostic.Severity.error

    @Option(
        help: ArgumentHelp(
            "The key of the TCP form's bodies, 16 hex digits; without it, it is recovered.",
            valueName: "hex"
        ),
        transform: ObfuscationKey.argument
    )
    var obfuscationKey: ObfuscationKey?

    @Flag(help: "Print every rule with its severity and what it rests on.")
    var listRules = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if file == nil, !listRules { throw ValidationError("no capture is named; - is standard input") }
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
            if let file { try await check(file) }
        } catch is StandardOutput.Closed {
            return
        }
    }

    private func check(_ file: String) async throws {
        var check = CaptureCheck()
        check.obfuscationKey = obfuscationKey
        let input = try CaptureInput(path: file)
        let outcome: CaptureCheck.Outcome
        do {
            outcome = try await check.run(try input.open(), name: file == "-" ? "stdin" : file)
        } catch let error as CaptureError {
            StandardError.write("imwire: \(file): \(error)")
            throw Exit.code(for: error)
        }
        try StandardOutput().write(Array(outcome.report.text(format, version: Versions.program).utf8).span)
        if let damage = outcome.damage {
            StandardError.write("imwire: \(file): damaged at byte \(damage.offset): \(damage.reason)")
        }
        if !common.quiet { StandardError.write("imwire: \(outcome.report.summary)") }
        if outcome.damage != nil { throw Exit.damagedInput }
        if outcome.report.fails(on: failOn) { throw Exit.findings }
    }
}

extension FindingReport.Format: ExpressibleByArgument {}
extension Diagnostic.Severity: ExpressibleByArgument {}
