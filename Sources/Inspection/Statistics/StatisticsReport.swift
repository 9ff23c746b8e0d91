public import Capture
import Reporting
import WireFormat
import WireJSON

/// The report of `imwire stats`: counts and sizes of captures.
public struct StatisticsReport {
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
    ///   - reader: the capture.
    ///   - name: the capture's name for filters and fields, if there are several captures.
    /// - Returns: the outcome of the capture.
    /// - Throws: the error for which the input cannot be read as a capture.
    public mutating func add(
        _ reader: consuming sending CaptureReader,
        name: String? = nil
    ) async throws(CaptureError) -> CaptureOutcome {
        var pipeline = options.pipeline
        pipeline.filter = filter
        pipeline.file = name
        // Event numbers continue over all captures, as in `decode`.
        pipeline.firstNumber = summary.events + 1
        let empty = StatisticsConsumer(by: fields, showsSecrets: options.showsSecrets)
        let result = try await CapturePipeline(consumer: empty, options: pipeline).run(reader)
        var all = collected ?? empty
        all.merge(result.consumer)
        collected = all
        summary.add(result.capture.summary)
        return result.capture
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

    private struct Row {
        var name: String
        var count: Int
        var bytes: Int
    }

    private var typeRows: [(type: String, sender: FrameSender, count: Int, bytes: Int)] {
        statistics.counts.rankedTypes
    }

    private func rows(_ counter: NameCounter) -> [Row] {
        counter.ranked.map { Row(name: String(decodingUTF8: $0.name.span), count: $0.count, bytes: $0.bytes) }
    }

    private var json: JSONValue {
        func list(_ counter: NameCounter, _ key: JSONString) -> JSONValue {
            .array(
                rows(counter).map { row in
                    .object([
                        JSONMember(key, JSONValue(row.name)), JSONMember("count", JSONValue(row.count)),
                        JSONMember("bytes", JSONValue(row.bytes)),
                    ])
                }
            )
        }
        let types = typeRows.map { row in
            JSONValue.object([
                JSONMember("type", JSONValue(row.type)), JSONMember("sender", JSONValue(row.sender.rawValue)),
                JSONMember("count", JSONValue(row.count)), JSONMember("bytes", JSONValue(row.bytes)),
            ])
        }
        var members: [JSONMember] = [
            JSONMember("schema", "imwire-stats/1"),
            JSONMember("packets", JSONValue(summary.packets)),
            JSONMember("flows", JSONValue(summary.flows)),
            JSONMember("events", JSONValue(summary.passed)),
        ]
        if statistics.firstTime <= statistics.lastTime {
            members.append(JSONMember("from", JSONValue(timestamp(statistics.firstTime))))
            members.append(JSONMember("to", JSONValue(timestamp(statistics.lastTime))))
        }
        members += [
            JSONMember("types", .array(types)),
            JSONMember("topics", list(statistics.counts.topics, "topic")),
            JSONMember("objectNames", list(statistics.counts.objectNames, "objectName")),
            JSONMember("httpExchanges", JSONValue(statistics.exchanges)),
            JSONMember("gaps", JSONValue(statistics.gaps)),
            JSONMember("gapBytes", JSONValue(statistics.gapBytes)),
            JSONMember("undecodedBytes", JSONValue(summary.undecodedBytes)),
            JSONMember("otherBytes", JSONValue(summary.otherBytes)),
        ]
        members += moreMembers
        return .object(members)
    }

    func timestamp(_ time: Int64) -> String {
        var writer = ByteWriter()
        var timestamps = TimestampWriter()
        timestamps.append(time, digits: 6, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    private var lines: String {
        let counts = [("packet", summary.packets), ("flow", summary.flows), ("event", summary.passed)]
        var lines = [counts.map { Count.of($0, $1) }.joined(separator: ", ")]
        if statistics.firstTime <= statistics.lastTime {
            lines.append("from \(timestamp(statistics.firstTime)) to \(timestamp(statistics.lastTime))")
        }
        lines += section(
            "type",
            typeRows.map { Row(name: "\($0.type) (\($0.sender.rawValue))", count: $0.count, bytes: $0.bytes) }
        )
        lines += section("topic", rows(statistics.counts.topics))
        lines += Self.othersNote(statistics.counts.topics)
        lines += section("object name", rows(statistics.counts.objectNames))
        lines += Self.othersNote(statistics.counts.objectNames)
        lines += moreLines
        if statistics.exchanges > 0 { lines += ["", Count.of("HTTP exchange", statistics.exchanges)] }
        if statistics.gaps > 0 {
            lines += ["", "\(Count.of("hole", statistics.gaps)) with \(Count.of("byte", statistics.gapBytes))"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ title: String, _ rows: [Row]) -> [String] {
        table([[title, "count", "bytes"]] + rows.map { [$0.name, "\($0.count)", "\($0.bytes)"] })
    }

    /// Returns what the row `…` of a table means, if names beyond the limits were counted together.
    static func othersNote(_ counter: NameCounter) -> [String] {
        guard counter.hasOthers else { return [] }
        let limits = "the first \(NameCounter.limit), or beyond \(NameCounter.byteLimit >> 20) MiB of names"
        return ["… stands for all names beyond \(limits)"]
    }

    /// Returns an empty line and the lines of a table, or nothing if there are only titles.
    ///
    /// - Parameter rows: the rows; the first has the titles.
    func table(_ rows: [[String]]) -> [String] {
        guard rows.count > 1 else { return [] }
        var table = TextTable(rows[0])
        for row in rows.dropFirst() { table.append(row) }
        return [""] + table.figures(width: width)
    }
}
