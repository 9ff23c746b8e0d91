import ArgumentParser
import Inspection
import RongCloud
import WireFormat

/// `imwire frame`: single frames.
struct FrameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame",
        abstract: "Decode or encode one frame.",
        discussion: """
            Example: imwire frame decode --sender client 400102 | imwire frame encode
            """,
        subcommands: [Decode.self, Encode.self]
    )

    /// What a frame is.
    struct FrameOptions: ParsableArguments {
        @Option(help: "The transport: websocket, tcp, polling.")
        var form = FrameForm.websocket

        @Option(
            help: ArgumentHelp("The key of the TCP form's body, 16 hex digits.", valueName: "hex"),
            transform: ObfuscationKey.argument
        )
        var obfuscationKey: ObfuscationKey?

        /// The key; without one, bodies are taken as they are.
        var key: ObfuscationKey { obfuscationKey ?? .none }
    }
}
