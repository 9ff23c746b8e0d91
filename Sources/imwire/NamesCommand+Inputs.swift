import ArgumentParser
import Conformance
import Names
import Reporting
import WireJSON

// The trees, adapters and reports that names check reads.
extension NamesCommand.Check {
    /// The trees of sources that make one table.
    private struct TreeGroup {
        /// The name of the trees, or the path of the only one.
        let label: String
        /// Whether the label was given, so that the table is compared with others.
        let isNamed: Bool
        var trees: [SourceTree] = []
    }

    /// Returns a table for each name, and for each folder without a name.
    func sourceTables() throws -> [NameTable] {
        var groups: [TreeGroup] = []
        for argument in source {
            let group = TreeGroup(label: argument.label ?? argument.path, isNamed: argument.label != nil)
            let place = groups.firstIndex { $0.label == group.label && $0.isNamed == group.isNamed }
            if place == nil { groups.append(group) }
            let tree = try Self.tree(at: argument.path, excluding: exclude)
            groups[place ?? groups.count - 1].trees.append(tree)
            if let output { try CaptureOutput.check(output, tree.files.map(\.path)) }
        }
        return groups.map { group in
            NameTable(
                label: group.label,
                isCompared: group.isNamed,
                sources: group.trees.flatMap(\.files),
                unread: group.trees.flatMap(\.unread)
            )
        }
    }

    private static func tree(at path: String, excluding patterns: [String]) throws -> SourceTree {
        do {
            return try SourceTree(at: path, excluding: patterns)
        } catch {
            throw refusal(error)
        }
    }

    /// Returns the findings of an earlier report.
    func known(_ path: String) throws -> NamesBaseline {
        let bytes = try Self.read(path)
        do {
            return try NamesBaseline(parsing: bytes)
        } catch {
            StandardError.write(SafeText.terminal("imwire: \(path): not a valid report of names check: \(error)"))
            throw Exit.badData
        }
    }

    /// Returns the table of an adapter, or of the file with its answer.
    func adapterTable(_ sdk: LabelledPath) throws -> NameTable {
        let bytes = try Self.answer(of: sdk.path)
        do {
            return try NameTable(label: sdk.label ?? sdk.path, adapterTable: bytes)
        } catch {
            StandardError.write(SafeText.terminal("imwire: \(sdk.path): not a valid answer to names.list: \(error)"))
            throw Exit.badData
        }
    }

    /// Returns an adapter's answer to `names.list`.
    private static func answer(of adapter: String) throws -> [UInt8] {
        switch AdapterChoice(argument: adapter, version: Versions.program) {
        case .library: AdapterNames.ofLibrary.minified
        case .command(let text): try isFile(text) ? read(text) : ask(text)
        }
    }

    /// Returns whether an adapter is a file with its answer, and not a command.
    private static func isFile(_ text: String) -> Bool {
        text.hasSuffix(".json") && !text.contains(" ") || Posix.isPlainFile(text)
    }

    private static func read(_ path: String) throws -> [UInt8] {
        do {
            return try SourceTree.read(path)
        } catch {
            throw refusal(error)
        }
    }

    /// Reports why a folder or file cannot be read; returns the exit code 66.
    private static func refusal(_ error: SourceTree.ReadError) -> ExitCode {
        let reason =
            error.isOtherFile
            ? "this is neither a folder nor a file of a language that is read; --help lists the languages"
            : "it cannot be read: \(error.reason)"
        StandardError.write("imwire: \(error.path): \(reason)")
        return Exit.noInput
    }

    /// Returns a command's answer; ends the program with 69 if the adapter cannot start or lacks the operation.
    private static func ask(_ command: String) throws -> [UInt8] {
        do {
            return try AdapterNames.list(command).minified
        } catch {
            StandardError.write(SafeText.terminal("imwire: \(command): the adapter \(error.reason)"))
            throw Exit.unavailable
        }
    }
}
