public import Capture
import Reporting
import WireFormat
import WireJSON

/// Counts and sizes of a capture: what `imwire stats` prints.
public struct StatisticsReport {
    /// How the report is written.
    public enum Format: String, CaseIterable, Sendable {
        /// Tables for people.
        case text
        /// One JSON object, schema `imwire-stats/1`.
        case json
    }

    /// How captures are read.
    public var options = CaptureOptions()
    /// Only events that pass are counted.
    public var filter: EventFilter?
    /// Fields whose values are counted.
    public var fields: [FieldPath] = []
    /// Columns of the terminal that the text is for; `nil` for none, where lines are as long as they need.
    public var width: Int?
    private var collected: StatisticsConsumer?
    /// Figures about all captures.
    public private(set) var summary = DecodingSummary()

    /// Makes a report without figures.
    public init() {}

    /// Makes a report of what workers have counted elsewhere.
    init(_ collected: StatisticsConsumer, _ summary: DecodingSummary) {
        self.collected = collected
        self.summary = summary
    }

    /// Adds the figures of a capture.
    ///
    /// - Parameters:
    ///   - reader: the capture.
    ///   - name: its name for filters and fields, where there are several captures.
    public mutating func add(
        _ reader: consuming sending CaptureReader,
        name: String? = nil
    ) async throws -> CaptureOutcome {
        var pipeline = options.pipeline
        pipeline.filter = filter
        pipeline.file = name
        // Events are counted over all captures, as `decode` counts them.
        pipeline.firstNumber = summary.events + 1
        let empty = StatisticsConsumer(by: fields, showsSecrets: options.showsSecrets)
        let result = try await CapturePipeline(consumer: empty, options: pipeline).run(reader) { _ in }
        var all = collected ?? empty
        all.merge(result.consumer)
        collected = all
        summary.add(result.capture.summary)
        return result.capture
    }

    /// The figures of all captures.
    var statistics: StatisticsConsumer { collected ?? StatisticsConsumer(by: fields) }

    /// The report as text, with its last line end.
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
        var lines = ["\(summary.packets) packets, \(summary.flows) flows, \(summary.passed) events"]
        if statistics.firstTime <= statistics.lastTime {
            lines.append("from \(timestamp(statistics.firstTime)) to \(timestamp(statistics.lastTime))")
        }
        lines += section(
            "type",
            typeRows.map { Row(name: "\($0.type) (\($0.sender.rawValue))", count: $0.count, bytes: $0.bytes) }
        )
        lines += section("topic", rows(statistics.counts.topics))
        lines += section("object name", rows(statistics.counts.objectNames))
        lines += moreLines
        if statistics.exchanges > 0 { lines += ["", "\(statistics.exchanges) HTTP exchanges"] }
        if statistics.gaps > 0 { lines += ["", "\(statistics.gaps) holes with \(statistics.gapBytes) bytes"] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ title: String, _ rows: [Row]) -> [String] {
        table([[title, "count", "bytes"]] + rows.map { [$0.name, "\($0.count)", "\($0.bytes)"] })
    }

    /// An empty line and the lines of a table; nothing where there are no rows but the titles.
    ///
    /// - Parameter rows: the first one has the titles.
    func table(_ rows: [[String]]) -> [String] {
        guard rows.count > 1 else { return [] }
        var table = TextTable(rows[0])
        for row in rows.dropFirst() { table.append(row) }
        return [""] + table.figures(width: width)
    }
}
