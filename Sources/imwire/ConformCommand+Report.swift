import ArgumentParser
import Conformance
import Reporting
import WireJSON

extension ConformCommand {
    /// The options for reports beside the one on standard output.
    struct ReportOptions: ParsableArguments {
        @Option(help: ArgumentHelp("Write a JUnit XML report, as CI systems show it.", valueName: "file"))
        var junit: String?

        @Option(help: ArgumentHelp("Write a report in version 14 of the Test Anything Protocol.", valueName: "file"))
        var tap: String?

        @Option(
            help: ArgumentHelp("Write a Markdown report; with several SDKs also their differences.", valueName: "file")
        )
        var markdown: String?

        @Option(
            help: ArgumentHelp(
                "Write one HTML page with a row for each case and a column for each SDK.",
                valueName: "file"
            )
        )
        var html: String?

        @Option(
            help: ArgumentHelp(
                "Write a JSON report, of which conform report can make the others.",
                valueName: "file"
            )
        )
        var json: String?

        /// The paths of the requested reports.
        private var paths: [String] { [junit, tap, markdown, html, json].compactMap(\.self) }

        /// Whether no report is requested.
        var isEmpty: Bool { paths.isEmpty }

        func validate() throws {
            if standardOutputs > 1 { throw ValidationError("only one report can go to standard output") }
            guard let path = OutputFile.firstRepeated(in: paths) else { return }
            throw ValidationError("two reports would be written to \(path)")
        }

        /// Writes the requested reports; ends the program with 74 if that fails.
        ///
        /// The path `-` is standard output.
        func write(_ report: ConformanceReport) throws {
            let texts: [(path: String?, text: () -> String)] = [
                (json, { report.json.safeLine + "\n" }), (junit, { report.junit }), (tap, { report.tap }),
                (markdown, { report.markdown.joined(separator: "\n") + "\n" }), (html, { report.html }),
            ]
            for case (let path?, let text) in texts {
                try OutputFile.write(Array(text().utf8), to: path)
            }
        }

        /// Ends the program with 74 if a requested report cannot be written: a run may take minutes.
        func check() throws {
            for path in paths { try OutputFile.check(path) }
        }

        /// The number of reports that go to standard output.
        var standardOutputs: Int { paths.count { $0 == "-" } }

        /// Ends the program with 64 if a report would overwrite one of these files.
        func keep(_ inputs: [String]) throws {
            for path in paths {
                guard inputs.contains(where: { Posix.isSameFile(path, $0) }) else { continue }
                throw ValidationError("\(path) would be overwritten by a report")
            }
        }
    }

    /// `imwire conform report`: the reports of finished runs.
    struct Report: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "report",
            abstract: "Show the JSON reports of several runs side by side: a row for each case, a column for each SDK.",
            discussion: """
                Each file is the output of conform run --json. Without an option the report is written as text.

                Example: imwire conform report ios.json android.json web.json --html matrix.html
                """
        )

        @Argument(help: ArgumentHelp("JSON reports; - is standard input.", valueName: "file"))
        var files: [String]

        @OptionGroup var reports: ReportOptions
        @OptionGroup var common: CommonOptions

        func validate() throws {
            try InputFile.needOneStandardInput(files)
            try reports.keep(files)
        }

        func run() async throws {
            var runs: [AdapterRun] = []
            for file in files {
                let text = try InputFile.read(file)
                do {
                    runs += try ConformanceReport(parsing: text).runs
                } catch {
                    StandardError.write("imwire: \(file): not a valid report of conform run: \(error)")
                    throw Exit.badData
                }
            }
            let report = ConformanceReport(runs)
            if reports.isEmpty { try StandardOutput.write(lines: report.lines) }
            try reports.write(report)
            if !common.quiet { for run in runs { StandardError.write("imwire: \(SafeText.terminal(run.summary))") } }
        }
    }
}
