import ArgumentParser
import Conformance
import Inspection

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
            abstract: "Hold the object names of source trees and adapters against the catalogue and each other.",
            discussion: """
                Sources: Swift, Objective-C, Java, Kotlin, JavaScript, TypeScript, Dart, C#, Go, Python, PHP. Trees and \
                tables that have a name of their own are also compared with each other.

                Examples:
                  imwire names check --source Sources
                  imwire names check --source ios=App --source android=app/src --format sarif > names.sarif
                  imwire names check --adapter sdk=names.json --fail-on warning
                """
        )

        @Option(help: ArgumentHelp("A folder or file of sources; may be repeated.", valueName: "[platform=]dir"))
        var source: [String] = []

        @Option(help: ArgumentHelp("What an adapter answers to names.list; may be repeated.", valueName: "name=file"))
        var adapter: [String] = []

        @Option(help: "How findings are written.")
        var format = FindingReport.Format.text

        @Option(help: "The severity from which on findings make the exit code 1.")
        var failOn = Diagnostic.Severity.error

        @OptionGroup var common: CommonOptions

        func validate() throws {
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
            let tables = try (source.map(sourceTable) + adapter.map(adapterTable))
            let findings = NamesCheck().findings(tables)
            let report = FindingReport(names: findings, sourceCount: tables.reduce(0) { $0 + $1.fileCount })
            do {
                try StandardOutput().write(Array(report.text(format, version: Versions.program).utf8).span)
            } catch is StandardOutput.Closed {
                return
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
                StandardError.write("imwire: \(error.path) can not be read")
                throw Exit.noInput
            }
        }

        private func adapterTable(_ text: String) throws -> NameTable {
            let (label, path) = Self.labelled(text)
            let bytes: [UInt8]
            do {
                bytes = try SourceTree.read(path)
            } catch {
                StandardError.write("imwire: \(error.path) can not be read")
                throw Exit.noInput
            }
            do {
                return try NameTable(label: label ?? path, adapterTable: bytes)
            } catch {
                StandardError.write("imwire: \(path): \(error)")
                throw Exit.badData
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
