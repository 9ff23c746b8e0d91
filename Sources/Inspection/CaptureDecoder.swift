package import Capture
import WireFormat

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
        /// The values of some fields, separated by tabs.
        case fields
    }

    /// What came of a capture.
    package struct Outcome: Sendable {
        /// What came of the capture itself.
        package var capture: CaptureOutcome
        /// The packets of the events that were written, when asked for.
        package var selection: PacketSelection?
        /// Events written.
        package var written: Int
    }

    /// How captures are read.
    package var options = CaptureOptions()
    /// How events are written.
    package var format = Format.text
    /// Only events of this connection are written.
    package var flow: Int?
    /// Writing stops after so many events.
    package var limit: Int?
    /// Whether JSON lines hold the frame's bytes.
    package var showsRaw = false
    /// The fields of the format of that name.
    package var fields: [FieldPath] = []
    /// Whether a line with the names of these fields comes first.
    package var showsHeader = false
    /// Whether times of day are in UTC.
    package var isUTC = false
    /// Whether text is coloured.
    package var isColored = false
    /// What is noted of the packets that carried the events that are written.
    package var selects: PacketSelection.Scope?
    /// The condition for events to be written.
    package var filter: EventFilter?
    /// The number of the last event so far; goes on over several captures.
    private var lastNumber = 0
    /// Events written so far.
    private var written = 0

    /// Makes a decoder.
    package init() {}

    /// Reads the tables that decoding needs.
    ///
    /// A program may have that done while it reads its arguments; else it happens when they are needed first.
    package static func prepare() { MessagingSystem.prepare() }

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
            let consumer = JSONLinesConsumer(
                file: name,
                showsRaw: showsRaw,
                showsSecrets: options.showsSecrets,
                limits: options.limits
            )
            return try await run(consumer, .json, name, reader, isInteractive, sink)
        case .fields:
            if showsHeader {
                try sink(Array(FieldsConsumer.header(fields).utf8).span)
                showsHeader = false
            }
            var view = options.pipeline.view
            (view.file, view.showsRaw) = (name, showsRaw)
            return try await run(FieldsConsumer(fields, view: view), .none, name, reader, isInteractive, sink)
        case .text:
            let consumer = TextConsumer(clock: clock, colors: colors, showsSecrets: options.showsSecrets)
            return try await run(consumer, .none, name, reader, isInteractive, sink)
        case .tree:
            let line = TextConsumer(clock: clock, colors: colors, showsSecrets: options.showsSecrets)
            return try await run(TreeConsumer(line: line), .none, name, reader, isInteractive, sink)
        }
    }

    private mutating func run<Consumer: EventConsumer>(
        _ consumer: Consumer,
        _ numbering: EventSequencer.Numbering,
        _ name: String?,
        _ reader: consuming sending CaptureReader,
        _ isInteractive: Bool,
        _ sink: (Span<UInt8>) throws -> Void
    ) async throws -> Outcome {
        var pipeline = options.pipeline
        pipeline.filter = filter
        pipeline.file = name
        pipeline.showsRaw = showsRaw
        pipeline.onlyFlow = flow
        pipeline.numbering = numbering
        pipeline.firstNumber = lastNumber + 1
        pipeline.limit = limit.map { $0 - written }
        pipeline.depth = isInteractive ? 1 : 4
        pipeline.selects = selects
        let result = try await CapturePipeline(consumer: consumer, options: pipeline).run(reader, to: sink)
        lastNumber = result.lastNumber
        written += result.written
        return Outcome(capture: result.capture, selection: result.selection, written: result.written)
    }
}
