import ArgumentParser
import Capture
import Conformance
import Dispatch
import Inspection

/// Runs the program while the main thread waits.
///
/// An asynchronous `main` ends the main thread on Linux. The C library can no longer reach that thread, so it would
/// stay root's when `live` drops its privileges.
@main
enum EntryPoint {
    static func main() {
        Posix.settleStandardDescriptors()
        // Writing to a pipe without a reader is an error, and must not end the program.
        Posix.ignoreClosedPipes()
        // The main thread always exists, so a signal can always be delivered to it.
        Posix.unblockEndingSignals()
        Task.detached { CaptureDecoder.prepare() }
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await Imwire.start()
            done.signal()
        }
        done.wait()
    }
}

/// The program: one file per subcommand, and no logic of its own.
struct Imwire: AsyncParsableCommand {
    static let name = "imwire"
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Decode, inspect and test instant-messaging protocols.",
        discussion: """
            Example: imwire decode chat.pcapng

            Exit codes: 0 done, 1 findings, 2 a damaged capture, decoded up to the damage, 64 wrong usage, 65 input that \
            is not what it claims to be, 66 no such input, 69 not possible on this machine or for this user, 74 reading or \
            writing failed.
            """,
        version: Versions.text,
        // Converted one by one: casting the whole array would search all known type metadata.
        subcommands: captureReaders.map { $0 as any ParsableCommand.Type } + [
            FieldsCommand.self, FrameCommand.self, MessageCommand.self, CodeCommand.self, UIDCommand.self,
            NamesCommand.self, ConformCommand.self, FuzzCommand.self,
        ]
    )

    /// The commands that read captures.
    private static let captureReaders: [any AsyncParsableCommand.Type] = [
        DecodeCommand.self, StatsCommand.self, FlowsCommand.self, CheckCommand.self, ReportCommand.self,
        LadderCommand.self, DiffCommand.self, RedactCommand.self, LiveCommand.self,
    ]
}

extension Imwire {
    /// Runs the command of the arguments.
    ///
    /// A subcommand in first place is parsed without the program around it, which saves a third of the work before the
    /// first event. Commands that read captures name the program themselves, so that no request for a shell completion
    /// script is looked for, which saves a third of the rest. Arguments that a subcommand does not accept, help and the
    /// program's version are handled by the whole program.
    fileprivate static func start() async {
        do { try checkEncoding() } catch { end(with: error) }
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let name = arguments.first, !arguments.contains("--version"),
            let type = configuration.subcommands.first(where: { $0._commandName == name }),
            type.configuration.subcommands.isEmpty
        else { return await runWhole(arguments) }
        let rest = Array(arguments.dropFirst())
        // These are the most frequent commands; a dynamic cast of the type would search all known type metadata.
        let reader = captureReaders.first { $0 == type }
        if let reader { await run(reader, rest) } else { await run(type, rest) }
    }

    /// Refuses arguments that are not UTF-8: the text that Swift makes of one names another file than the user meant.
    private static func checkEncoding() throws {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            throw ValidationError(
                "argument \(index) is not UTF-8: \(String(cString: argument)) "
                    + "(the contents of a file with such a name can come from standard input, as -)"
            )
        }
    }

    private static func run<Command: AsyncParsableCommand>(_ type: Command.Type, _ arguments: [String]) async {
        guard var command = (try? type.parseAsRoot(arguments)) as? Command else {
            return await runWhole([Command._commandName] + arguments)
        }
        do { try await command.run() } catch { end(with: error) }
    }

    private static func run<Command: ParsableCommand>(_ type: Command.Type, _ arguments: [String]) async {
        guard let command = (try? type.parseAsRoot(arguments)) as? Command else {
            return await runWhole([Command._commandName] + arguments)
        }
        await finish(command)
    }

    /// Parses and runs the whole command line.
    private static func runWhole(_ arguments: [String]) async {
        do { try checkCommand(arguments) } catch { end(with: error) }
        let command: any ParsableCommand
        do {
            command = try parseAsRoot(arguments)
        } catch {
            let isRefusal = !exitCode(for: error).isSuccess
            end(with: isRefusal ? unknownOption(in: arguments, besides: message(for: error)) ?? error : error)
        }
        await finish(command)
    }

    /// Refuses a command that does not exist, and help about it.
    ///
    /// The parser would call the command an unexpected argument, and show the help of the command around it.
    private static func checkCommand(_ arguments: [String]) throws {
        let asksForHelp = arguments.first == "help"
        let names =
            asksForHelp
            ? arguments.dropFirst().filter { !$0.hasPrefix("-") } : Array(arguments.prefix { !$0.hasPrefix("-") })
        if asksForHelp, names.first == "help" { return }
        var command: any ParsableCommand.Type = Self.self
        for (index, name) in names.enumerated() {
            let known = command.configuration.subcommands
            // The rest are the command's own arguments.
            if known.isEmpty, !asksForHelp { return }
            guard let next = known.first(where: { $0._commandName == name }) else {
                let around = ([Self.name] + names[..<index]).joined(separator: " ")
                let shown = known.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                let near = EventFields.nearest(to: name, in: shown).map { " (did you mean \($0)?)" } ?? ""
                throw ValidationError(
                    "there is no command \"\(names[...index].joined(separator: " "))\"\(near); "
                        + "\(around) --help lists them"
                )
            }
            command = next
        }
    }

    private static func finish(_ command: any ParsableCommand) async {
        do {
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                var command = command
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    /// Ends the program with the code of an error, and writes errors of input and output in the program's own form.
    private static func end(with error: any Error) -> Never {
        switch error {
        case is StandardOutput.Closed: exit(withError: ExitCode.success)
        case let error as StandardOutput.Failure:
            StandardError.write("imwire: \(error)")
            exit(withError: Exit.inputOutput)
        case let error as CaptureError:
            StandardError.write("imwire: \(error)")
            exit(withError: Exit.code(for: error))
        case let error as ValidationError:
            // The parser knows only the whole program's usage of an error that does not come from parsing.
            StandardError.write("imwire: \(error.message)")
            exit(withError: ExitCode.validationFailure)
        default:
            if exitCode(for: error).isSuccess { printText(of: error) }
            printMessage(of: error)
        }
    }

    /// Writes the message of an error and ends the program; the parser would write arguments with what they command a
    /// terminal to do.
    private static func printMessage(of error: any Error) -> Never {
        let message = fullMessage(for: error)
        if !message.isEmpty {
            for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
                StandardError.write(String(line))
            }
        }
        exit(withError: exitCode(for: error))
    }

    /// Prints help or the version and ends the program; the parser would not notice that the text cannot be written.
    private static func printText(of cleanExit: any Error) -> Never {
        let text = fullMessage(for: cleanExit)
        do {
            if !text.isEmpty { try StandardOutput().write(line: text) }
        } catch {
            end(with: error)
        }
        exit(withError: ExitCode.success)
    }
}

/// The versions that `--version` prints.
enum Versions {
    static let program = "0.1.0"
    static let eventSchema = "imwire-event/1"
    static let vectorSchema = VectorGroup.schema

    static var text: String {
        """
        imwire \(program)
        event schema \(eventSchema)
        vector schema \(vectorSchema)
        vector suite \(VectorSuite.builtInVersion)
        """
    }
}
