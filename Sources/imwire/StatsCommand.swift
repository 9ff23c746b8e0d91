import ArgumentParser
import Capture
public import Inspection
import WireFormat

/// `imwire stats`: counts and sizes.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        _superCommandName: Imwire.name,
        abstract: "Count frames, bytes and messages of captures, and how long answers take.",
        discussion: """
            Examples:
              imwire stats --format json chat.pcap
              imwire stats --by message.sender --by frame.status chat.pcap
            """
    )

    @OptionGroup var captures: CaptureArguments

    @Option(help: "How to write the figures.")
    var format = StatisticsReport.Format.text

    @Option(
        name: .customLong("by"),
        help: ArgumentHelp(
            "Also count the values of this field, such as message.sender; may be repeated.",
            valueName: "field"
        )
    )
    var fields: [String] = []

    @Option(name: .customShort("Y"), help: FilterArgument.help, transform: FilterArgument.init)
    var filter: FilterArgument?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        try filter.validate(raw: false)
        if try FieldPath.arguments(fields, of: "--by").contains(where: \.needsBytes) {
            throw ValidationError("--by hex: the bytes of events are not counted")
        }
    }

    func run() async throws {
        try captures.check()
        var report = StatisticsReport()
        report.options = try captures.reading.options()
        report.filter = filter.checked(captures: captures.paths.count)
        report.fields = try FieldPath.arguments(fields, of: "--by")
        report.width = Posix.terminalWidth(1)
        let code = try await captures.forEach(common) { reader, _, name in
            try await report.add(reader, name: name)
        }
        try StandardOutput().write(report: report.text(format), then: code)
    }
}

extension StatisticsReport.Format: WordArgument {}
