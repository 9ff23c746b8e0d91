package import Capture
package import RongCloud
package import Transport
package import WireFormat

/// Decodes captures into events and writes them in a format.
package struct CaptureDecoder {
    /// How events are written.
    package enum Format: String, CaseIterable, Sendable {
        /// One line an event, for people.
        case text
        /// Every field beside its bytes.
        case tree
        /// One JSON object a line, for programs.
        case jsonl
    }

    /// What came of a capture.
    package struct Outcome: Sendable {
        /// Figures about it.
        package var summary: DecodingSummary
        /// What its packets were.
        package var counts: PacketCounts
        /// What the file says besides packets.
        package var notes: CaptureNotes
        /// The packets of the events that were written, when asked for.
        package var selection: PacketSelection?
        /// Where it is damaged.
        package var damage: CaptureDamage?
        /// Why each connection was taken for what it is, by number of the connection.
        package var explanations: [String]
        /// How many more such reasons there are.
        package var explanationsLeftOut: Int
        /// What a user should know of connections that could not be followed, by number of the connection: of the first
        /// such connections.
        package var notices: [String]
        /// How many more such sentences there are.
        package var noticesLeftOut: Int
        /// Events written.
        package var written: Int
    }

    /// How events are written.
    package var format = Format.text
    /// Only events of this connection are written.
    package var flow: Int?
    /// Writing stops after so many events.
    package var limit: Int?
    /// Whether JSON lines hold the frame's bytes.
    package var showsRaw = false
    /// Whether tokens are shown in full.
    package var showsSecrets = false
    /// Whether times of day are in UTC.
    package var isUTC = false
    /// Whether text is coloured.
    package var isColored = false
    /// Protection against hostile input.
    package var limits = Limits()
    /// How many threads share the connections.
    package var workers = 2
    /// Whether it is noted why connections are taken for what they are.
    package var explainsDetection = false
    /// What is noted of the packets that carried the events that are written.
    package var selects: PacketSelection.Scope?
    /// The condition for events to be written.
    package var filter: EventFilter?
    /// What TLS is decrypted with, besides what the captures hold.
    package var secrets = TLSSecrets()
    /// The key of the TCP form's bodies; without it, it is recovered.
    package var obfuscationKey: ObfuscationKey?
    /// The number of the last event so far; goes on over several captures.
    private var lastNumber = 0
    /// Events written so far.
    private var written = 0

    /// Makes a decoder.
    package init() {}

    /// Reads the tables that decoding needs.
    ///
    /// A program may have that done while it reads its arguments; else it happens when they are needed first.
    package static func prepare() { _ = PayloadMap.shared }

    /// Decodes one capture.
    ///
    /// - Parameters:
    ///   - reader: the capture.
    ///   - name: its name, when there are several.
    ///   - isInteractive: whether it comes slowly, so that events should be written as soon as they are there.
    ///   - sink: where the output goes.
    package mutating func decode(
        _ reader: consuming sending CaptureReader,
        name: String?,
        isInteractive: Bool,
        to sink: (Span<UInt8>) throws -> Void
    ) async throws -> Outcome {
        let clock = LocalClock(isUTC: isUTC)
        let colors = TerminalColors(isOn: isColored)
        switch format {
        case .jsonl:
            let consumer = JSONLinesConsumer(file: name, showsRaw: showsRaw, showsSecrets: showsSecrets, limits: limits)
            return try await run(consumer, .json, reader, isInteractive, sink)
        case .text:
            let consumer = TextConsumer(clock: clock, colors: colors, showsSecrets: showsSecrets)
            return try await run(consumer, .none, reader, isInteractive, sink)
        case .tree:
            let line = TextConsumer(clock: clock, colors: colors, showsSecrets: showsSecrets)
            return try await run(TreeConsumer(line: line, limits: limits), .none, reader, isInteractive, sink)
        }
    }

    private mutating func run<Consumer: EventConsumer>(
        _ consumer: Consumer,
        _ numbering: EventSequencer.Numbering,
        _ reader: consuming sending CaptureReader,
        _ isInteractive: Bool,
        _ sink: (Span<UInt8>) throws -> Void
    ) async throws -> Outcome {
        var options = PipelineOptions(
            filter: filter,
            limits: limits,
            onlyFlow: flow,
            obfuscationKey: obfuscationKey,
            secrets: secrets,
            numbering: numbering,
            firstNumber: lastNumber + 1,
            limit: limit.map { $0 - written },
            workers: workers,
            depth: isInteractive ? 1 : 4
        )
        options.explains = explainsDetection
        options.selects = selects
        let pipeline = CapturePipeline(consumer: consumer, options: options)
        let result = try await pipeline.run(reader, to: sink)
        lastNumber = result.lastNumber
        written += result.written
        return Outcome(
            summary: result.summary,
            counts: result.counts,
            notes: result.notes,
            selection: result.selection,
            damage: result.damage,
            explanations: result.explanations.lines.sorted { Self.flowNumber($0) < Self.flowNumber($1) },
            explanationsLeftOut: result.explanations.leftOut,
            notices: result.notices.lines.sorted { Self.flowNumber($0) < Self.flowNumber($1) },
            noticesLeftOut: result.notices.leftOut,
            written: result.written
        )
    }

    private static func flowNumber(_ explanation: String) -> Int {
        Int(explanation.dropFirst("flow ".count).prefix { $0.isNumber }) ?? 0
    }
}
