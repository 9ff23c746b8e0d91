import ArgumentParser
import Capture
import Inspection
import LiveCapture
import Reporting

/// `imwire live`: the events on a network interface.
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Show the events on a network interface as they pass, until interrupted.",
        discussion: """
            Capturing needs root or the capability cap_net_raw. When the interface and all files are open, a process of \
            root becomes the user who called sudo, otherwise nobody. Ctrl-C or SIGTERM ends with the summary and a whole \
            file.

            Examples:
              imwire live -i lo -f 'tcp port 8080' -w out.pcapng
              imwire live -i eth0 -f 'tcp port 443' --keys session.keys
              imwire live --list-interfaces
            """
    )

    @Flag(name: [.customShort("D"), .long], help: "List the interfaces, and end.")
    var listInterfaces = false

    @Option(
        name: [.customShort("i"), .long],
        help: ArgumentHelp("Capture on this interface; any is all of them.", valueName: "name")
    )
    var interface: String?

    @Option(
        name: .customShort("f"),
        help: ArgumentHelp(
            "Capture only packets that pass this filter of libpcap, such as 'tcp port 443'.",
            valueName: "condition"
        )
    )
    var captureFilter: String?

    @Option(
        name: .customShort("w"),
        help: ArgumentHelp(
            "Write all captured packets to a pcapng file, with the secrets from --keys.",
            valueName: "file"
        )
    )
    var write: String?

    @Flag(help: "With -w: leave out the secrets of TLS.")
    var stripSecrets = false

    @Option(
        name: [.customShort("s"), .customLong("snapshot-length")],
        help: ArgumentHelp(
            "Capture at most this number of bytes of a packet, up to \(LiveCommand.longestSnapshot).",
            valueName: "bytes"
        )
    )
    var snapLength = 262_144

    /// The maximum snapshot length in bytes.
    private static let longestSnapshot = 1 << 24

    @Flag(help: "Also capture packets to other machines. Unlike in tshark, this is off by default.")
    var promiscuous = false

    @Flag(
        name: [.customShort("p"), .customLong("no-promiscuous-mode")],
        help: "Do not capture packets to other machines. This is the default; the option is for users of tshark."
    )
    var notPromiscuous = false

    @Option(help: ArgumentHelp("End after this number of seconds.", valueName: "seconds"))
    var duration: Int?

    @Flag(help: "Stay root after everything is open.")
    var keepPrivileges = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var decoding: DecodingOptions

    func validate() throws {
        if listInterfaces {
            guard interface == nil, captureFilter == nil, write == nil, duration == nil else {
                throw ValidationError(
                    "-D lists the interfaces and captures nothing; leave -i, -f, -w and --duration out"
                )
            }
            return
        }
        if snapLength < 1 || snapLength > Self.longestSnapshot {
            throw ValidationError("-s needs a number from 1 to \(Self.longestSnapshot)")
        }
        if let duration, duration < 1 { throw ValidationError("--duration needs a positive number of seconds") }
        if promiscuous, notPromiscuous { throw ValidationError("--promiscuous and -p exclude each other") }
        if stripSecrets, write == nil { throw ValidationError("--strip-secrets says what -w writes") }
        if reading.keys.count > 1 { throw ValidationError("live follows one key log, with one --keys") }
        if write == "-" { throw ValidationError("-w - is not possible: standard output has the events") }
    }

    func run() async throws {
        do {
            if listInterfaces { return try list() }
            guard let interface else {
                throw ValidationError("no interface is named with -i; -D lists those that there are")
            }
            try await capture(on: interface)
        } catch let error as LiveCaptureError {
            let advice = error.kind == .noInterface ? "; -D lists the interfaces" : ""
            StandardError.write("imwire: \(error)\(advice)")
            throw Self.exitCode(for: error)
        } catch is StandardOutput.Closed {
            return
        }
    }

    private func list() throws {
        for interface in try CaptureInterface.all() {
            let note = interface.about.map { "  \($0)" } ?? ""
            let loopback = interface.isLoopback ? "  (loopback)" : ""
            try StandardOutput().write(line: interface.name + note + loopback)
        }
    }

    private func capture(on interface: String) async throws {
        var decoder = try decoding.decoder(reading, keyLogsGrow: true)
        var options = LiveOptions(interface: interface)
        options.filter = captureFilter ?? ""
        options.snapLength = snapLength
        options.isPromiscuous = promiscuous
        options.duration = duration.map { .seconds($0) }
        options.application = "imwire \(Versions.program)"
        let session = try LiveSession(options, stop: try StopSignal())
        // The interface is opened before the file is created, so that a wrong option empties no file.
        let output = try write.map { try CaptureOutput(path: $0, inputs: reading.keys) }
        if let output { session.copy(to: output.descriptor, keepsSecrets: !stripSecrets) }
        if let keys = reading.keys.first { session.follow(keyLog: Posix.openForReading(keys)) }
        let user = keepPrivileges ? nil : try Privileges.drop(output: output?.descriptor ?? -1)
        if !decoding.common.quiet {
            StandardError.write("capturing on \(interface)" + (user.map { ", as \($0.name)" } ?? ""))
        }
        var exitCode: ExitCode?
        do {
            let outcome = try await decoder.decode(
                try session.reader(),
                name: nil,
                to: StandardOutput().write(_:)
            )
            exitCode = decoding.report(outcome, of: interface)
            if !outcome.isStopped { reading.reportUnmatchedRules(outcome.capture.matchedRules) }
        } catch is StandardOutput.Closed {
            // Without a reader of the events, the capture ends as after an interrupt.
        } catch let error as CaptureError {
            _ = session.finish()
            StandardError.write("imwire: \(interface): \(error)")
            throw Exit.code(for: error)
        } catch let failure as StandardOutput.Failure {
            _ = session.finish()
            throw failure
        }
        try finish(session, interface, output)
        if let exitCode { throw exitCode }
    }

    /// Completes the file, and reports the counts of packets.
    private func finish(_ session: LiveSession, _ interface: String, _ output: CaptureOutput?) throws {
        let (statistics, failure) = session.finish()
        if let failure {
            StandardError.write("imwire: \(interface): \(failure)")
            throw Self.exitCode(for: failure)
        }
        try output?.close()
        guard !decoding.common.quiet else { return }
        let file = output.map { ", written to \($0.path)" } ?? ""
        StandardError.write(
            "\(Count.of("packet", statistics.captured)) captured\(file); \(statistics.received) received by the filter, "
                + "\(statistics.droppedBySystem) dropped by the kernel, "
                + "\(statistics.droppedByInterface) dropped by the interface"
        )
    }

    private static func exitCode(for error: LiveCaptureError) -> ExitCode {
        switch error.kind {
        case .notPermitted, .unavailable: Exit.unavailable
        case .noInterface: Exit.noInput
        case .badFilter: ExitCode(64)
        case .inputOutput: Exit.inputOutput
        }
    }
}
