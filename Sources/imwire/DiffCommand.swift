import ArgumentParser
import Capture
import Inspection
import Redaction
import Reporting
import WireJSON

/// `imwire diff`: what two captures say differently.
struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        _superCommandName: Imwire.name,
        abstract: "Compare two captures by what their events mean; exit code 1 when they differ.",
        discussion: """
            Example: imwire diff sdk-4.2.pcap sdk-5.1.pcap

            Sessions are aligned by types, topics, object names and the order of requests. Ids, times, user names, tokens \
            and texts are not compared.
            """
    )

    /// How the differences are written.
    enum Format: String, WordArgument {
        case text
        case json
    }

    @Argument(help: "One capture.")
    var first: String

    @Argument(help: "The other one.")
    var second: String

    @Option(help: "How the differences are written: text, json.")
    var format = Format.text

    @Option(help: ArgumentHelp("A field that is not compared: its path, or a part of it.", valueName: "field"))
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp("Only events that pass this filter.", valueName: "filter"),
        transform: FilterArgument.init
    )
    var only: FilterArgument?

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        var decoder = CaptureDecoder()
        decoder.options = try reading.options()
        decoder.filter = only.checked()
        var comparison = CaptureComparison()
        comparison.ignored = IgnoredFields(ignore)
        let one = try CaptureInput(path: first)
        let other = try CaptureInput(path: second)
        var outcomes: [CaptureOutcome] = []
        do {
            outcomes = try await comparison.compare(one.open(), other.open(), decoder)
        } catch let error as CaptureError {
            StandardError.write("imwire: \(error)")
            throw Exit.code(for: error)
        }
        for (outcome, path) in zip(outcomes, [first, second]) {
            OutcomeReport(outcome, isQuiet: common.quiet).write(input: path, saysSummary: false)
        }
        do {
            switch format {
            case .text: try writeText(comparison)
            case .json: try StandardOutput().write(line: comparison.json)
            }
        } catch is StandardOutput.Closed {
            return
        }
        if outcomes.contains(where: { $0.damage != nil }) { throw Exit.damagedInput }
        if !comparison.differences.isEmpty { throw Exit.findings }
    }

    /// The two captures side by side: number and meaning in each, what is only in one, what moved, which field differs.
    private func writeText(_ comparison: CaptureComparison) throws {
        let output = StandardOutput()
        for difference in comparison.differences {
            let left = cell(difference.a, difference.kind == "onlyInB" ? "" : difference.valueA, difference)
            let right = cell(difference.b, difference.kind == "onlyInA" ? "" : difference.valueB, difference)
            let mark =
                switch difference.kind {
                case "onlyInA": "<"
                case "onlyInB": ">"
                case "moved": "~"
                default: "|"
                }
            let width = max(1, 52 - left.count)
            try output.write(line: SafeText.terminal(left + String(repeating: " ", count: width) + mark + " " + right))
        }
        guard !common.quiet else { return }
        for latency in comparison.latencies where max(latency.a, latency.b) > 2 * min(latency.a, latency.b) {
            StandardError.write(
                SafeText.terminal(
                    "latency of \(latency.meaning): \(milliseconds(latency.a)), \(milliseconds(latency.b))"
                )
            )
        }
        StandardError.write("\(comparison.differences.count) differences")
    }

    private func cell(_ number: Int?, _ value: String?, _ difference: CaptureComparison.Difference) -> String {
        guard let number else { return "" }
        if difference.kind == "changed", let value { return "\(number) \(value)" }
        guard let field = difference.field else { return "\(number) \(difference.meaning)" }
        return "\(number) \(difference.meaning) \(field): \(value ?? "absent")"
    }

    private func milliseconds(_ seconds: Double) -> String {
        let tenths = Int(seconds * 10000)
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
