import ArgumentParser
import Capture
import Inspection
import Reporting
import RongCloud
import Transport
import WireFormat
import WireProtobuf

/// The captures that a command reads, with the options for reading them: the same for all such commands.
struct CaptureArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Captures; - is standard input.", valueName: "file"))
    var files: [String] = []

    @Option(name: .customShort("r"), help: ArgumentHelp("The same as <file>, for users of tshark.", valueName: "file"))
    var read: [String] = []

    @OptionGroup var reading: ReadingOptions

    /// All captures, in the order of the command line: those of `-r` first.
    var paths: [String] { read + files }

    /// All files that are read; the program must not write to any of them.
    var inputs: [String] { paths + reading.keys }

    /// Checks all captures before the first one is read; a command calls this when it begins to run.
    ///
    /// `validate()` would be too early: the parser reports an unknown option, which may be the misspelt one that took the
    /// only file as its value, after `validate()`.
    ///
    /// Ends the program with 64 if no capture is named, or standard input more than once; with 66 if a capture cannot
    /// be opened.
    func check() throws {
        if paths.isEmpty { throw ValidationError("no capture is named; - is standard input") }
        try InputFile.needOneStandardInput(paths)
        for path in paths { try InputFile.check(path, insteadOfDirectory: CaptureInput.insteadOfDirectory) }
    }

    /// Opens one capture after the other, passes it to `work`, and writes its outcome to standard error.
    ///
    /// - Parameters:
    ///   - common: the common options.
    ///   - saysSummary: whether a summary is written.
    ///   - work: reads the capture; receives also its path, and its name if there are several captures.
    /// - Returns: the exit code, if it is not 0.
    func forEach(
        _ common: CommonOptions,
        saysSummary: Bool = false,
        _ work: (consuming sending CaptureReader, _ path: String, _ name: String?) async throws -> CaptureOutcome
    ) async throws -> ExitCode? {
        var code: ExitCode?
        var matched: Set<DecodeAs> = []
        for path in paths {
            let outcome = try await CaptureInput(path: path).read(showsProgress: common.showsProgress) { input in
                try await work(try input.open(), path, paths.count > 1 ? path : nil)
            }
            OutcomeReport(outcome, isQuiet: common.quiet).write(
                input: path,
                saysSummary: saysSummary,
                isOneOfSeveral: paths.count > 1
            )
            if outcome.damage != nil { code = Exit.damagedInput }
            matched.formUnion(outcome.matchedRules)
        }
        reading.reportUnmatchedRules(matched)
        return code
    }
}
