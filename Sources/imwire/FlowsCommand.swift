import ArgumentParser
import Capture
import Inspection
import WireFormat

/// `imwire flows`: a row a connection.
struct FlowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flows",
        abstract: "List the connections of a capture: who, what, how much, and which session.",
        discussion: "Example: imwire flows chat.pcap"
    )

    @Argument(help: "The capture; - is standard input.")
    var file: String

    @Option(help: "How the rows are written: text, json.")
    var format = FlowsReport.Format.text

    @OptionGroup var common: CommonOptions

    func run() async throws {
        Posix.ignoreClosedPipes()
        let input = try CaptureInput(path: file)
        do {
            let report = try await FlowsReport.make(try input.open(), limits: Limits())
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

extension FlowsReport.Format: ExpressibleByArgument {}
