import ArgumentParser
import Conformance
import Reporting
import WireJSON

extension ConformCommand {
    /// `imwire conform vectors`: the vectors as files.
    struct Vectors: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "vectors",
            abstract: "Write the golden vectors as JSON files, for use without this program.",
            discussion: """
                There is a file for each group, of the schema \(VectorGroup.schema). Its count is the number of its cases, \
                so that a reader notices a truncated file.

                Example: imwire conform vectors --export vectors
                """
        )

        @Option(
            help: ArgumentHelp(
                "Write the files to this folder; without this option, list the groups.",
                valueName: "folder"
            )
        )
        var export: String?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let suite = VectorSuite.builtIn
            guard let export else {
                var table = TextTable(["Group", "Cases", "Flags"])
                for group in suite.groups {
                    table.append([group.name, "\(group.cases.count)", group.flags.joined(separator: ", ")])
                }
                return try StandardOutput.write(lines: table.lines(width: Posix.terminalWidth(1)))
            }
            try OutputFile.makeFolder(export)
            for file in VectorSuite.files { try OutputFile.write(file.text, to: "\(export)/\(file.name).json") }
            guard !common.quiet else { return }
            let files = Count.of("file", suite.groups.count)
            StandardError.write("imwire: \(files) with \(Count.of("case", suite.count)) in \(export)")
        }
    }

    /// `imwire conform list`: the cases.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the cases of the golden vectors.",
            discussion: "Example: imwire conform list --group 'rongcloud.frame.*' --level must"
        )

        /// The format of the list.
        enum Format: String, WordArgument {
            case text
            case json
        }

        @Option(help: "How to write the list.")
        var format = Format.text

        @OptionGroup var selection: SelectionOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let suite = try selection.suite()
            let list = VectorList(suite: suite.version, entries: try selection.entries(of: suite))
            switch format {
            case .text: try StandardOutput.write(lines: list.table.lines(width: Posix.terminalWidth(1)))
            case .json: try StandardOutput.write(lines: [list.json.description])
            }
        }
    }
}
