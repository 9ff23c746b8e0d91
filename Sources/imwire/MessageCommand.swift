public import ArgumentParser
public import Conformance
public import RongCloud
import WireJSON

/// `imwire message`: the catalogue of messages, and single contents.
struct MessageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message",
        abstract: "Look messages up in the catalogue; read and write their contents.",
        discussion: "Example: imwire message show RC:ImgMsg",
        subcommands: [List.self, Show.self, Decode.self, Encode.self]
    )

    /// How the catalogue is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
        case markdown
    }

    /// All messages, or those that options select.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the messages that are known.",
            discussion: "Example: imwire message list --kind content --flag counted --platform web"
        )

        @Option(help: "Only messages of this kind; may be repeated.")
        var kind: [MessageKind] = []

        @Option(help: "Only messages that this platform has a class for; may be repeated.")
        var platform: [SDKPlatform] = []

        @Option(help: "Only messages with this flag; with several, with all of them.")
        var flag: [MessageSelection.Flag] = []

        @Option(help: "How the list is written.")
        var format = Format.text

        func run() async throws {
            var selection = MessageSelection()
            selection.kinds = kind
            selection.platforms = platform
            selection.flags = flag
            switch format {
            case .text: try StandardOutput.write(lines: selection.table.lines)
            case .json: try StandardOutput.write(lines: [selection.json.description])
            case .markdown: try StandardOutput.write(lines: selection.table.markdown)
            }
        }
    }

    /// One message.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a message's fields, flags, platforms, disagreements and an example.",
            discussion: "Example: imwire message show RC:ImgMsg"
        )

        @Argument(help: "The object name; letter case counts.")
        var name: String

        @Option(help: "How the message is written.")
        var format = Format.text

        func run() async throws {
            let catalogue = MessageCatalogue.shared
            guard let index = catalogue.index(of: name) else {
                let nearest = catalogue.nearest(to: name)
                let hint = nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: ", "))?"
                StandardError.write("imwire: \(name) is not a known object name\(hint)")
                throw Exit.findings
            }
            let card = MessageCard(catalogue.details(at: index))
            switch format {
            case .text: try StandardOutput.write(lines: card.lines)
            case .json: try StandardOutput.write(lines: [catalogue.json(at: index).description])
            case .markdown: try StandardOutput.write(lines: card.markdown)
            }
        }
    }
}

extension MessageKind: ExpressibleByArgument {}
extension SDKPlatform: ExpressibleByArgument {}
extension MessageSelection.Flag: ExpressibleByArgument {}

extension StandardOutput {
    /// Writes lines; a reader that went away ends that quietly.
    static func write(lines: [String]) throws {
        Posix.ignoreClosedPipes()
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        do {
            try StandardOutput().write(bytes.span)
        } catch is Closed {
            return
        }
    }
}
