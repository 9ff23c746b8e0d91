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

    /// The options that describe a frame.
    struct FrameOptions: ParsableArguments {
        // It has no default, because the help would show the library's internal number of the system.
        @Option(
            name: .customLong("system"),
            help: "The system of the frame; by default rongcloud."
        )
        private var named: MessagingSystem?

        /// The system of the frame.
        var system: MessagingSystem { named ?? .rongCloud }

        @Option(help: "The transport.")
        var form = FrameForm.websocket

        @Option(
            help: ArgumentHelp(
                "The key of the body in RongCloud's TCP form, 16 hex digits; without it, the body is read as plain.",
                valueName: "hex"
            ),
            transform: ObfuscationKey.argument
        )
        var obfuscationKey: ObfuscationKey?

        /// Whether bodies count as plain although their form may obfuscate them.
        var assumesPlainBody: Bool { form == .tcp && obfuscationKey == nil }

        func options(sender: FrameSender?, topic: String?) -> FrameObjectOptions {
            var options = FrameObjectOptions(sender: sender)
            options.rongCloud = RongCloudFrameOptions(form: form, topic: topic, key: obfuscationKey ?? .none)
            return options
        }

        func validate() throws {
            guard !system.hasFrameForms else {
                if obfuscationKey != nil, form != .tcp { throw ValidationError("--obfuscation-key needs --form tcp") }
                return
            }
            guard obfuscationKey == nil else {
                throw ValidationError("--obfuscation-key is not for frames of \(system.name)")
            }
            // WebSocket is the default of the option.
            let transports = system.unitTransports.map { $0.name.description }
            guard form != .websocket, !transports.contains(form.rawValue) else { return }
            let names = transports.joined(separator: " and ")
            throw ValidationError("--form \(form.rawValue): frames of \(system.name) come by \(names) only")
        }
    }
}
