import ArgumentParser
import Inspection
import RongCloud
import WireFormat

/// What `decode` and `live` have in common: which events are written, and how.
struct DecodingOptions: ParsableArguments {
    @Option(help: "How events are written: text, tree, jsonl.")
    var format = CaptureDecoder.Format.text

    @Option(help: "Only events of the connection with this number.")
    var flow: Int?

    @Option(name: .customShort("c"), help: ArgumentHelp("Stop after so many events.", valueName: "count"))
    var count: Int?

    @Option(help: ArgumentHelp("Secrets of TLS in the key log format of browsers (SSLKEYLOGFILE).", valueName: "file"))
    var keys: String?

    @Option(
        help: ArgumentHelp(
            "The key of the TCP form's bodies, 16 hex digits; without it, it is recovered.",
            valueName: "hex"
        ),
        transform: ObfuscationKey.argument
    )
    var obfuscationKey: ObfuscationKey?

    @Flag(help: "Add the frame's bytes in hex to JSON lines.")
    var raw = false

    @Flag(help: "Say why each connection was taken for what it is.")
    var explainDetect = false

    @Flag(help: "End with 1 when an event has a diagnostic of severity error.")
    var strict = false

    @Flag(help: "Show tokens in full.")
    var showSecrets = false

    @Flag(help: "Show times of day in UTC.")
    var utc = false

    @OptionGroup var filter: FilterOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("-c needs a positive number") }
        if let flow, flow < 1 { throw ValidationError("--flow needs a positive number") }
    }

    /// A decoder that does as the options say; reads the key log.
    func decoder() throws -> CaptureDecoder {
        var decoder = CaptureDecoder()
        decoder.format = format
        decoder.flow = flow
        decoder.explainsDetection = explainDetect
        decoder.secrets = try KeyLogInput.read(keys)
        decoder.obfuscationKey = obfuscationKey
        decoder.filter = filter.filter
        decoder.limit = count
        decoder.showsRaw = raw
        decoder.showsSecrets = showSecrets
        decoder.isUTC = utc
        decoder.isColored = common.usesColor
        if raw, !common.quiet { StandardError.write("imwire: the hex of --raw holds tokens in full") }
        return decoder
    }
}

extension CaptureDecoder.Format: ExpressibleByArgument {}

/// Options that every subcommand has.
struct CommonOptions: ParsableArguments {
    /// When output is coloured.
    enum Color: String, CaseIterable, ExpressibleByArgument {
        case auto
        case always
        case never
    }

    @Flag(help: "Print no summary or progress on standard error.")
    var quiet = false

    @Option(help: "Colour the output: auto, always, never.")
    var color = Color.auto

    /// Whether to colour standard output.
    var usesColor: Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto: Posix.isTerminal(1) && (Posix.environment("NO_COLOR") ?? "").isEmpty
        }
    }
}
