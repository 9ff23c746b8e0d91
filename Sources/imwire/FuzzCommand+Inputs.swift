import ArgumentParser
import Conformance
import Fuzzer
import Fuzzing
import Inspection
import Reporting

extension FuzzCommand {
    /// Returns the target of an input: the named one, or the one with the name of the input's folder.
    static func target(_ name: String?, of file: String) throws -> any FuzzTarget {
        if let name { return try targets([name])[0] }
        let folder = file.split(separator: "/").dropLast().last.map(String.init) ?? ""
        guard let target = TargetCatalogue.target(named: folder) else {
            throw ValidationError("\(file): --target is missing, and the file's folder is not called like one")
        }
        return target
    }

    /// Checks that an input has a target.
    ///
    /// A file that does not exist passes without one: reading it ends the program with 66.
    static func checkTarget(_ name: String?, of file: String) throws {
        guard name != nil || FuzzFiles.exists(file) else { return }
        _ = try target(name, of: file)
    }

    /// Ends the program with 66 if a folder does not exist.
    static func needFolder(_ folder: String) throws {
        guard !FuzzFiles.isFolder(folder) else { return }
        StandardError.write("imwire: \(SafeText.terminal(folder)): there is no such folder")
        throw Exit.noInput
    }

    /// Reads an input; ends the program with 66 if that fails.
    static func read(_ file: String) throws -> [UInt8] {
        do {
            return try FuzzFiles.read(file)
        } catch {
            StandardError.write("imwire: \(error)")
            throw Exit.noInput
        }
    }

