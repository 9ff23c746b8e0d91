import ArgumentParser
import Conformance
import Inspection
package import Names
import Reporting
import WireFormat
import WireJSON

/// `imwire names`: object names in sources and tables.
struct NamesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "names",
        abstract: "Compare the object names in sources with the catalogue and with each other.",
        discussion: "Example: imwire names check --source ios=App/Sources --source android=app/src",
        subcommands: [Check.self]
    )

    /// `imwire names check`: the check.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Compare the object names in source trees and adapters with the catalogue and with each other.",
            discussion: """
                Sources may be in Swift, Objective-C, C++, Java, Kotlin, JavaScript, TypeScript, Vue, ArkTS, Dart, C#, Go, \
                Python or PHP. Named trees (ios=App) and adapters are also compared with each other; several folders may \
                have the same name. Within a tree without a name, the platforms are recognised by the files and compared. \
                Tests, generated files and third-party folders are left out. The numbers of LeanCloud's typed messages and \
                NIM's custom attachments are checked like names; systems are never compared with each other.

                An adapter is a command that replies to names.list as in conform run, self for this library, or a file with \
                the reply: a file whose name ends in .json, or one that cannot be executed.

                --matrix shows the classes, flags and letter case of every name in each tree and adapter, in the place of \
                the findings unless -o sends it to a file; the exit code is that of the findings. --fix-preview writes the \
                edits that mend letter case and near misses as a patch, and changes no file.

                Examples:
                  imwire names check --source Sources
                  imwire names check --source ios=App --source android=app/src --format sarif > names.sarif
                  imwire names check --source . --exclude 'examples/**' --baseline names.json
                  imwire names check --source . --fix-preview | patch -p1
                  imwire names check --adapter sdk=names.json --fail-on warning
                  imwire names check --adapter 'web=node adapter.js' --source ios=App --matrix html -o names.html
                """
        )

        @Option(
            help: ArgumentHelp("Read the sources in a folder or a file; may be repeated.", valueName: "[name=]dir"),
            transform: LabelledPath.init
        )
        var source: [LabelledPath] = []

        @Option(
            help: ArgumentHelp(
                "Read the names of an adapter, or of a file with its reply to names.list; may be repeated.",
                valueName: "name=command"
            ),
            transform: LabelledPath.init
        )
        var adapter: [LabelledPath] = []

        @Option(
            help: ArgumentHelp(
                "Leave out files and folders of the sources: a name, or a path with *, ** and ?; may be repeated.",
                valueName: "pattern"
            )
        )
        var exclude: [String] = []

        @Option(
            help: ArgumentHelp("Leave out findings that an earlier report of --format json has.", valueName: "file")
        )
        var baseline: String?

        @Flag(help: "Print every rule with its severity, and end.")
        var listRules = false

        @Flag(help: "Write the edits that mend letter case and near misses as a patch, in place of the findings.")
        var fixPreview = false

        @Option(help: "How to write the findings.")
        var format = FindingReport.Format.text

        @Option(help: "End with exit code 1 if a finding has this severity or a higher one.")
        var failOn = Severity.error

        @Option(help: "Write all names side by side.")
        var matrix: NamesMatrix.Format?

        @Option(name: .customShort("o"), help: ArgumentHelp("Write the matrix to this file.", valueName: "file"))
        var output: String?

        @OptionGroup var common: CommonOptions

        func validate() throws {
            if output != nil, matrix == nil { throw ValidationError("-o is for --matrix") }
            if fixPreview, matrix != nil, output == nil {
                throw ValidationError(
                    "--fix-preview and --matrix both go to standard output: send the matrix to a file with -o"
                )
            }
            if exclude.contains(where: \.isEmpty) { throw ValidationError("--exclude needs a pattern") }
            if !exclude.isEmpty, source.isEmpty { throw ValidationError("--exclude is for --source") }
            if format != .text, listRules || writesNoFindings {
                throw ValidationError("--format is for findings; --list-rules, --fix-preview and --matrix replace them")
            }
            try validateInputs()
        }

        /// Whether standard output has no findings.
        private var writesNoFindings: Bool { fixPreview || matrix != nil && (output ?? "-") == "-" }

        /// Refuses trees and adapters without a path, without the name that they need, or with the name of another.
        private func validateInputs() throws {
            for tree in source where tree.path.isEmpty {
                throw ValidationError("--source \(tree.text): a folder or file is missing")
            }
            for sdk in adapter {
                guard sdk.label != nil else { throw ValidationError("--adapter needs a name: NAME=\(sdk.text)") }
                guard sdk.path.contains(where: { $0 != " " }) else {
                    throw ValidationError("--adapter \(sdk.text): a command or file is missing")
                }
            }
            let labels = Set(source.compactMap(\.label)) + adapter.compactMap(\.label)
            if Set(labels).count < labels.count { throw ValidationError("two trees or tables have the same name") }
        }

        func run() async throws {
            if source.isEmpty, adapter.isEmpty, !listRules {
                throw ValidationError("nothing to check: name a --source or --adapter")
            }
            if listRules {
                try StandardOutput.write(
                    lines: NameFinding.Code.allCases.map { code in
                        let line = "\(code.rawValue): \(code.severity.rawValue): \(code.title)"
                        return TerminalText.wrapped(line, width: Posix.terminalWidth(1))
                    }
                )
            }
            guard !source.isEmpty || !adapter.isEmpty else { return }
            if let output {
                try CaptureOutput.check(output, [baseline].compactMap(\.self) + adapter.map(\.path))
            }
            let tables = try sourceTables() + adapter.map(adapterTable)
            var findings = NamesCheck().findings(tables)
            if let baseline { findings = try known(baseline).new(of: findings) }
            var report = FindingReport(names: findings, sourceCount: tables.reduce(0) { $0 + $1.fileCount })
            if let matrix {
                try OutputFile.write(Array(NamesMatrix(tables).text(matrix).utf8), to: output ?? "-")
            }
            if fixPreview {
                let patch = NamesPatch(findings) { try? SourceTree.read($0) }
                try OutputFile.write(Array(patch.text.utf8), to: "-")
            } else if !writesNoFindings {
                report.width = Posix.terminalWidth(1)
                let text = report.text(format, version: Versions.program)
                try OutputFile.write(Array((format == .text ? text : SafeText.json(written: text)).utf8), to: "-")
            }
            if !common.quiet { StandardError.write("imwire: \(report.summary)") }
            if report.fails(on: failOn) { throw Exit.findings }
        }
    }
}

extension NamesMatrix.Format: WordArgument {}
