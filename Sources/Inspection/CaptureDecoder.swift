public import Capture
import WireFormat

/// Decodes captures into events and writes them in a format.
public struct CaptureDecoder {
    /// How events are written.
    public enum Format: String, CaseIterable, Sendable {
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
    public struct Outcome: Sendable {
        /// What came of the capture itself.
        public var capture: CaptureOutcome
        /// The packets of the events that were written, when asked for.
        public var selection: PacketSelection?
        /// Events written.
        public var written: Int
        /// How many of them have a diagnostic of severity error.
        public var writtenErrors: Int
        /// Whether as many events were written as were asked for, so that the capture may not have been read to its end.
        public var isStopped: Bool
    }

    /// How captures are read.
    public var options = CaptureOptions()
    /// How events are written.
    public var format = Format.text
    /// Only events of this connection are written.
    public var flow: Int?
    /// Writing stops after so many events.
    public var limit: Int?
    /// Whether JSON lines hold the frame's bytes.
    public var showsRaw = false
    /// The fields of the format of that name.
    public var fields: [FieldPath] = []
    /// Whether a line with the names of these fields comes first.
    public var showsHeader = false
    /// How text looks.
    public var style = TextStyle()
    /// What is noted of the packets that carried the events that are written.
    public var selects: PacketSelection.Scope?
    /// The condition for events to be written.
    public var filter: EventFilter?
    /// The number of the last event so far; goes on over several captures.
    private var lastNumber = 0
    /// What the lines of text looked like so far; goes on over several captures.
    private var layout: TextLayout?
    /// Events written so far.
    private var written = 0

    /// Makes a decoder.
    public init() {}

    /// Reads the tables that decoding needs.
    ///
    /// A program may have that done while it reads its arguments; else it happens when they are needed first.
    public static func prepare() { MessagingSystem.prepare() }

    /// Decodes one capture.
    ///
    /// - Parameters:
    ///   - reader: the capture.
    ///   - name: its name, when there are several.
    ///   - sink: where the output goes.
    /// - Throws: `CaptureError` when the capture is none or reading fails, and what `sink` throws.
    public mutating func decode(
        _ reader: consuming sending CaptureReader,
        name: String?,
        to sink: (Span<UInt8>) throws -> Void
    ) async throws -> Outcome {
        if format == .fields, showsHeader {
            try sink(Array(FieldsConsumer.header(fields).utf8).span)
            showsHeader = false
        }
        var pipeline = options.pipeline
        pipeline.filter = filter
        pipeline.file = name
        pipeline.showsRaw = showsRaw
        pipeline.onlyFlow = flow
        let lines = LineWriting(format, pipeline.view, fields: fields, layout: layout ?? TextLayout(style))
        pipeline.numbering = lines.numbering
        pipeline.firstNumber = lastNumber + 1
        pipeline.limit = limit.map { $0 - written }
        pipeline.selects = selects
        return try await write(lines.consumer, pipeline, reader, sink)
    }

    private mutating func write(
        _ consumer: some EventConsumer,
        _ pipeline: PipelineOptions,
        _ reader: consuming sending CaptureReader,
        _ sink: (Span<UInt8>) throws -> Void
    ) async throws -> Outcome {
        let result = try await CapturePipeline(consumer: consumer, options: pipeline).run(reader, to: sink)
        lastNumber = result.lastNumber
        // What tells one line of text from the next goes on over captures; other formats have none of it.
        if case .text = pipeline.numbering { layout = result.layout }
        written += result.written
        return Outcome(
            capture: result.capture,
            selection: result.selection,
            written: result.written,
            writtenErrors: result.writtenErrors,
            isStopped: limit.map { written >= $0 } ?? false
        )
    }
}