    /// `imwire fuzz replay`.
    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay",
            abstract: "Run inputs again, and show what they break.",
            discussion: "Example: imwire fuzz replay fuzz-findings/frames/0123456789abcdef"
        )

        @Argument(help: "The inputs; the descriptions of findings beside them (.json) are left out.")
        var files: [String]

        @Option(help: "The target; by default the name of the input's folder.")
        var target: String?

        @Flag(help: "Run the inputs in this process, for a debugger; an input may then kill it.")
        var inProcess = false

        @OptionGroup var bounds: FuzzBounds
        @OptionGroup var sdk: FuzzAdapter
        @OptionGroup var common: CommonOptions

        /// The files that are inputs.
        private var inputs: [String] { files.filter(FuzzFiles.isInput) }

        func validate() throws {
            if inputs.isEmpty { throw ValidationError("none of these files is an input") }
            if inProcess, sdk.adapter != nil { throw ValidationError("--in-process and --adapter exclude each other") }
            for file in inputs { try FuzzCommand.checkTarget(target, of: file) }
        }

        func run() async throws {
            var failed = false
            do {
                for file in inputs {
                    let input = try FuzzCommand.read(file)
                    let target = try FuzzCommand.target(target, of: file)
                    var child: any FuzzExecutor = InProcessExecutor(target)
                    if let command = sdk.adapter {
                        child = try sdk.executor(target, command, bounds)
                    } else if !inProcess {
                        child = try bounds.executor(target)
                    }
                    let outcome = child.run(input)
                    guard !Interruption.isPending else { break }
                    failed = failed || outcome.violation != nil
                    let verdict = outcome.violation.map { "\($0.oracle.rawValue): \($0.text)" } ?? "passes"
                    try StandardOutput().write(line: SafeText.terminal("\(file): \(verdict)"))
                }
            } catch let error as ChildExecutor.StartError {
                StandardError.write("imwire: \(error)")
                throw Exit.unavailable
            } catch RunError.interrupted {
                // Interrupted before the adapter has completed the handshake.
            } catch is StandardOutput.Closed {
                return
            }
            if Interruption.isPending { Interruption.giveIn() }
            if failed { throw Exit.findings }
        }
    }

    /// `imwire fuzz minimize`.
    struct Minimize: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "minimize",
            abstract: "Make an input smaller that still breaks the same.",
            discussion: """
                Ends with exit code 1 if the small input is written, and with 65 if the input breaks nothing.

                Example: imwire fuzz minimize --target frames -o small.bin crash.bin
                """
        )

        @Argument(help: "The input to make smaller.")
        var file: String

        @Option(help: "The target; by default the name of the input's folder.")
        var target: String?

        @Option(name: .shortAndLong, help: ArgumentHelp("Write the small input to this file.", valueName: "file"))
        var output: String

        @Option(help: ArgumentHelp("Try at most this number of smaller inputs.", valueName: "count"))
        var attempts = 20_000

        @OptionGroup var bounds: FuzzBounds
        @OptionGroup var sdk: FuzzAdapter
        @OptionGroup var common: CommonOptions

        func validate() throws { try FuzzCommand.checkTarget(target, of: file) }

        func run() async throws {
            let input = try FuzzCommand.read(file)
            let target = try FuzzCommand.target(target, of: file)
            var isBreaking = false
            do {
                try FuzzFiles.checkWritable(file: output)
                isBreaking =
                    if let command = sdk.adapter {
                        try minimize(input, try sdk.executor(target, command, bounds))
                    } else {
                        try minimize(input, try bounds.executor(target))
                    }
            } catch RunError.interrupted {
                // Interrupted before the adapter has completed the handshake.
            } catch let error as ChildExecutor.StartError {
                StandardError.write("imwire: \(error)")
                throw Exit.unavailable
            } catch let error as FuzzFiles.FileError {
                StandardError.write("imwire: \(error)")
                throw Exit.inputOutput
            }
            if Interruption.isPending { Interruption.giveIn() }
            throw isBreaking ? Exit.findings : Exit.badData
        }

        /// Writes the smallest input with the same violation; returns whether the input violates anything.
        private func minimize<Executor: FuzzExecutor>(_ input: [UInt8], _ executor: Executor) throws -> Bool {
            var executor = executor
            let violation = executor.run(input).violation
            guard !Interruption.isPending else { return false }
            guard let violation else {
                StandardError.write("imwire: \(file): breaks nothing, so there is nothing to keep in a smaller input")
                return false
            }
            var minimizer = Minimizer(executor, violation, budget: attempts)
            minimizer.isInterrupted = { Interruption.isPending }
            let smallest = minimizer.minimize(input)
            try FuzzFiles.write(smallest, to: output)
            guard !common.quiet else { return true }
            StandardError.write(
                "imwire: \(Count.of("byte", input.count)) made \(smallest.count): \(SafeText.terminal(violation.kind))"
            )
            return true
        }
    }

    /// `imwire fuzz merge`.
    struct Merge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Copy only those inputs of a corpus that are needed to reach what all of them reach.",
            discussion: "Example: imwire fuzz merge --target frames -o corpus/frames corpus-old/frames more/frames"
        )

        @Argument(help: "Folders with inputs of the target.")
        var folders: [String]

        @Option(help: "The target of the inputs.")
        var target: String

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("Copy the inputs that are kept to this folder.", valueName: "dir")
        )
        var output: String

        @OptionGroup var bounds: FuzzBounds

        @OptionGroup var common: CommonOptions

        func validate() throws { _ = try FuzzCommand.targets([target]) }

        func run() async throws {
            let target = try FuzzCommand.targets([target])[0]
            for folder in folders { try FuzzCommand.needFolder(folder) }
            do {
                try FuzzFiles.checkWritable(folder: output)
                var inputs: [[UInt8]] = []
                for folder in folders { inputs += try FuzzFiles.inputs(in: folder).map(\.bytes) }
                var executor = try bounds.executor(target)
                let merged = CorpusMerge.merge(inputs, &executor)
                for input in merged.kept { try FuzzFiles.write(input, to: "\(output)/\(ContentHash.name(of: input))") }
                if !common.quiet {
                    StandardError.write(
                        "imwire: \(merged.kept.count) of \(Count.of("input", inputs.count)) kept, "
                            + "\(Count.of("feature", merged.features)), \(merged.failing.count) left out, as breaking something"
                    )
                }
                if !merged.failing.isEmpty { throw Exit.findings }
            } catch let error as ChildExecutor.StartError {
                StandardError.write("imwire: \(error)")
                throw Exit.unavailable
            } catch let error as FuzzFiles.FileError {
                StandardError.write("imwire: \(error)")
                throw Exit.inputOutput
            }
        }
    }
}
