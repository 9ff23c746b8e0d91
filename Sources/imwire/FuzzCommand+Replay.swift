import ArgumentParser
import Conformance
import Fuzzer
import Reporting

extension FuzzCommand {
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
                    let outcome = try replay(file)
                    guard !Interruption.isPending else { break }
                    failed = failed || outcome.violation != nil
                    let verdict = outcome.violation.map { "\($0.oracle.rawValue): \($0.text)" } ?? "passes"
                    try StandardOutput().write(line: SafeText.terminal("\(file): \(verdict)"))
                }
            } catch RunError.interrupted {
                // Interrupted before the adapter has completed the handshake.
            } catch is StandardOutput.Closed {
                return
            }
            if Interruption.isPending { Interruption.giveIn() }
            if failed { throw Exit.findings }
        }

        private func replay(_ file: String) throws -> RunOutcome {
            let input = try FuzzCommand.read(file)
            let target = try FuzzCommand.target(target, of: file)
            return try FuzzCommand.exitingOnErrors {
                var executor: any FuzzExecutor = InProcessExecutor(target)
                if let command = sdk.adapter {
                    executor = try sdk.executor(target, command, bounds)
                } else if !inProcess {
                    executor = try bounds.executor(target)
                }
                return executor.run(input)
            }
        }
    }
}
