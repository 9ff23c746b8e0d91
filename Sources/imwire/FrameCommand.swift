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

        @Option(help: ArgumentHelp("The key of the TCP form's body, 16 hex digits.", valueName: "hex"))
        var obfuscationKey: String?

        /// The key; checked by ``validate()``.
        var key: ObfuscationKey {
            obfuscationKey.flatMap { text in try? ObfuscationKey(Hex.decode(text)) } ?? .none
        }

        func validate() throws {
            guard let obfuscationKey else { return }
            do {
                _ = try ObfuscationKey(Hex.decode(obfuscationKey))
            } catch {
                throw ValidationError("--obfuscation-key: \(error)")
            }
        }
    }
}
