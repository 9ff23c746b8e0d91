import ArgumentParser
import Capture
public import Inspection
import WireFormat

/// `imwire flows`: a row for each connection.
struct FlowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flows",
        _superCommandName: Imwire.name,
        abstract: "List the connections of captures: ends, user, SDK, size, session, how they ended.",
        discussion: "Example: imwire flows chat.pcap"
    )

    @OptionGroup var captures: CaptureArguments

    @Option(help: "How to write the rows.")
    var format = FlowsReport.Format.text

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try captures.check()
        var report = FlowsReport()
        report.options = try captures.reading.options()
        report.width = Posix.terminalWidth(1)
        let code = try await captures.forEach(common) { reader, _, name in try await report.add(reader, name: name) }
        try StandardOutput().write(report: report.text(format), then: code)
    }
}

extension FlowsReport.Format: WordArgument {}
