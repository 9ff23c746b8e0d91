import ArgumentParser
import Inspection
import WireJSON

extension Imwire {
    /// Returns an error that names the first option that a command does not have; `nil` if there is none, or if the
    /// parser's message names it.
    ///
    /// The parser reports what is missing, and what a command's own checks refuse, before an option that it does not
    /// know; and a misspelt option is often the reason for both.
    ///
    /// - Parameters:
    ///   - arguments: the arguments of the program, the names of the command first.
    ///   - message: the parser's message.
    static func unknownOption(in arguments: [String], besides message: String) -> ValidationError? {
        var command: any ParsableCommand.Type = self
        var names = [name]
        for argument in arguments {
            let subcommands = command.configuration.subcommands
            guard let next = subcommands.first(where: { $0._commandName == argument }) else { break }
            command = next
            names.append(argument)
        }
        let known = optionNames(of: command)
        let given = arguments.dropFirst(names.count - 1).prefix { $0 != "--" }
        let unknown = given.lazy.compactMap(optionName).first { !known.contains($0) }
        guard let unknown, !message.contains("'\(unknown)'"), !message.contains("option \(unknown)") else { return nil }
        let near = EventFields.nearest(to: unknown, in: known).map { " (did you mean \($0)?)" } ?? ""
        return ValidationError(
            "unknown option \(unknown)\(near); \(names.joined(separator: " ")) --help lists the options"
        )
    }

    /// Returns the name of an option, without a value behind an equals sign; `nil` for a value, a negative number or
    /// several short options in one.
    private static func optionName(_ argument: String) -> String? {
        if argument.hasPrefix("--") { return String(argument.prefix { $0 != "=" }) }
        let isShort = argument.count == 2 && argument.first == "-" && argument.last?.isLetter == true
        return isShort ? argument : nil
    }

    /// Returns the options of a command, as they are written.
    private static func optionNames(of command: any ParsableCommand.Type) -> [String] {
        let description = try? JSONValue(parsing: command._dumpHelp())
        let arguments = description?["command"]?["arguments"]?.elements ?? []
        return arguments.flatMap { $0["names"]?.elements ?? [] }.compactMap { name in
            name["name"]?.string.map { (name["kind"] == "long" ? "--" : "-") + $0 }
        }
    }
}
