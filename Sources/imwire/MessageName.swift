import ArgumentParser
import Inspection

/// The name of a message on the command line, and its system.
struct MessageName: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,  // so that -1 is an id and no option
        help: ArgumentHelp(
            "The object name or type id, the name in the catalogue, or an SDK's class or constant; case-sensitive.",
            valueName: "name"
        )
    )
    var names: [String]

    /// The given names, without the terminator of options.
    private var given: [String] { names.filter { $0 != "--" } }

    @Option(help: "The system of the message; by default all are searched.")
    var system: MessagingSystem?

    func validate() throws {
        if let option = given.first(where: { $0.hasPrefix("--") }) { throw ValidationError("unknown option \(option)") }
        guard given.count == 1 else { throw ValidationError("one name is needed") }
    }

    /// The name on the command line.
    var text: String { given[0] }

    /// Returns the name's entries, all of one system; ends the program if the name is of no system or of several.
    func find() throws -> CatalogueLookup.Match {
        let systems = system.map { [$0] } ?? MessagingSystem.allCases
        let matches = CatalogueLookup(text, in: systems).matches
        guard let match = matches.first else {
            let nearest = CatalogueLookup.nearest(to: text, in: systems).prefix(3)
            let names = nearest.map { $0.system == .rongCloud ? $0.name : "\($0.name) (\($0.system.name))" }
            let hint = names.isEmpty ? "" : "; did you mean \(names.joined(separator: ", "))?"
            let whose = system.map { " of \($0.name)" } ?? ""
            StandardError.write("imwire: \(text) is not a known message\(whose)\(hint)")
            throw Exit.findings
        }
        guard matches.count == 1 else {
            let meanings = matches.map { match in
                let names = match.entries.map { entry in
                    entry.objectName == nil ? entry.title : "\(entry.name) \(entry.title)"
                }
                return "\(match.system.name) (\(names.joined(separator: ", ")))"
            }
            StandardError.write(
                "imwire: \(text) is a message of several systems; choose with --system: \(meanings.joined(separator: ", "))"
            )
            throw ExitCode.validationFailure
        }
        return match
    }

    /// Returns the system of a content; an unknown name with a colon belongs to an application of RongCloud.
    func contentSystem() throws -> MessagingSystem {
        if system == .rongCloud { return .rongCloud }
        if system == nil, text.contains(":"), CatalogueLookup(text).matches.isEmpty { return .rongCloud }
        return try find().system
    }
}
