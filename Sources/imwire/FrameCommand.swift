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
        @Option(help: "The transport: websocket.")
        var form = FrameForm.websocket

        @Option(help: "Which end wrote the frame: client, server.")
        var sender = FrameSender.client

        func validate() throws {
            guard form == .websocket else { throw ValidationError("--form \(form.rawValue) is not available yet") }
        }
    }
}
