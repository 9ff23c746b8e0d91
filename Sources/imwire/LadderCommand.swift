import ArgumentParser
public import Inspection
import Reporting
import WireFormat

/// `imwire ladder`: sequence diagrams.
struct LadderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ladder",
        _superCommandName: Imwire.name,
        abstract: "Draw the sessions of captures as sequence diagrams, with the findings of check.",
        discussion: """
            Examples:
              imwire ladder chat.pcap
              imwire ladder --format svg chat.pcap > chat.svg
            """
    )

    @OptionGroup var captures: CaptureArguments

    @Option(help: "How to write the diagrams.")
    var format = LadderReport.Format.text

    @Option(
        help: """
            Columns of the text, from \(LadderCommand.narrowest) to \(LadderCommand.widest); by default the value of the \
            environment variable COLUMNS, otherwise 100.
            """
    )
    var width: Int?

    /// The minimum and maximum width of a diagram.
    private static let (narrowest, widest) = (50, 1000)

    @Option(
        help: ArgumentHelp(
            "Draw at most this number of events, up to \(LadderCommand.mostEvents), and say how many more there are.",
            valueName: "count"
        )
    )
    var limit = 2000

    /// The maximum number of events of a diagram, which is in memory as a whole: about 3 KB for each.
    private static let mostEvents = 100_000

    @Flag(help: "Show tokens in full.")
    var showSecrets = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if limit < 1 || limit > Self.mostEvents {
            throw ValidationError(
                "--limit needs a number from 1 to \(Self.mostEvents); imwire report makes ladders of any length"
            )
        }
        if let width, width < Self.narrowest || width > Self.widest {
            throw ValidationError("--width needs a number from \(Self.narrowest) to \(Self.widest)")
        }
        if width != nil, format != .text { throw ValidationError("--width is for --format text") }
    }

    func run() async throws {
        try captures.check()
        var report = LadderReport()
        report.options = try captures.reading.options()
        report.options.showsSecrets = showSecrets
        report.limit = limit
        let columns = Posix.terminalWidth(1) ?? Posix.environment("COLUMNS").flatMap { Int($0) }
        report.width = width ?? columns.map { min(max($0, Self.narrowest), Self.widest) } ?? 100
        let code = try await captures.forEach(common) { reader, path, _ in
            try await report.add(reader, name: path == "-" ? "stdin" : path)
        }
        if report.isEmpty, !common.quiet { StandardError.write("imwire: there is no event to draw") }
        if report.leftOut > 0, !common.quiet {
            StandardError.write("imwire: --limit \(limit) left out \(Count.of("more event", report.leftOut))")
        }
        try StandardOutput().write(report: report.text(format), then: code)
    }
}

extension LadderReport.Format: WordArgument {}
