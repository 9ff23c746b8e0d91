public import Capture
import Reporting
import WireFormat

/// The report of `imwire stats`: counts and sizes of captures.
public struct StatisticsReport: Sendable {
    /// The format of the report.
    public enum Format: String, CaseIterable, Sendable {
        /// Tables for people.
        case text
        /// One JSON object, schema `imwire-stats/1`.
        case json
    }

    /// The options for reading captures.
    public var options = CaptureOptions()
    /// The filter that an event must pass to be counted.
    public var filter: EventFilter?
    /// The fields whose values are counted.
    public var fields: [FieldPath] = []
    /// The width of the terminal in columns; `nil` if lines may be as long as they need.
    public var width: Int?
    private var collected: StatisticsConsumer?
    /// The totals over all captures.
    public private(set) var summary = DecodingSummary()

    /// Makes a report without figures.
    public init() {}

    /// Makes a report of statistics that were collected elsewhere.
    init(_ collected: StatisticsConsumer, _ summary: DecodingSummary) {
        self.collected = collected
        self.summary = summary
    }

    /// Adds the figures of a capture.
    ///
    /// - Parameters:
    ///   - source: the capture.
    ///   - isOneOfSeveral: whether each event names its capture, for filters and fields.
    /// - Returns: the outcome of the capture.
    /// - Throws: the error of a capture that cannot be opened or read. If reading fails in the middle, the report has the
    ///   figures up to there.
    public mutating func add(
        _ source: CaptureSource,
        isOneOfSeveral: Bool = false
    ) async throws(CaptureError) -> CaptureOutcome {
        try await add(source.reader(options.limits.capture), name: isOneOfSeveral ? source.name : nil)
    }

    /// Returns this report with the figures of captures added, one after the other.
    ///
    /// Unlike ``StatisticsReport/add(_:isOneOfSeveral:)``, it may be called on a constant, and on the property of an actor.
    /// - Returns: the report, and the outcome of each capture.
    /// - Throws: the error of a capture that cannot be opened or read; what was read before it is then lost.
    public func adding(
        _ sources: [CaptureSource]
    ) async throws(CaptureError) -> (report: StatisticsReport, outcomes: [CaptureOutcome]) {
        var report = self
        var outcomes: [CaptureOutcome] = []
        for source in sources { outcomes.append(try await report.add(source, isOneOfSeveral: sources.count > 1)) }
        return (report, outcomes)
    }

    /// Adds the figures of a capture that was opened before.
    ///
    /// - Parameter name: the capture's name for filters and fields, if there are several captures.
    package mutating func add(
        _ reader: consuming sending CaptureReader,
        name: String? = nil
    ) async throws(CaptureError) -> CaptureOutcome {
        var pipeline = options.pipeline
        pipeline.filter = filter
        pipeline.file = name
        // Event numbers continue over all captures, as in `decode`.
        pipeline.firstNumber = summary.events + 1
        let empty = StatisticsConsumer(by: fields, showsSecrets: options.showsSecrets)
        let result = await CapturePipeline(consumer: empty, options: pipeline).run(reader)
        var all = collected ?? empty
        all.merge(result.consumer)
        collected = all
        summary.add(result.capture.summary)
        return try result.outcome()
    }

    /// The figures of all captures.
    var statistics: StatisticsConsumer { collected ?? StatisticsConsumer(by: fields) }

    /// Returns the report as text, with the final line end.
    public func text(_ format: Format) -> String {
        switch format {
        case .text: lines
        case .json: json.safeLine + "\n"
        }
    }

    /// A name with its figures.
    struct Row {
        var name: String
        var count: Int
        var bytes: Int
    }

    var typeRows: [(type: String, sender: FrameSender, count: Int, bytes: Int)] {
        statistics.counts.rankedTypes
    }

    func rows(_ counter: NameCounter) -> [Row] {
        counter.ranked.map { Row(name: String(decodingUTF8: $0.name.span), count: $0.count, bytes: $0.bytes) }
    }
}
