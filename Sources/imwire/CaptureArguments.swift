import ArgumentParser
import Capture
import Inspection
import Reporting
import RongCloud
import Transport
import WireFormat
import WireProtobuf

/// The captures that a command reads, with the options for reading them: the same for all such commands.
struct CaptureArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Captures; - is standard input.", valueName: "file"))
    var files: [String] = []

    @Option(name: .customShort("r"), help: ArgumentHelp("The same as <file>, for users of tshark.", valueName: "file"))
    var read: [String] = []

    @OptionGroup var reading: ReadingOptions

    /// All captures, in the order of the command line: those of `-r` first.
    var paths: [String] { read + files }

    /// All files that are read; the program must not write to any of them.
    var inputs: [String] { paths + reading.keys }

    /// Checks all captures before the first one is read; a command calls this when it begins to run.
    ///
    /// `validate()` would be too early: the parser reports an unknown option, which may be the misspelt one that took the
    /// only file as its value, after `validate()`.
    ///
    /// Ends the program with 64 if no capture is named, or standard input more than once; with 66 if a capture cannot
    /// be opened.
    func check() throws {
        if paths.isEmpty { throw ValidationError("no capture is named; - is standard input") }
        try InputFile.needOneStandardInput(paths)
        for path in paths { try InputFile.check(path, insteadOfDirectory: CaptureInput.insteadOfDirectory) }
    }

    /// Opens one capture after the other, passes it to `work`, and writes its outcome to standard error.
    ///
    /// - Parameters:
    ///   - common: the common options.
    ///   - saysSummary: whether a summary is written.
    ///   - work: reads the capture; receives also its path, and its name if there are several captures.
    /// - Returns: the exit code, if it is not 0.
    func forEach(
        _ common: CommonOptions,
        saysSummary: Bool = false,
        _ work: (consuming sending CaptureReader, _ path: String, _ name: String?) async throws -> CaptureOutcome
    ) async throws -> ExitCode? {
        var code: ExitCode?
        var matched: Set<DecodeAs> = []
        for path in paths {
            let outcome = try await CaptureInput(path: path).read(showsProgress: common.showsProgress) { input in
                try await work(try input.open(), path, paths.count > 1 ? path : nil)
            }
            OutcomeReport(outcome, isQuiet: common.quiet).write(
                input: path,
                saysSummary: saysSummary,
                isOneOfSeveral: paths.count > 1
            )
            if outcome.damage != nil { code = Exit.damagedInput }
            matched.formUnion(outcome.matchedRules)
        }
        reading.reportUnmatchedRules(matched)
        return code
    }
}

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

/// The argument of `-d`: a system for a port.
struct DecodeAsArgument: Sendable {
    /// The argument as it was given.
    let text: String
    let rule: DecodeAs

    /// Reads `tcp.port==443,leancloud` or `10.0.0.1:443,leancloud`.
    @Sendable
    init(_ text: String) throws {
        guard let rule = DecodeAs(text) else {
            let names = DecodeAs.systemNames.joined(separator: ", ")
            throw ValidationError("-d needs tcp.port==PORT,SYSTEM or IP:PORT,SYSTEM, where SYSTEM is one of \(names)")
        }
        self.text = text
        self.rule = rule
    }
}

/// The argument of `--payload`: a message for a topic.
struct PayloadArgument: Sendable {
    let topic: String
    /// The name of the message.
    let message: String

    /// Reads `TOPIC=Message`; the topic may be empty, because SDKs send such frames.
    @Sendable
    init(_ text: String) throws {
        guard let sign = text.lastIndex(of: "=") else {
            throw ValidationError("--payload needs TOPIC=Message, such as ppMsgX=UpStreamMessage")
        }
        let name = String(text[text.index(after: sign)...])
        let schema = RongCloudSchema.shared
        guard schema.message(named: name) != nil else {
            let near = EventFields.nearest(to: name, in: schema.messageIndices.map { schema.name(of: $0) })
            throw ValidationError(
                "no message of the schema is called \(name)" + (near.map { " (did you mean \($0)?)" } ?? "")
            )
        }
        topic = String(text[..<sign])
        message = name
        if let known = Self.requests(ofTopic: topic).first {
            throw ValidationError(
                "the topic \(topic) carries \(known) by the table of topics; --payload is for topics that it does not know"
            )
        }
    }

    /// Returns the names of the messages that a topic of the table carries in PUBLISH or QUERY.
    private static func requests(ofTopic name: String) -> [String] {
        TopicTable.shared.filter { $0.name == name }.flatMap { $0.requests.map(\.name) }
    }
}
