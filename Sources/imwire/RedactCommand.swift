import ArgumentParser
import Capture
import Inspection
import Redaction
import Reporting
import WireFormat

/// `imwire redact`: a copy of a capture without secrets.
struct RedactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        _superCommandName: Imwire.name,
        abstract: "Write a copy of a capture with pseudonyms in the place of its values, to show it to others.",
        discussion: """
            Texts, ids, tokens and names are replaced by pseudonyms, addresses are mapped, and packets of connections that \
            are not decoded are cut after their headers. The output appears only after a proof that it decodes to the same \
            events and holds no original value of 6 bytes or more. Docs/redaction.md says what is not promised.

            Examples:
              imwire redact session.pcapng session-redacted.pcapng
              imwire redact --keys session.keys --report report.json session.pcapng session-redacted.pcapng
            """
    )

    @Argument(help: "The capture to redact.")
    var input: String

    @Argument(help: "The pcapng file to write.")
    var output: String

    @Option(
        help: ArgumentHelp(
            "Make the same pseudonyms in several files: a secret of at least 32 hex digits.",
            valueName: "hex"
        )
    )
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Keep a field, such as pushText or UpStreamMessage.pushText; may be repeated.",
            valueName: "field"
        )
    )
    var keep: [String] = []

    @Option(help: ArgumentHelp("Also replace a field that would otherwise stay; may be repeated.", valueName: "field"))
    var also: [String] = []

    @Option(help: ArgumentHelp("Write as JSON which fields were replaced, without their values.", valueName: "file"))
    var report: String?

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let key, (try? Hex.decode(key)).map({ $0.count >= 16 }) != true {
            throw ValidationError("--key needs at least 128 bits: 32 hex digits or more")
        }
        if output == "-" || report == "-" {
            throw ValidationError("redact writes files, which appear when it is done; - is none")
        }
        if input == "-" { throw ValidationError("a capture is read several times; redact needs a file") }
        if Posix.isSameFile(output, input) {
            throw ValidationError("the capture would be overwritten by its redaction")
        }
        if let report,
            Posix.isSamePlace(report, output) || Posix.isSameFile(report, output) || Posix.isSameFile(report, input)
        {
            throw ValidationError("the report would overwrite a capture")
        }
        for path in [output] + (report.map { [$0] } ?? [])
        where reading.keys.contains(where: { Posix.isSameFile(path, $0) }) {
            throw ValidationError("a key log would be overwritten")
        }
    }

    func run() async throws {
        let first = try CaptureInput(path: input, insteadOfDirectory: "name a capture in it")
        guard !first.isInteractive else {
            StandardError.write(
                "imwire: \(SafeText.terminal(input)): a capture is read several times; redact needs a file"
            )
            throw Exit.noInput
        }
        var options = CaptureRedactor.Options()
        options.capture = try reading.options()
        options.key = try key.map { try Hex.decode($0) }
        options.keep = Set(keep)
        options.also = Set(also)
        options.application = "imwire \(Versions.program)"
        Posix.returnLargeBlocks()
        let draft = try Draft(for: output)
        var reportDraft: Draft?
        do {
            reportDraft = try report.map { try Draft(for: $0) }
            try await redact(options, draft, reportDraft)
        } catch {
            draft.discard()
            reportDraft?.discard()
            throw error
        }
    }

    private func redact(
        _ options: CaptureRedactor.Options,
        _ draft: Draft,
        _ reportDraft: Draft?
    ) async throws {
        let outcome: CaptureRedactor.Outcome
        do {
            outcome = try await CaptureRedactor(options).redact(
                open: { try CaptureInput(path: input).open() },
                write: draft.writer,
                restart: { try draft.restart() },
                reopen: { try CaptureInput(path: draft.path).open() }
            )
        } catch let error as CaptureError {
            StandardError.write("imwire: \(SafeText.terminal(input)): \(error)")
            throw Exit.code(for: error)
        } catch let error as RedactionError {
            StandardError.write("imwire: \(SafeText.terminal(input)): \(error)")
            switch error {
            case .temporary, .output: throw Exit.inputOutput
            default: throw Exit.findings
            }
        }
        // The report is written last: without the capture it would describe nothing.
        try draft.publish()
        try reportDraft?.publish(Array((outcome.report.json + "\n").utf8))
        describe(outcome)
        if outcome.capture.damage != nil { throw Exit.damagedInput }
    }

    /// Says on standard error what was read and rewritten, and what the user should know of it.
    private func describe(_ outcome: CaptureRedactor.Outcome) {
        let report = outcome.report
        let capture = SafeText.terminal(input)
        OutcomeReport(outcome.capture, isQuiet: common.quiet).write(input: input, saysSummary: false)
        reading.reportUnmatchedRules(outcome.capture.matchedRules)
        for (flow, reason) in report.cutFlows {
            StandardError.write("imwire: \(capture): f\(flow) is cut: \(SafeText.terminal(reason))")
        }
        if report.hasNothingLeft {
            StandardError.write(
                "imwire: \(capture): nothing was rewritten: the output holds no event of a known system"
            )
        }
        if let key = report.obfuscationKey {
            StandardError.write("imwire: \(capture): the output has another key: --obfuscation-key \(Hex.encode(key))")
        }
        let unmatched = report.unmatchedFields
        if !unmatched.isEmpty {
            let names = unmatched.map { SafeText.terminal($0) }.joined(separator: ", ")
            StandardError.write("imwire: \(capture): no value to keep or to replace has one of these names: \(names)")
        }
        if !common.quiet {
            StandardError.write(
                "\(Count.of("packet", report.packets)), \(report.rewrittenPackets) rewritten, \(report.cutPackets) cut after their "
                    + "headers; \(Count.of("value", report.values)) searched for, none found"
            )
        }
    }
}
