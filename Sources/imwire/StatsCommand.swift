import ArgumentParser
import Capture
import Inspection
import WireFormat

/// `imwire stats`: counts and sizes.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count frames, bytes and messages of a capture by type, topic and object name.",
        discussion: "Example: imwire stats --format json chat.pcap"
    )

    @Argument(help: "The capture; - is standard input.")
    var file: String

    @Option(help: "How the figures are written: text, json.")
    var format = StatisticsReport.Format.text

    @OptionGroup var filter: FilterOption
    @OptionGroup var common: CommonOptions

    func run() async throws {
        Posix.ignoreClosedPipes()
        let input = try CaptureInput(path: file)
        do {
            let report = try await StatisticsReport.make(try input.open(), filter: filter.filter, limits: Limits())
            try StandardOutput().write(Array(report.text(format).utf8).span)
            if let damage = report.damage {
                StandardError.write("imwire: \(file): damaged at byte \(damage.offset): \(damage.reason)")
                throw Exit.damagedInput
            }
        } catch let error as CaptureError {
            StandardError.write("imwire: \(file): \(error)")
            throw Exit.code(for: error)
        } catch is StandardOutput.Closed {
            return
        }
    }
}

extension StatisticsReport.Format: ExpressibleByArgument {}

/// `-Y`: which events count.
struct FilterOption: ParsableArguments {
    @Option(
        name: .customShort("Y"),
        help: ArgumentHelp(
            "Only events that pass: fields of an event, ==, !=, &&, ||, !.",
            discussion: "Example: -Y 'message.objectName == \"RC:TxtMsg\" && sender == \"client\"'",
            valueName: "filter"
        )
    )
    var text: String?

    /// The filter; checked by ``validate()``.
    var filter: EventFilter? { text.flatMap { try? EventFilter($0) } }

    func validate() throws {
        guard let text else { return }
        do {
            _ = try EventFilter(text)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
