import ArgumentParser
import Conformance
import RongCloud
import WireJSON

/// `imwire code`: what a number stands for.
struct CodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code",
        abstract: "Explain a status or error code.",
        discussion: """
            A number may stand for several things: a status in a frame, an error code of the SDKs, the state of a \
            connection, a type of conversation. All of them are shown.

            Examples:
              imwire code 23408
              imwire code RC_CONN_USER_BLOCKED
              imwire code -3
            """
    )

    /// How the explanation is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
    }

    @Argument(
        parsing: .allUnrecognized,  // so that -3 is a number and no option
        help: ArgumentHelp("The number, or the name that a platform has for it.", valueName: "code")
    )
    var codes: [String]

    @Option(help: "How the explanation is written.")
    var format = Format.text

    func validate() throws {
        guard codes.count == 1, !codes[0].hasPrefix("--") else { throw ValidationError("one code is needed") }
    }

    func run() async throws {
        let code = codes[0]
        guard let number = Int(code) ?? ErrorCode(constant: code)?.rawValue else {
            StandardError.write("imwire: \(code) is neither a number nor the name of a known code")
            throw Exit.findings
        }
        let card = CodeCard(code: number)
        switch format {
        case .text: try StandardOutput.write(lines: card.lines)
        case .json: try StandardOutput.write(lines: [card.json.description])
        }
        guard !card.meanings.isEmpty else {
            if format == .text { StandardError.write("imwire: nothing is known of code \(number)") }
            throw Exit.findings
        }
    }
}
