import ArgumentParser
package import Conformance
import WireFormat

/// `imwire conform`: tests of codecs against golden vectors.
struct ConformCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Test SDKs of any language with golden vectors.",
        discussion: "Example: imwire conform run --adapter 'python3 adapter.py'",
        subcommands: [Run.self, Report.self, List.self, Vectors.self, Record.self, Adapter.self]
    )

    /// The options that select cases.
    struct SelectionOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Select cases with this id; * stands for any text, ? for one character; may be repeated.",
                valueName: "id"
            )
        )
        var id: [String] = []

        @Option(
            help: ArgumentHelp("Select cases of this group; * and ? as for --id; may be repeated.", valueName: "group")
        )
        var group: [String] = []

        @Option(help: "Select cases of this level; may be repeated.")
        var level: [VectorCase.Level] = []

        @Option(help: "Select cases with this flag; if repeated, with one of them.")
        var flag: [String] = []

        @Option(help: "Select cases of this operation; * and ? as for --id; may be repeated.")
        var operation: [String] = []

        @Option(
            help: ArgumentHelp(
                "Use these vector files, or folders of them, instead of the built-in ones.",
                valueName: "path"
            )
        )
        var vectors: [String] = []

        /// Whether all cases of the built-in vectors are selected.
        var isEmpty: Bool {
            id.isEmpty && group.isEmpty && level.isEmpty && flag.isEmpty && operation.isEmpty && vectors.isEmpty
        }

        var selection: VectorSelection {
            var selection = VectorSelection()
            selection.ids = id
            selection.groups = group
            selection.levels = level
            selection.flags = flag
            selection.operations = operation
            return selection
        }

        /// Returns the vector files that are read instead of the built-in ones; ends the program with 66 if a folder has
        /// none.
        func files() throws -> [String] { try vectors.flatMap(InputFile.files(at:)) }

        /// Returns all cases; ends the program with 66 if a file does not exist, with 65 if one is damaged.
        func suite() throws -> VectorSuite {
            if vectors.isEmpty { return VectorSuite.builtIn }
            var groups: [VectorGroup] = []
            for path in try files() {
                let text = try InputFile.read(path)
                do {
                    groups.append(try VectorGroup(parsing: text))
                } catch {
                    StandardError.write("imwire: \(path): not valid vectors: \(error)")
                    throw Exit.badData
                }
            }
            do {
                return try VectorSuite(groups)
            } catch {
                StandardError.write("imwire: \(error)")
                throw Exit.badData
            }
        }

        /// Returns the selected cases; ends the program with 64 if there are none.
        func entries(of suite: VectorSuite) throws -> [VectorSuite.Entry] {
            let selection = selection
            let entries = suite.entries.filter(selection.contains)
            guard !entries.isEmpty else {
                StandardError.write("imwire: no case fits; imwire conform list shows what there is")
                throw ExitCode.validationFailure
            }
            return entries
        }
    }
}

extension VectorCase.Level: WordArgument {}
