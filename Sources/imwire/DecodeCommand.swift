import ArgumentParser
import Capture
import Inspection
import RongCloud
import WireFormat

/// `imwire decode`: captures to events.
struct DecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Decode captures into the conversation that they hold.",
        discussion: """
            Examples:
              imwire decode chat.pcapng
              imwire decode --format jsonl chat.pcap | jq .frame
              imwire decode -Y 'message.objectName == "RC:TxtMsg"' -w texts.pcapng chat.pcap
              tcpdump -w - port 80 | imwire decode -
            """
    )

    @Argument(help: ArgumentHelp("Captures; - is standard input.", valueName: "file"))
    var files: [String] = []

    @Option(name: .customShort("r"), help: ArgumentHelp("A capture, as tshark names it.", valueName: "file"))
    var read: String?

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
        )
    )
    var obfuscationKey: String?

    @Option(
        name: .customShort("w"),
        help: ArgumentHelp(
            "Write the packets of the events that pass to a pcapng file; - is standard output, then without events.",
            discussion: "All packets without -Y, --flow and -c. Of decrypted connections the handshake comes along.",
            valueName: "file"
        )
    )
    var write: String?

    @Flag(help: "With -w: all packets of the connections that have such an event.")
    var wholeFlows = false

    @Flag(help: "With -w: leave out the TLS secrets that a pcapng file holds.")
    var stripSecrets = false

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
        if files.isEmpty, read == nil { throw ValidationError("no capture is named; - is standard input") }
        if let count, count < 1 { throw ValidationError("-c needs a positive number") }
        if let obfuscationKey {
            do {
                _ = try ObfuscationKey(Hex.decode(obfuscationKey))
            } catch {
                throw ValidationError("--obfuscation-key: \(error)")
            }
        }
        if write == nil, wholeFlows || stripSecrets {
            throw ValidationError("--whole-flows and --strip-secrets say what -w writes")
        }
        if let flow, flow < 1 { throw ValidationError("--flow needs a positive number") }
    }

    /// What `-w` copies: without a condition the whole capture, as tshark does.
    private var copyScope: PacketSelection.Scope {
        if filter.filter == nil, flow == nil, count == nil { return .everything }
        return wholeFlows ? .wholeFlows : .events
    }

    func run() async throws {
        Posix.ignoreClosedPipes()
        var decoder = CaptureDecoder()
        decoder.format = format
        decoder.flow = flow
        decoder.explainsDetection = explainDetect
        decoder.secrets = try KeyLogInput.read(keys)
        decoder.obfuscationKey = try obfuscationKey.map { try ObfuscationKey(Hex.decode($0)) }
        decoder.filter = filter.filter
        decoder.limit = count
        decoder.selects = write.map { _ in copyScope }
        decoder.showsRaw = raw
        decoder.showsSecrets = showSecrets
        decoder.isUTC = utc
        decoder.isColored = common.usesColor
        if raw, !common.quiet { StandardError.write("imwire: the hex of --raw holds tokens in full") }
        var run = DecodeRun(command: self, decoder: decoder)
        do {
            try await run.decodeAll((read.map { [$0] } ?? []) + files)
        } catch is StandardOutput.Closed {
            return
        }
        if let code = run.exitCode { throw code }
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
