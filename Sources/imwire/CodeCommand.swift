import ArgumentParser
import Conformance
import WireJSON

/// `imwire code`: the meanings of a number.
struct CodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code",
        abstract: "Show the meanings of a status or error code.",
        discussion: """
            A number may stand for several things: a status in a frame, an error code of the SDKs, the state of a \
            connection, a type of conversation, in one system or in several. All of them are shown.

            Examples:
              imwire code 23408
              imwire code RC_CONN_USER_BLOCKED
              imwire code sessionRequired
              imwire code -3
            """
    )

    /// The format of the explanation.
    enum Format: String, WordArgument {
        case text
        case json
    }

    @Argument(
        parsing: .allUnrecognized,  // so that -3 is a number and no option
        help: ArgumentHelp("The number, or its name on a platform or in a system.", valueName: "code")
    )
    var codes: [String]

    @Option(help: "How to write the meanings.")
    var format = Format.text

    @OptionGroup var common: CommonOptions

    /// The codes without the `--` that may stand before a negative number.
    private var named: [String] { codes.filter { $0 != "--" } }

    func validate() throws {
        if let option = named.first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("there is no option \(option)")
        }
        guard named.count == 1 else { throw ValidationError("one code is needed") }
    }

    func run() async throws {
        let code = named[0]
        let cards = Int(code).map { [CodeCard(code: $0)] } ?? CodeCard.named(code)
        guard !cards.isEmpty else {
            StandardError.write("imwire: \(code) is neither a number nor the name of a known code")
            throw Exit.findings
        }
        for (position, card) in cards.enumerated() {
            switch format {
            case .text:
                let lines = card.lines(width: Posix.terminalWidth(1))
                try StandardOutput.write(lines: (position > 0 ? [""] : []) + lines)
            case .json: try StandardOutput.write(lines: [card.json.description])
            }
        }
        guard cards.contains(where: { !$0.meanings.isEmpty }) else {
            if format == .text { StandardError.write("imwire: nothing is known of code \(code)") }
            throw Exit.findings
        }
    }
}
