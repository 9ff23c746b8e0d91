import ArgumentParser
import Capture
import Inspection

/// `imwire decode`: captures to events.
struct DecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        _superCommandName: Imwire.name,
        abstract: "Show the events of captures: who sent what to whom, and what was answered.",
        discussion: """
            Examples:
              imwire decode chat.pcapng
              imwire decode --format jsonl chat.pcap | jq .frame
              imwire decode --format fields -e n -e frame.type -e latency -Y 'latency > 100ms' chat.pcap
              imwire decode -Y 'message.objectName == "RC:TxtMsg"' -w texts.pcapng chat.pcap
              tcpdump -w - port 80 | imwire decode -
              imwire decode --follow growing.pcapng
            """
    )

    @OptionGroup var captures: CaptureArguments

    @Option(
        name: .customShort("w"),
        help: ArgumentHelp(
            "Write the packets of the selected events to a pcapng file; with -, packets replace the text on standard output.",
            discussion: """
                Without -Y, --flow and -c, all packets. For decrypted connections also their handshake, and their secrets \
                from --keys.
                """,
            valueName: "file"
        )
    )
    var write: String?

    @Flag(help: "With -w: write all packets of the connections that have a selected event.")
    var wholeFlows = false

    @Flag(help: "With -w: leave out the secrets of TLS, those of a pcapng file and those of --keys.")
    var stripSecrets = false

    @Flag(help: "Wait for more packets at the end of the capture, until interrupted.")
    var follow = false

    @OptionGroup var decoding: DecodingOptions

    func validate() throws {
        if follow, captures.paths.count > 1 { throw ValidationError("--follow goes with one capture") }
        if follow, write != nil { throw ValidationError("--follow and -w exclude each other") }
        if write == nil, wholeFlows || stripSecrets {
            throw ValidationError("--whole-flows and --strip-secrets say what -w writes")
        }
        if write == "-", decoding.format != .text {
            throw ValidationError("-w - writes packets in place of events: leave --format out, or name a file for -w")
        }
    }

    /// The packets that `-w` copies: without a condition the whole capture, as in tshark.
    private var copyScope: PacketSelection.Scope {
        if decoding.filter == nil, decoding.flow == nil, decoding.count == nil { return .everything }
        return wholeFlows ? .wholeFlows : .events
    }

    func run() async throws {
        try captures.check()
        var decoder = try decoding.decoder(captures.reading, captures: captures.paths.count)
        decoder.selects = write.map { _ in copyScope }
        var run = DecodeRun(command: self, decoder: decoder)
        do {
            try await run.decodeAll(captures.paths)
        } catch is StandardOutput.Closed {
            return
        }
        if let code = run.exitCode { throw code }
    }
}
