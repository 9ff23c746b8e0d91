import ArgumentParser
import Capture
import Inspection
import Redaction
import Reporting
import WireJSON

/// `imwire diff`: the differences of two captures.
struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        _superCommandName: Imwire.name,
        abstract: "Compare two captures by the meaning of their events.",
        discussion: """
            Sessions are aligned by types, topics, object names and the order of requests. Ids, times, user names, tokens \
            and texts are not compared. The exit code is 1 if there are differences.

            Examples:
              imwire diff sdk-4.2.pcap sdk-5.1.pcap
              imwire diff --ignore pushText --only 'frame.type in {QUERY, QUERYCON}' sdk-4.2.pcap sdk-5.1.pcap
            """
    )

    /// The format of the differences.
    enum Format: String, WordArgument {
        case text
        case json
    }

    @Argument(help: "The first capture.")
    var first: String

    @Argument(help: "The second capture.")
    var second: String

    @Option(help: "How to write the differences.")
    var format = Format.text

    @Option(
        help: ArgumentHelp("Leave out a field: its path, or a part of the path; may be repeated.", valueName: "field")
    )
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp(
            "Compare only the events that pass this filter; its grammar is that of decode -Y.",
            valueName: "filter"
        ),
        transform: FilterArgument.init
    )
    var only: FilterArgument?

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var common: CommonOptions

    func validate() throws { try InputFile.needOneStandardInput([first, second]) }

    func run() async throws {
        var decoder = CaptureDecoder()
        decoder.options = try reading.options()
        decoder.filter = only.checked(captures: 1)
        var comparison = CaptureComparison()
        comparison.ignored = IgnoredFields(ignore)
        let inputs = try [first, second].map {
            try CaptureInput(path: $0, insteadOfDirectory: "name a capture in it")
        }
        var readings: [CaptureComparison.Reading] = []
        for input in inputs {
            let reading = try await input.read(showsProgress: common.showsProgress) { input in
                try await comparison.read(input.open(), decoder)
            }
            readings.append(reading)
        }
        comparison.compare(readings[0], readings[1])
        let hasEvents = readings.contains { !$0.isEmpty }
        for (reading, input) in zip(readings, inputs) {
            OutcomeReport(reading.outcome, isQuiet: common.quiet).write(
                input: input.path,
                saysSummary: false,
                isOneOfSeveral: true
            )
        }
        self.reading.reportUnmatchedRules(readings[0].outcome.matchedRules.union(readings[1].outcome.matchedRules))
        let uncompared = [comparison.uncompared.a, comparison.uncompared.b]
        for case (let uncompared?, let input) in zip(uncompared, inputs) {
            StandardError.write(SafeText.terminal("imwire: \(input.path): \(uncompared)"))
        }
        if !hasEvents {
            StandardError.write("imwire: nothing was compared: neither capture has an event")
        } else if !comparison.unmatchedNames.isEmpty {
            let names = comparison.unmatchedNames.map { SafeText.terminal($0) }.joined(separator: ", ")
            StandardError.write("imwire: no field that is compared has one of these names: \(names)")
        }
        do {
            switch format {
            case .text: try writeText(comparison)
            case .json: try writeJSON(comparison)
            }
        } catch is StandardOutput.Closed {
            return
        }
        if readings.contains(where: { $0.outcome.damage != nil }) { throw Exit.damagedInput }
        // Captures that were not compared to the end are not said to be equal.
        if !comparison.differences.isEmpty || uncompared.contains(where: { $0 != nil }) { throw Exit.findings }
    }

    /// Writes the differences as one line, in pieces.
    private func writeJSON(_ comparison: CaptureComparison) throws {
        let output = StandardOutput()
        var bytes: [UInt8] = []
        try comparison.writeJSON { part in
            bytes += part.utf8
            guard bytes.count >= Self.pieceBytes else { return }
            try output.write(bytes.span)
            bytes.removeAll(keepingCapacity: true)
        }
        bytes.append(UInt8(ascii: "\n"))
        try output.write(bytes.span)
    }

    /// The bytes of JSON that are written at a time.
    private static let pieceBytes = 1 << 16

    /// Writes the captures side by side: number and meaning of each event that differs, moved or is in one only.
    private func writeText(_ comparison: CaptureComparison) throws {
        let output = StandardOutput()
        let layout = SideBySide(width: Posix.terminalWidth(1))
        for difference in comparison.differences {
            let (left, mark, right) = columns(of: difference)
            for line in layout.lines(left, mark, right) { try output.write(line: line) }
        }
        guard !common.quiet else { return }
        for latency in comparison.latencies where max(latency.a, latency.b) > 2 * min(latency.a, latency.b) {
            StandardError.write(
                SafeText.terminal(
                    "latency of \(latency.meaning): \(milliseconds(latency.a)), \(milliseconds(latency.b))"
                )
            )
        }
        StandardError.write(Count.of("difference", comparison.differences.count))
    }

    private func columns(
        of difference: CaptureComparison.Difference
    ) -> (left: String, mark: String, right: String) {
        func cell(_ event: CaptureComparison.Difference.Event) -> String { "\(event.number) \(event.meaning)" }
        return switch difference {
        case .onlyInA(let event): (cell(event), "<", "")
        case .onlyInB(let event): ("", ">", cell(event))
        case .changed(let one, let other): (cell(one), "|", cell(other))
        case .moved(let one, let other): (cell(one), "~", cell(other))
        case .field(let field, let one, let other):
            (
                "\(cell(one)) \(field.path): \(field.a ?? "absent")", "|",
                // The field belongs to the event in the first capture.
                "\(other.number) \(one.meaning) \(field.path): \(field.b ?? "absent")"
            )
        }
    }

    private func milliseconds(_ seconds: Double) -> String {
        let tenths = Int(seconds * 10000)
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
