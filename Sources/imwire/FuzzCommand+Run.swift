import ArgumentParser
import Conformance
import Fuzzer
import Fuzzing
import Inspection
import Reporting
import WireJSON

extension FuzzCommand {
    /// `imwire fuzz run`.
    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Run generated inputs until the budget is used up.",
            discussion: """
                Inputs run in a separate process, so an input that kills it is a finding like any other. The same seed with \
                the same --runs or --effort prints the same again; with --budget the machine's speed decides how many \
                inputs run.

                With --adapter another SDK gets the inputs, and its replies are compared with those of this library (see \
                imwire conform run --help). Operations that the SDK does not support are left out.

                Examples:
                  imwire fuzz run --target frames,payloads --runs 20000 --seed 7 --regressions cases
                  imwire fuzz run --adapter 'python3 adapter.py' --runs 5000
                """
        )

        @Option(
            help: ArgumentHelp(
                "The targets to attack, separated by commas; by default all: see fuzz list.",
                valueName: "name"
            )
        )
        var target: [String] = []

        @Option(help: ArgumentHelp("Run each target for this time, such as 30s, 5m or 1h.", valueName: "time"))
        var budget: String?

        @Option(help: "Run so many new inputs for each target; by default 10000 without --budget and --effort.")
        var runs: Int?

        @Option(
            help: ArgumentHelp(
                """
                Run all targets for about this time together. A table has the number of inputs for each target and time, so \
                a seed gives the same result on every machine, however long it takes there.
                """,
                valueName: "time"
            )
        )
        var effort: String?

        @Option(help: "The seed of the random numbers.")
        var seed: UInt64 = 1

        @Option(
            help: ArgumentHelp(
                "Begin with the inputs in this folder, which has a folder for each target, and add new ones.",
                valueName: "dir"
            )
        )
        var corpus: String?

        @Option(
            help: ArgumentHelp(
                "First run the inputs in this folder that once broke something; it has a folder for each target.",
                valueName: "dir"
            )
        )
        var regressions: String?

        @Option(help: ArgumentHelp("Write the inputs that break something to this folder.", valueName: "dir"))
        var findings = "fuzz-findings"

        @Option(help: "End a target after this number of findings.")
        var maxFindings = 8

        @Option(help: ArgumentHelp("Write the findings as SARIF 2.1.0.", valueName: "file"))
        var sarif: String?

        @Option(help: ArgumentHelp("Write the results as JUnit XML.", valueName: "file"))
        var junit: String?

        @OptionGroup var bounds: FuzzBounds
        @OptionGroup var sdk: FuzzAdapter
        @OptionGroup var common: CommonOptions

        func validate() throws {
            if [budget != nil, runs != nil, effort != nil].count(where: { $0 }) > 1 {
                throw ValidationError("--budget, --runs and --effort exclude each other")
            }
            for (name, time) in [("--budget", budget), ("--effort", effort)] {
                guard let time, Self.seconds(time) == nil else { continue }
                throw ValidationError("\(name) is a time such as 30s, 5m or 1h")
            }
            if let runs, runs < 0 { throw ValidationError("--runs is at least 0") }
            if maxFindings < 1 { throw ValidationError("--max-findings is at least 1") }
            // A path of an empty folder's name would begin at the root.
            for (name, folder) in [("--findings", findings), ("--corpus", corpus), ("--regressions", regressions)]
            where folder == "" { throw ValidationError("\(name) names no folder") }
            if [sarif, junit].contains("-") {
                throw ValidationError("--sarif and --junit need a file: standard output has the lines of the targets")
            }
            if let file = OutputFile.firstRepeated(in: [sarif, junit].compactMap(\.self)) {
                throw ValidationError("two reports would be written to \(file)")
            }
            _ = try targets()
        }

        /// Checks that the outputs can be written: a run may take hours, and the first finding may come at its end.
        private func checkOutputs(of targets: [any FuzzTarget]) throws {
            for folder in [findings, corpus].compactMap(\.self) {
                for target in targets { try FuzzFiles.checkWritable(folder: "\(folder)/\(target.name)") }
            }
            for file in [sarif, junit].compactMap(\.self) { try FuzzFiles.checkWritable(file: file) }
        }

        private func targets() throws -> [any FuzzTarget] {
            sdk.adapter == nil ? try FuzzCommand.targets(target) : try FuzzAdapter.subjects(target)
        }

        /// The longest time of a run, in seconds: more than 30 years.
        private static let longest = 1e9

        /// Returns the seconds of a time with its unit; `nil` for a time of 0 or less, or above ``longest``.
        static func seconds(_ text: String) -> Double? {
            let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
            let unit = text.last.flatMap { units[$0] }
            guard let number = Double(unit == nil ? text[...] : text.dropLast()) else { return nil }
            let seconds = number * (unit ?? 1)
            return seconds > 0 && seconds <= longest ? seconds : nil
        }

        func run() async throws {
            if let regressions { try FuzzCommand.needFolder(regressions) }
            // From here on a signal ends the attack, and the findings so far are written.
            _ = Interruption.descriptor()
            var outcomes: [FuzzOutcome] = []
            do {
                try FuzzCommand.exitingOnErrors { try attackAll(&outcomes) }
            } catch RunError.interrupted {
                // Interrupted before the adapter of the next target has completed the handshake.
            } catch is StandardOutput.Closed {
                return
            }
            try FuzzCommand.exitingOnErrors { try report(outcomes) }
            if Interruption.isPending {
                if !common.quiet { StandardError.write("imwire: interrupted; what was found until then is written") }
                Interruption.giveIn()
            }
            if outcomes.isEmpty { throw Exit.unavailable }
            if outcomes.contains(where: { !$0.findings.isEmpty }) { throw Exit.findings }
        }

        private func attackAll(_ outcomes: inout [FuzzOutcome]) throws {
            let targets = try targets()
            try checkOutputs(of: targets)
            // The golden vectors run before generated inputs.
            if target.isEmpty, sdk.adapter == nil { try take(GoldenVectorRun.outcome(), &outcomes) }
            for target in targets where !Interruption.isPending {
                guard let outcome = try attack(target, of: targets.count) else { continue }
                try take(outcome, &outcomes)
            }
        }

        private func take(_ outcome: FuzzOutcome, _ outcomes: inout [FuzzOutcome]) throws {
            outcomes.append(outcome)
            do {
                try StandardOutput().write(line: outcome.line)
                for finding in outcome.findings { try print(finding) }
            } catch is StandardOutput.Closed where sarif != nil || junit != nil {
                // The reports are wanted whole, whoever stops reading the lines.
            }
        }

        /// Attacks the library or the adapter; returns `nil` if the adapter supports nothing that the target needs.
        private func attack(_ target: any FuzzTarget, of count: Int) throws -> FuzzOutcome? {
            let outcome: FuzzOutcome
            let starts: Int
            if let command = sdk.adapter {
                let executor = try sdk.executor(target, command, bounds)
                guard executor.isSupported else {
                    StandardError.write("imwire: \(target.name): the adapter has no operation for it")
                    return nil
                }
                outcome = try attack(target, of: count, executor)
                starts = executor.starts
            } else {
                let executor = try bounds.executor(target)
                outcome = try attack(target, of: count, executor)
                starts = executor.starts
            }
            if !common.quiet {
                let rate = Int(Double(outcome.runs) / max(0.001, outcome.seconds))
                let pace = "\(Count.of("run", rate)) a second, \(Count.of("process start", starts))"
                StandardError.write("imwire: \(target.name): \(pace)")
            }
            return outcome
        }

        private func attack<Executor: FuzzExecutor>(
            _ target: any FuzzTarget,
            of count: Int,
            _ executor: Executor
        ) throws -> FuzzOutcome {
            let options: FuzzRun<Executor>.Options = options(for: target, of: count)
            let beginnings = try beginnings(of: target)
            let shows = !common.quiet && Posix.isTerminal(2)
            var failure: (any Error)?
            var run = FuzzRun(target, executor, options)
            let outcome = run.run(
                beginnings,
                progress: { outcome in
                    guard shows, outcome.runs & 1023 == 0 else { return }
                    StandardError.write(
                        "\(target.name): \(Count.of("run", outcome.runs)), \(outcome.kept) kept, "
                            + "\(Count.of("feature", outcome.features)),"
                            + " \(Int(Double(outcome.runs) / max(0.001, outcome.seconds))) a second"
                    )
                },
                found: { finding in
                    guard finding.file == nil else { return }
                    do {
                        let path = "\(findings)/\(target.name)/\(finding.name)"
                        try FuzzFiles.write(finding.input, to: path)
                        let description = Array((finding.description(findings).description + "\n").utf8)
                        try FuzzFiles.write(description, to: path + ".json")
                    } catch {
                        failure = error
                    }
                }
            )
            if let failure { throw failure }
            if let corpus { try keep(outcome.corpus, "\(corpus)/\(target.name)", beginnings.map(\.bytes)) }
            return outcome
        }

        private func options<Executor>(for target: any FuzzTarget, of count: Int) -> FuzzRun<Executor>.Options {
            var options = FuzzRun<Executor>.Options()
            options.seed = seed
            options.findings = maxFindings
            options.adapter = sdk.adapter
            // Attempts that kill an adapter or let it hang take long, so fewer are made.
            if sdk.adapter != nil { options.minimizing = 600 }
            options.isInterrupted = { Interruption.isPending }
            options.budget = budget.flatMap(Self.seconds).map { .seconds($0) } ?? .runs(runs ?? 10_000)
            if let effort = effort.flatMap(Self.seconds) {
                options.budget = .runs(TargetCatalogue.runs(of: target, for: effort / Double(count)))
            }
            return options
        }

        /// Returns the inputs to begin with: those that broke something once, then the corpus.
        private func beginnings(of target: any FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
            try [regressions, corpus].compactMap(\.self).flatMap { folder in
                try FuzzFiles.inputs(in: "\(folder)/\(target.name)").map {
                    ("\(folder)/\(target.name)/\($0.name)", $0.bytes)
                }
            }
        }

        /// Adds new inputs to the corpus.
        private func keep(_ inputs: [[UInt8]], _ folder: String, _ known: [[UInt8]]) throws {
            let known = Set(known)
            for input in inputs where !known.contains(input) {
                try FuzzFiles.write(input, to: "\(folder)/\(ContentHash.name(of: input))")
            }
        }
    }
}
