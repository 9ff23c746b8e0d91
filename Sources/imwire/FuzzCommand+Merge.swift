import ArgumentParser
import Fuzzer
import Reporting

extension FuzzCommand {
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
            try FuzzCommand.exitingOnErrors {
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
            }
        }
    }
}
