import ArgumentParser
import Capture
import Inspection
import WireFormat

/// `imwire stats`: counts and sizes.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count frames, bytes and messages of captures by type, topic and object name.",
        discussion: "Example: imwire stats --format json chat.pcap"
    )

    @OptionGroup var captures: CaptureArguments

    @Option(help: "How the figures are written: text, json.")
    var format = StatisticsReport.Format.text

    @OptionGroup var filter: FilterOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        try captures.needPaths()
        try filter.validate(raw: false)
    }

    func run() async throws {
        Posix.ignoreClosedPipes()
        var report = StatisticsReport()
        report.options = try captures.reading.options()
        report.filter = filter.filter
        let code = try await captures.forEach(common) { reader, _, _ in try await report.add(reader) }
        do {
            try StandardOutput().write(Array(report.text(format).utf8).span)
        } catch is StandardOutput.Closed {
            return
        }
        if let code { throw code }
    }
}

extension StatisticsReport.Format: ExpressibleByArgument {}
