import ArgumentParser
import Conformance
import Fuzzer
import Reporting

extension FuzzCommand {
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

        func validate() throws {
            try FuzzCommand.checkTarget(target, of: file)
            if Posix.isSameFile(output, file) { throw ValidationError("the small input would overwrite the input") }
        }

        func run() async throws {
            let input = try FuzzCommand.read(file)
            let target = try FuzzCommand.target(target, of: file)
            var isBreaking = false
            do {
                isBreaking = try FuzzCommand.exitingOnErrors {
                    try FuzzFiles.checkWritable(file: output)
                    guard let command = sdk.adapter else { return try minimize(input, bounds.executor(target)) }
                    return try minimize(input, sdk.executor(target, command, bounds))
                }
            } catch RunError.interrupted {
                // Interrupted before the adapter has completed the handshake.
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
}
