public import ArgumentParser
public import Conformance
package import Inspection
package import Names
import Reporting
import WireJSON

/// `imwire message`: the catalogue of messages, and single contents.
struct MessageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message",
        abstract: "Show the catalogues of message contents of all systems; read and write contents.",
        discussion: """
            A message is named by the id of its type on the wire, by its name in the catalogue, or by the class or \
            constant that an SDK has for it.

            Examples:
              imwire message show RC:ImgMsg
              imwire message show -1
              imwire message show 100/1
            """,
        subcommands: [List.self, Show.self, Decode.self, Encode.self]
    )

    /// The format of the catalogue.
    enum Format: String, WordArgument {
        case text
        case json
        case markdown
    }

    /// `imwire message list`: all messages, or a selection.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the known messages.",
            discussion: """
                Examples:
                  imwire message list --kind content --flag counted --platform web
                  imwire message list --system nim
                """
        )

        @Option(help: "Select messages of this system; may be repeated.")
        var system: [MessagingSystem] = []

        @Option(help: "Select messages of this kind, such as content or notification; may be repeated.")
        var kind: [String] = []

        @Option(help: "Select messages for which this platform has a class; may be repeated.")
        var platform: [SourcePlatform] = []

        @Option(help: "Select messages with this flag; if repeated, with all of them. Only RongCloud has flags.")
        var flag: [MessageSelection.Flag] = []

        @Option(help: "How to write the list.")
        var format = Format.text

        @OptionGroup var common: CommonOptions

        func validate() throws {
            let known = MessageSelection.knownKinds
            guard let unknown = kind.first(where: { !known.contains($0) }) else { return }
            throw ValidationError("there is no kind \(unknown); there are \(known.joined(separator: ", "))")
        }

        func run() async throws {
            var selection = MessageSelection()
            if !system.isEmpty { selection.systems = MessagingSystem.allCases.filter(system.contains) }
            selection.kinds = kind
            selection.platforms = platform
            selection.flags = flag
            switch format {
            case .text: try StandardOutput.write(lines: selection.table.lines(width: Posix.terminalWidth(1)))
            case .json: try StandardOutput.write(lines: [selection.json.description])
            case .markdown: try StandardOutput.write(lines: selection.table.markdown)
            }
        }
    }

    /// `imwire message show`: one message.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a message: fields, flags, platforms, how they differ, an example.",
            discussion: """
                If several messages of one system have the same id, all of them are shown.

                Examples:
                  imwire message show RC:ImgMsg
                  imwire message show -1
                  imwire message show text --system nim
                """
        )

        @OptionGroup var name: MessageName

        @Option(help: "How to write the message.")
        var format = Format.text

        @OptionGroup var common: CommonOptions

        func run() async throws {
            for (position, entry) in try name.find().entries.enumerated() {
                let card = MessageCard(entry)
                let space = position > 0 ? [""] : []
                switch format {
                case .text: try StandardOutput.write(lines: space + card.lines(width: Posix.terminalWidth(1)))
                case .json: try StandardOutput.write(lines: [entry.json.description])
                case .markdown: try StandardOutput.write(lines: space + card.markdown)
                }
            }
        }
    }
}

extension SourcePlatform: WordArgument {}
extension MessageSelection.Flag: WordArgument {}

extension MessagingSystem: ExpressibleByArgument {
    package init?(argument: String) { self.init(name: argument) }
    package static var allValueStrings: [String] { allCases.map(\.name.description) }
    package static var allValueDescriptions: [String: String] { [:] }
}

extension StandardOutput {
    /// Writes lines; a closed pipe is no error.
    static func write(lines: [String]) throws {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        try write(bytes)
    }

    /// Writes bytes; a closed pipe is no error.
    static func write(_ bytes: [UInt8]) throws {
        do {
            try StandardOutput().write(bytes.span)
        } catch is Closed {
            return
        }
    }
}
