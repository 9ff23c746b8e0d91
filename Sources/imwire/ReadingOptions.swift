import ArgumentParser
import Capture
import Inspection
import RongCloud
import Transport

/// The options for reading a capture, from a file or from an interface.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Decrypt TLS with the secrets of a key log (SSLKEYLOGFILE of browsers).", valueName: "file")
    )
    var keys: [String] = []

    @Option(
        help: ArgumentHelp(
            "The key of the bodies in RongCloud's TCP form, 16 hex digits. Keys that CONNECT frames show are recovered.",
            valueName: "hex"
        ),
        transform: ObfuscationKey.argument
    )
    var obfuscationKey: ObfuscationKey?

    @Option(
        help: ArgumentHelp(
            "Read the payload of an unknown topic of RongCloud as this message, such as ppMsgX=UpStreamMessage.",
            valueName: "topic=message"
        ),
        transform: PayloadArgument.init
    )
    var payload: [PayloadArgument] = []

    @Option(
        name: .customShort("d"),
        help: ArgumentHelp(
            """
            Read all connections of a port as those of a system (\(DecodeAs.systemNames.joined(separator: ", "))): \
            tcp.port==8443,nim, or with an address 10.0.0.1:8443,nim.
            """,
            valueName: "tcp.port==port,system"
        ),
        transform: DecodeAsArgument.init
    )
    var decodeAs: [DecodeAsArgument] = []

    @Flag(help: "Print the reason for the system of each connection.")
    var explainDetect = false

    func validate() throws {
        var messages: [String: String] = [:]
        for stated in payload {
            guard let other = messages.updateValue(stated.message, forKey: stated.topic) else { continue }
            guard other != stated.message else { continue }
            throw ValidationError(
                "--payload states two messages for the topic \(stated.topic): \(other) and \(stated.message)"
            )
        }
    }

    /// Whether none of these options is given.
    var isEmpty: Bool {
        keys.isEmpty && obfuscationKey == nil && payload.isEmpty && decodeAs.isEmpty && !explainDetect
    }

    /// Returns the options for a decoder; reads the key log.
    ///
    /// - Parameter keyLogsGrow: whether lines that are added to the key log later are read as well.
    func options(keyLogsGrow: Bool = false) throws -> CaptureOptions {
        var options = CaptureOptions()
        options.secrets = try KeyLogInput.read(keys, mayGrow: keyLogsGrow)
        options.obfuscationKey = obfuscationKey?.bytes
        options.explainsDetection = explainDetect
        options.decodeAs = decodeAs.map(\.rule)
        options.payloads = Dictionary(payload.map { ($0.topic, $0.message) }) { message, _ in message }
        return options
    }

    /// Writes on standard error which rules of `-d` match no connection of the captures that were read.
    ///
    /// - Parameter matched: the rules that match a connection.
    func reportUnmatchedRules(_ matched: Set<DecodeAs>) {
        for argument in decodeAs where !matched.contains(argument.rule) {
            StandardError.write("imwire: -d \(argument.text) matches no connection")
        }
    }
}
