import ArgumentParser
package import Conformance
import Inspection
import WireJSON

/// `imwire names`: object names in sources and tables.
struct NamesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "names",
        abstract: "Check that object names agree.",
        discussion: "Example: imwire names check --source ios=App/Sources --source android=app/src",
        subcommands: [Check.self]
    )

    /// The check.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Hold the object names of source trees and adapters against the catalogue and each other.",
            discussion: """
                Sources: Swift, Objective-C, Java, Kotlin, JavaScript, TypeScript, Dart, C#, Go, Python, PHP. Trees and \
                tables that have a name of their own are also compared with each other.

                An adapter is a command that answers names.list as conform run asks it, self for this library, or a file \
                with the answer: one whose name ends in .json, or that is there and can not be executed.

                --matrix shows every name beside what each tree and adapter makes of it: classes, flags, letter case. It \
                takes the place of the findings, unless -o sends it to a file; the exit code is that of the findings.

                Examples:
                  imwire names check --source Sources
                  imwire names check --source ios=App --source android=app/src --format sarif > names.sarif
                  imwire names check --adapter sdk=names.json --fail-on warning
                  imwire names check --adapter 'web=node adapter.js' --source ios=App --matrix html -o names.html
                """
        )

        @Option(help: ArgumentHelp("A folder or file of sources; may be repeated.", valueName: "[platform=]dir"))
        var source: [String] = []

        @Option(
            help: ArgumentHelp(
                "An adapter, or a file of what it answers to names.list; may be repeated.",
                valueName: "name=command"
            )
        )
        var adapter: [String] = []

        @Option(help: "How findings are written.")
        var format = FindingReport.Format.text

        @Option(help: "The severity from which on findings make the exit code 1.")
        var failOn = Diagnostic.Severity.error

        @Option(help: "Write all names beside each other: text, markdown, html.")
        var matrix: NamesMatrix.Format?

        @Option(name: .customShort("o"), help: ArgumentHelp("Write the matrix to this file.", valueName: "file"))
        var output: String?

        @OptionGroup var common: CommonOptions

        func validate() throws {
            if output != nil, matrix == nil { throw ValidationError("-o is for --matrix") }
            if source.isEmpty, adapter.isEmpty {
                throw ValidationError("nothing to check: name a --source or --adapter")
            }
            for text in adapter where Self.labelled(text).label == nil {
                throw ValidationError("--adapter needs a name: NAME=\(text)")
            }
            let labels = (source + adapter).compactMap { Self.labelled($0).label }
            if Set(labels).count < labels.count { throw ValidationError("two trees or tables have the same name") }
        }

        func run() async throws {
            Posix.ignoreClosedPipes()
            let tables = try (source.map(sourceTable) + adapter.map(adapterTable))
            let findings = NamesCheck().findings(tables)
            let report = FindingReport(names: findings, sourceCount: tables.reduce(0) { $0 + $1.fileCount })
            if let matrix {
                try OutputFile.write(Array(NamesMatrix(tables).text(matrix).utf8), to: output ?? "-")
            }
            if matrix == nil || (output ?? "-") != "-" {
                let text = report.text(format, version: Versions.program)
                try OutputFile.write(Array((format == .text ? text : SafeText.json(written: text)).utf8), to: "-")
            }
            if !common.quiet { StandardError.write("imwire: \(report.summary)") }
            if report.fails(on: failOn) { throw Exit.findings }
        }

        private func sourceTable(_ text: String) throws -> NameTable {
            let (label, path) = Self.labelled(text)
            do {
                let sources = try SourceTree.sources(in: path)
                return NameTable(label: label ?? path, isCompared: label != nil, sources: sources)
            } catch {
                StandardError.write(SafeText.terminal("imwire: \(error.path) can not be read"))
                throw Exit.noInput
            }
        }

        private func adapterTable(_ text: String) throws -> NameTable {
            let (label, path) = Self.labelled(text)
            let bytes = try Self.isFile(path) ? Self.read(path) : Self.ask(path)
            do {
                return try NameTable(label: label ?? path, adapterTable: bytes)
            } catch {
                StandardError.write(SafeText.terminal("imwire: \(path): \(error)"))
                throw Exit.badData
            }
        }

        /// Whether an adapter is a file of its answer, not a command.
        private static func isFile(_ text: String) -> Bool {
            if text == "self" { return false }
            return text.hasSuffix(".json") && !text.contains(" ") || Posix.isPlainFile(text)
        }

        private static func read(_ path: String) throws -> [UInt8] {
            do {
                return try SourceTree.read(path)
            } catch {
                StandardError.write(SafeText.terminal("imwire: \(error.path) can not be read"))
                throw Exit.noInput
            }
        }

        /// What an adapter answers; ends the program with 69 when it can not be started or has no such operation.
        private static func ask(_ command: String) throws -> [UInt8] {
            if command == "self" { return AdapterNames.ofLibrary.minified }
            do {
                return try AdapterNames.list(command).minified
            } catch {
                StandardError.write(SafeText.terminal("imwire: \(command): the adapter \(error.reason)"))
                throw Exit.unavailable
            }
        }

        /// `ios=App` in its two parts; what is before the sign is no name when it holds a slash.
        private static func labelled(_ text: String) -> (label: String?, path: String) {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex, !text[..<sign].contains("/") else {
                return (nil, text)
            }
            return (String(text[..<sign]), String(text[text.index(after: sign)...]))
        }
    }
}

extension NamesMatrix.Format: ExpressibleByArgument {}
