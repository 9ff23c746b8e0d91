import ArgumentParser
import Capture
import Inspection
import Reporting
import WireFormat

/// `imwire report`: captures as one HTML page.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        _superCommandName: Imwire.name,
        abstract: "Write captures as one HTML page: events, bytes, conversations, ladder, statistics, findings.",
        discussion: """
            The page makes no network request. Tokens are masked in it, also in the bytes.

            Examples:
              imwire report chat.pcap -o chat.html
              imwire report --extract chat.html | jq .frame
            """
    )

    @OptionGroup var captures: CaptureArguments

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("Write the page to this file; - is standard output.", valueName: "file")
    )
    var output: String?

    @Option(
        help: ArgumentHelp("Show at most this number of events, and say how many more there are.", valueName: "count")
    )
    var limit: Int?

    @Flag(help: "Show tokens in full, in the bytes too.")
    var showSecrets = false

    @Option(
        help: ArgumentHelp(
            "Print the events of a page as JSON lines, and read no capture.",
            discussion:
                "The lines are those of decode --format jsonl --raw, with asterisks (2a) for the bytes of tokens.",
            valueName: "page"
        )
    )
    var extract: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if extract != nil {
            guard captures.paths.isEmpty, output == nil else {
                throw ValidationError("--extract prints what a page holds; it reads no capture and writes no page")
            }
            guard limit == nil, !showSecrets, captures.reading.isEmpty else {
                throw ValidationError("--extract prints what a page holds, whatever options about captures say")
            }
            return
        }
        if let limit, limit < 1 { throw ValidationError("--limit needs a positive number") }
    }

    func run() async throws {
        do {
            if let extract { return try extractLines(of: extract) }
            try captures.check()
            guard let output else {
                throw ValidationError("-o says where the page is written; - is standard output")
            }
            try await write(output)
        } catch is StandardOutput.Closed {
            return
        }
    }

    private func write(_ path: String) async throws {
        var report = HTMLReport()
        report.options = try captures.reading.options()
        report.options.showsSecrets = showSecrets
        if let limit { report.limit = limit }
        var page: PageOutput?
        var bytes = 0
        let paths = captures.paths
        let damage: ExitCode?
        do {
            damage = try await captures.forEach(common) { reader, input, _ in
                // The page is created after the first input has proved to be a capture: a wrong path empties no file.
                let file = try page ?? PageOutput(path: path, inputs: captures.inputs)
                page = file
                let sink = { (part: Span<UInt8>) in
                    bytes += part.count
                    try file.write(part)
                }
                return try await report.add(
                    reader,
                    name: input == "-" ? "stdin" : input,
                    isOneOfSeveral: paths.count > 1,
                    to: sink
                )
            }
            if let page {
                try report.finish(version: Versions.program) { part in
                    bytes += part.count
                    try page.write(part)
                }
                try page.publish()
            }
        } catch {
            // A page without its end, or without one of the captures, must not stay.
            page?.discard()
            throw error
        }
        say(report.shown, of: report.events, bytes, path)
        if let damage { throw damage }
    }

    /// Reports the events that were written and left out.
    private func say(_ shown: Int, of events: Int, _ bytes: Int, _ path: String) {
        if events > shown {
            StandardError.write(
                "imwire: the page shows the first \(shown) of \(events) events; --limit left out the rest"
            )
        }
        guard !common.quiet else { return }
        let counts = "\(Count.of("event", shown)) in \(Count.of("byte", bytes))"
        StandardError.write("\(counts) written to \(SafeText.terminal(path))")
    }

    private func extractLines(of path: String) throws {
        let input = try CaptureInput(path: path, insteadOfDirectory: "name a page")
        guard let page = Posix.readAll(input.descriptor, limit: InputLimits.page) else {
            StandardError.write("imwire: \(SafeText.terminal(path)): the page could not be read")
            throw Exit.inputOutput
        }
        let output = StandardOutput()
        do {
            try ReportExtraction.lines(of: page.span) { try output.write($0) }
        } catch let failure as ReportExtraction.Failure {
            StandardError.write("imwire: \(SafeText.terminal(path)): \(failure)")
            throw Exit.badData
        }
    }
}
