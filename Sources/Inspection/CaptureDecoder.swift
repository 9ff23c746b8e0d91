package import Capture

/// Decodes captures into events and writes them in a format.
public struct CaptureDecoder: Sendable {
    /// The output format of events.
    public enum Format: String, CaseIterable, Sendable {
        /// One line per event, for people.
        case text
        /// Every field beside its bytes.
        case tree
        /// One JSON object per line, for programs.
        case jsonl
        /// The values of chosen fields, separated by tabs.
        case fields
    }

    /// The result of decoding one capture.
    public struct Outcome: Sendable {
        /// The result of the capture itself.
        public var capture: CaptureOutcome
        /// The packets of the events that were written; `nil` unless ``CaptureDecoder/selects`` is set.
        public var selection: PacketSelection?
        /// The number of events written.
        public var written: Int
        /// The number of written events that have a diagnostic of severity error.
        public var writtenErrors: Int
        /// Whether writing stopped at ``CaptureDecoder/limit``, so that the rest of the capture may not have been read.
        public var isStopped: Bool
    }

    /// The options for reading captures.
    public var options = CaptureOptions()
    /// The output format.
    public var format = Format.text
    /// The number of the only connection whose events are written; `nil` for all connections.
    public var flow: Int?
    /// The number of events after which writing stops; `nil` for no limit.
    public var limit: Int?
    /// Whether JSON lines include the bytes of the frame.
    public var showsRaw = false
    /// The fields that the format `fields` writes.
    public var fields: [FieldPath] = []
    /// Whether a header line with the names of ``fields`` is written first.
    public var showsHeader = false
    /// The style of text output.
    public var style = TextStyle()
    /// The packets to select for the written events; `nil` to select none.
    public var selects: PacketSelection.Scope?
    /// The condition that an event must pass to be written.
    public var filter: EventFilter?
    /// The number of the last event so far; numbering continues over several captures.
    private var lastNumber = 0
    /// The layout state of text output so far; it continues over several captures.
    private var layout: TextLayout?
    /// The number of events written so far.
    private var written = 0

    /// Makes a decoder.
    public init() {}

    /// Reads the tables that decoding needs.
    ///
    /// A program may call this while it reads its arguments; otherwise the tables are read when they are first needed.
    public static func prepare() { MessagingSystem.prepare() }

    /// Decodes one capture.
    ///
    /// - Parameters:
    ///   - source: the capture.
    ///   - isOneOfSeveral: whether each event names its capture.
    ///   - sink: receives the output.
    /// - Throws: `CaptureError` when the input is not a capture or reading fails, after the events up to there, and any
    ///   error that `sink` throws, as it is. A type for both would wrap one of them.
    public mutating func decode(
        _ source: CaptureSource,
        isOneOfSeveral: Bool = false,
        to sink: (Span<UInt8>) throws -> Void
    ) async throws -> Outcome {
        try await decode(
            source.reader(options.limits.capture),
            name: isOneOfSeveral ? source.name : nil,
            to: sink
        )
    }

    /// Decodes a capture that was opened before.
    ///
    /// - Parameter name: the name of the capture, if there are several.
    package mutating func decode(
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
        // Text lines depend on earlier lines, also across captures; the other formats have no such state.
        if case .text = pipeline.numbering { layout = result.layout }
        written += result.written
        return Outcome(
            capture: try result.outcome(),
            selection: result.selection,
            written: result.written,
            writtenErrors: result.writtenErrors,
            isStopped: limit.map { written >= $0 } ?? false
        )
    }
}
