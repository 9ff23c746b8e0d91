import ArgumentParser
public import Inspection
import Reporting

/// The options that `decode` and `live` share: a filter for events, and their format.
struct DecodingOptions: ParsableArguments {
    @Option(help: "How to write events.")
    var format = CaptureDecoder.Format.text

    @Option(
        name: .customShort("e"),
        help: ArgumentHelp(
            "With --format fields: a field to write; may be repeated. imwire fields lists them.",
            discussion: "Tabs separate the fields, commas the values of one field.",
            valueName: "field"
        )
    )
    var fields: [String] = []

    @Flag(help: "With --format fields: write a first line with the names of the fields.")
    var header = false

    @Option(help: "Select the events of the connection with this number.")
    var flow: Int?

    @Option(name: .customShort("c"), help: ArgumentHelp("Stop after this number of events.", valueName: "count"))
    var count: Int?

    @Flag(help: "Add the bytes of each event in hex: to JSON lines, and as the field hex for -e and -Y.")
    var raw = false

    @Flag(help: "End with exit code 1 if an event has an error.")
    var strict = false

    @Flag(help: "Show tokens in full.")
    var showSecrets = false

    @Option(
        name: .customShort("t"),
        help: ArgumentHelp(
            "Times in text: a time of day, d with the date, r since the first packet, delta since the last line.",
            valueName: "a|d|r|delta"
        )
    )
    var time = TextStyle.Time.timeOfDay

    @Flag(help: "Show times of day in UTC.")
    var utc = false

    @Flag(help: "Write a line for each ping, instead of one line with their number.")
    var pings = false

    @Option(
        help: ArgumentHelp(
            """
            Fit lines of text into so many columns, at least \(DecodingOptions.fewestColumns); by default into those of \
            the terminal, and in a pipe without a limit.
            """,
            valueName: "columns"
        )
    )
    var width: Int?

    /// The minimum width; narrower lines have no room for anything.
    private static let fewestColumns = 40

    @Option(name: .customShort("Y"), help: FilterArgument.help, transform: FilterArgument.init)
    var filter: FilterArgument?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("-c needs a positive number") }
        if let width, width < Self.fewestColumns {
            throw ValidationError("--width needs a number from \(Self.fewestColumns) on")
        }
        if let flow, flow < 1 { throw ValidationError("--flow needs a positive number") }
        try filter.validate(raw: raw)
        try validateFields()
        try validateUse()
    }

    /// Refuses fields in another format, and a list of fields that is empty or that lacks an option.
    private func validateFields() throws {
        guard format == .fields else {
            guard fields.isEmpty, !header else { throw ValidationError("-e and --header need --format fields") }
            return
        }
        guard !fields.isEmpty else { throw ValidationError("--format fields needs a field: -e FIELD") }
        if try paths().contains(where: \.needsBytes), !raw {
            throw ValidationError("events have the field hex with --raw only")
        }
    }

    /// Refuses options that would change nothing in the output.
    private func validateUse() throws {
        if raw, format != .jsonl, filter?.filter.needsBytes != true, try !paths().contains(where: \.needsBytes) {
            throw ValidationError("--raw needs --format jsonl, or the field hex in -Y or -e")
        }
        if format == .jsonl || format == .fields, time != .timeOfDay || width != nil {
            throw ValidationError("-t and --width are for --format text and tree; other formats have the field time")
        }
    }

    /// Returns the fields of `-e`.
    private func paths() throws -> [FieldPath] { try FieldPath.arguments(fields, of: "-e") }

    /// Whether the output contains bytes in hex.
    private var showsHex: Bool {
        get throws { try raw && (format == .jsonl || format == .fields && paths().contains(where: \.needsBytes)) }
    }

    /// Returns a decoder with these options; reads the key log.
    func decoder(_ reading: ReadingOptions, captures: Int = 1, keyLogsGrow: Bool = false) throws -> CaptureDecoder {
        var decoder = CaptureDecoder()
        decoder.options = try reading.options(keyLogsGrow: keyLogsGrow)
        decoder.format = format
        decoder.fields = try paths()
        decoder.showsHeader = header
        decoder.flow = flow
        decoder.filter = filter.checked(captures: captures)
        decoder.limit = count
        decoder.showsRaw = raw
        decoder.options.showsSecrets = showSecrets
        decoder.style.time = time
        decoder.style.isUTC = utc
        decoder.style.foldsPings = !pings
        decoder.style.width = width ?? Posix.terminalWidth(1)
        decoder.style.isColored = common.usesColor
        if try showsHex, !common.quiet { StandardError.write("imwire: the hex of --raw holds tokens in full") }
        return decoder
    }
}

extension DecodingOptions {
    /// Reports the outcome of a capture on standard error, and returns the exit code if it is not 0.
    func report(_ outcome: CaptureDecoder.Outcome, of input: String, isOneOfSeveral: Bool = false) -> ExitCode? {
        // A decoder that stops reads on for a random distance, so its totals are not reported.
        OutcomeReport(outcome.capture, isQuiet: common.quiet).write(
            input: input,
            saysSummary: !outcome.isStopped,
            isSelective: filter != nil || flow != nil,
            isOneOfSeveral: isOneOfSeveral
        )
        let flows = outcome.capture.summary.flows
        if let flow, !outcome.isStopped, flow > flows {
            let known = Count.of("connection", flows)
            StandardError.write("imwire: \(SafeText.terminal(input)): no connection \(flow) among its \(known)")
        }
        if outcome.isStopped, !common.quiet {
            StandardError.write("stopped after " + Count.of("event", outcome.written))
        }
        if outcome.capture.damage != nil { return Exit.damagedInput }
        return strict && outcome.writtenErrors > 0 ? Exit.findings : nil
    }
}

extension CaptureDecoder.Format: WordArgument {}
extension TextStyle.Time: WordArgument {}
