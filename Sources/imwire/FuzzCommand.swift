import ArgumentParser
import Fuzzer
import Fuzzing
import Reporting

/// `imwire fuzz`: an attack on the decoders with generated inputs.
struct FuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Run the decoders, or another SDK, on generated input, and keep the input that breaks them.",
        discussion: """
            Examples:
              imwire fuzz run --budget 60s
              imwire fuzz run --target frames --runs 20000 --seed 7 --findings found
              imwire fuzz replay --target frames found/frames/0123456789abcdef
            """,
        subcommands: [Run.self, Replay.self, Minimize.self, Merge.self, List.self, Serve.self]
    )

    /// Returns the targets with these names, or all targets if no name is given.
    static func targets(_ names: [String]) throws -> [any FuzzTarget] {
        guard !names.isEmpty, names != ["all"] else { return TargetCatalogue.all }
        return try names.flatMap { $0.split(separator: ",") }.map { name in
            guard let target = TargetCatalogue.target(named: String(name)) else {
                let known = TargetCatalogue.all.map(\.name).joined(separator: ", ")
                throw ValidationError("there is no target \(name); there are: \(known)")
            }
            return target
        }
    }

    /// `imwire fuzz list`: the targets.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the targets, and the code that each attacks.",
            discussion: "Example: imwire fuzz list"
        )

        @OptionGroup var common: CommonOptions

        func run() async throws {
            for target in TargetCatalogue.all {
                let gap = String(repeating: " ", count: max(1, 14 - target.name.utf8.count))
                let line = target.name + gap + target.summary
                do {
                    try StandardOutput().write(
                        line: TerminalText.wrapped(line, indent: 14, width: Posix.terminalWidth(1))
                    )
                } catch is StandardOutput.Closed {
                    return
                }
            }
        }
    }

    /// `imwire fuzz serve`: runs inputs for another process of this program.
    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Run inputs that come over descriptor 3.",
            shouldDisplay: false
        )

        @Option(help: "The target.")
        var target: String

        @OptionGroup var bounds: FuzzBounds

        func run() async throws {
            FuzzServer.run(try FuzzCommand.targets([target])[0], bounds.bounds)
        }
    }
}

/// The limits for one input.
struct FuzzBounds: ParsableArguments {
    @Option(help: "Seconds of processor time that one input may take; with --adapter, seconds for a reply.")
    var timeout = 5

    @Option(help: "Mebibytes of memory that the process may take; 0 is no limit.")
    var memory = 2048

    var bounds: FuzzServer.Bounds {
        var bounds = FuzzServer.Bounds()
        bounds.seconds = timeout
        bounds.addressSpace = memory << 20
        return bounds
    }

    func validate() throws {
        guard (1...3600).contains(timeout) else { throw ValidationError("--timeout is from 1 to 3600") }
        guard (0...1 << 20).contains(memory) else { throw ValidationError("--memory is from 0 to \(1 << 20)") }
    }

    /// Returns an executor that runs a target's inputs in a separate process.
    func executor(_ target: any FuzzTarget) throws -> ChildExecutor {
        let arguments = ["fuzz", "serve", "--target", target.name, "--timeout", "\(timeout)", "--memory", "\(memory)"]
        return try ChildExecutor(
            ChildExecutor.Program(path: Posix.ownPath, arguments: arguments),
            seconds: timeout * 4 + 10
        )
    }
}
