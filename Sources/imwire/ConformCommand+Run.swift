import ArgumentParser
package import Conformance
import Reporting
import WireFormat
import WireJSON

extension ConformCommand {
    /// `imwire conform run`: a run of the vectors through adapters.
    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Run the golden vectors through an adapter and report what differs.",
            discussion: """
                An adapter is a program that replies to JSON lines on its standard input with JSON lines on its standard \
                output (Docs/writing-an-adapter.md). /bin/sh starts it, and starts it again after a crash, a late reply or \
                a malformed reply; then only the case of that request fails. After 50 starts in a row without a reply, or \
                1000 starts in all, the run is aborted and the remaining cases fail. With several adapters the reports show \
                them side by side.

                The list of expected failures is a JSON array of {"id", "reason", "class", "paths", "until"}. The class \
                (of the failure, as in the report), the paths (all places that differ) and until (a day, or a version of \
                the suite) may be left out. An entry whose case passes, no longer exists, or fails in another way makes \
                the run fail. --fix updates the file, and marks the entries that it adds or changes as "unreviewed".

                Exit codes: 0 all as expected, 1 failures, or no case that passed or failed as expected, 64 usage, 65 a \
                damaged file, 66 a missing file, 69 an adapter that cannot be started, 74 a report that cannot be written.

                Examples:
                  imwire conform run --adapter self
                  imwire conform run --adapter 'python3 adapter.py' --jobs 2 --junit conformance.xml
                  imwire conform run --adapter 'node adapter.js' --expected-failures known.json --level must
                  imwire conform run --adapter 'python3 adapter.py' --fail-fast
                """
        )

        @Option(
            help: ArgumentHelp(
                "Test the adapter that this command starts, or self for this library; may be repeated.",
                valueName: "command"
            )
        )
        var adapter: [String] = []

        @OptionGroup var selection: SelectionOptions

        @Option(help: ArgumentHelp("Wait so long for a reply of the adapter.", valueName: "seconds"))
        var timeout = 5.0

        @Option(help: ArgumentHelp("Wait so long for the handshake.", valueName: "seconds"))
        var startTimeout = 30.0

        @Option(help: "Share the cases among so many processes of the adapter.")
        var jobs = 1

        @Option(help: ArgumentHelp("Read the list of expected failures from this file.", valueName: "file"))
        var expectedFailures: String?

        @Flag(help: "Update the list of expected failures to fit this run.")
        var fix = false

        @Flag(help: "End the run at the first failure that is not expected.")
        var failFast = false

        @Option(
            help: ArgumentHelp("End the run after so many failures that are not expected.", valueName: "count")
        )
        var maxFailures: Int?

        @Flag(help: "Test the adapter itself with a few requests, and explain what is wrong with it.")
        var checkAdapter = false

        @Option(help: "How to write the report on standard output.")
        var format = ConformanceReport.Format.text

        @OptionGroup var reports: ReportOptions
        @OptionGroup var common: CommonOptions

        func validate() throws {
            try reports.keep(expectedFailures.map { [$0] } ?? [])
            if checkAdapter { try validateCheck() }
            if format != .text, reports.standardOutputs > 0 {
                throw ValidationError("--format and a report to - both say what goes to standard output; give one")
            }
            if let empty = adapter.first(where: { $0.allSatisfy { $0 == " " } }) {
                throw ValidationError("--adapter '\(empty)' names no command")
            }
            if !(timeout > 0 && timeout <= 86_400) { throw ValidationError("--timeout needs seconds above 0") }
            if !(startTimeout > 0 && startTimeout <= 86_400) {
                throw ValidationError("--start-timeout needs seconds above 0")
            }
            if !(1...64).contains(jobs) { throw ValidationError("--jobs needs a number from 1 to 64") }
            if checkAdapter, adapter.contains(AdapterChoice.libraryName) {
                throw ValidationError("--check-adapter is for commands")
            }
            if let maxFailures, maxFailures < 1 { throw ValidationError("--max-failures needs a positive number") }
            if failFast, maxFailures != nil {
                throw ValidationError("--fail-fast is --max-failures 1; give one of them")
            }
            if fix, failFast || maxFailures != nil {
                throw ValidationError("--fix needs a run of all cases, without --fail-fast and --max-failures")
            }
            if fix, expectedFailures == nil { throw ValidationError("--fix needs --expected-failures") }
            if expectedFailures != nil, adapter.count > 1 {
                throw ValidationError("--expected-failures goes with one adapter")
            }
        }

        /// Refuses options that would change nothing in a test of the adapter itself.
        private func validateCheck() throws {
            if !reports.isEmpty || format != .text { throw ValidationError("--check-adapter writes no reports") }
            if expectedFailures != nil || fix || failFast || maxFailures != nil || jobs != 1 || !selection.isEmpty {
                throw ValidationError("--check-adapter asks for a few known answers, whatever options about cases say")
            }
        }

        func run() async throws {
            if adapter.isEmpty { throw ValidationError("no adapter is named; self is this library's own") }
            if checkAdapter { return try check() }
            try reports.keep(selection.files())
            let suite = try selection.suite()
            let entries = try selection.entries(of: suite)
            let known = try expectedFailures.map(Self.read)
            try reports.check()
            if fix, let expectedFailures { try OutputFile.check(expectedFailures) }
            var runs: [AdapterRun] = []
            var isMissing = false
            for adapter in adapter {
                guard var run = try run(adapter, suite, entries, known) else {
                    isMissing = true
                    continue
                }
                known?.apply(to: &run, suite: suite, today: Posix.today())
                if fix, let known, let expectedFailures {
                    let fixed = known.fixed(for: run)
                    if fixed != known { try OutputFile.write(fixed.text, to: expectedFailures) }
                    fixed.apply(to: &run, suite: suite, today: Posix.today())
                }
                runs.append(run)
            }
            let report = ConformanceReport(runs)
            if !runs.isEmpty, reports.standardOutputs == 0 {
                switch format {
                case .text: try StandardOutput.write(lines: report.lines)
                case .json: try StandardOutput.write(lines: [report.json.safeLine])
                }
            }
            if !runs.isEmpty { try reports.write(report) }
            if !common.quiet { for run in runs { StandardError.write(SafeText.terminal("imwire: \(run.summary)")) } }
            if isMissing { throw Exit.unavailable }
            if !report.isGreen { throw Exit.findings }
        }

        /// Tests the adapters themselves.
        private func check() throws {
            var isMissing = false
            var isGood = true
            for command in adapter {
                let check = AdapterCheck(command: command, timeout: timeout, startTimeout: startTimeout)
                if let reason = check.startFailure {
                    StandardError.write(SafeText.terminal("imwire: \(command): \(reason)"))
                    isMissing = true
                    continue
                }
                try StandardOutput.write(lines: (["\(command)"] + check.lines.map { "  " + $0 }).map(SafeText.terminal))
                isGood = isGood && check.isGood
            }
            if isMissing { throw Exit.unavailable }
            if !isGood { throw Exit.findings }
        }

        /// Runs one adapter; returns `nil` if it cannot be started.
        private func run(
            _ adapter: String,
            _ suite: VectorSuite,
            _ entries: [VectorSuite.Entry],
            _ known: ExpectedFailures?
        ) throws -> AdapterRun? {
            var options = RunOptions()
            options.timeout = timeout
            options.startTimeout = startTimeout
            options.jobs = jobs
            options.maxFailures = failFast ? 1 : maxFailures
            options.expectedFailures = known?.ids ?? []
            options.interruption = Interruption.descriptor()
            let choice = AdapterChoice(argument: adapter, version: Versions.program)
            let line = ProgressLine(isShown: common.showsProgress)
            defer { line.clear() }
            let pace = Pace()
            do {
                var run = try AdapterRun(suite: suite.version, entries, adapter: choice, options: options) { progress in
                    let rate = pace.words(done: progress.done, of: progress.total) { "\($0) cases" }
                    line.show("\(progress.done) of \(progress.total) cases, \(progress.failed) failed" + rate)
                }
                run.vectors = selection.vectors
                return run
            } catch .notStarted(let reason) {
                line.clear()
                StandardError.write(SafeText.terminal("imwire: \(adapter): \(reason)"))
                return nil
            } catch .interrupted {
                line.clear()
                Interruption.giveIn()
            }
        }

        private static func read(_ path: String) throws -> ExpectedFailures {
            let text = try InputFile.read(path)
            do {
                return try ExpectedFailures(parsing: text)
            } catch {
                StandardError.write(SafeText.terminal("imwire: \(path): not a valid list of known failures: \(error)"))
                throw Exit.badData
            }
        }
    }
}

extension ConformanceReport.Format: WordArgument {}
