public import Capture

/// The report of `imwire ladder`: sequence diagrams of a capture's sessions.
public struct LadderReport: Sendable {
    /// The format of the diagrams.
    public enum Format: String, CaseIterable, Sendable {
        /// Lines that fit a width.
        case text
        /// A diagram of Mermaid.
        case mermaid
        /// A drawing.
        case svg
    }

    /// The options for reading captures.
    public var options = CaptureOptions()
    /// The maximum number of events drawn; further events are only counted.
    public var limit = 2000
    /// The width of the text in columns.
    public var width = 100
    /// The sessions; HTTP exchanges without a session are combined into one.
    private(set) var sessions: [LadderSession] = []
    /// The number of events left out.
    public private(set) var leftOut = 0
    /// Whether there is no event to draw.
    public var isEmpty: Bool { sessions.isEmpty }
    private var captures = 0

    /// Makes a report without sessions.
    public init() {}

    /// Adds the sessions of a capture; their findings have the name of the source.
    ///
    /// - Returns: the outcome of the capture.
    /// - Throws: the error of a capture that cannot be opened or read. If reading fails in the middle, the report has the
    ///   events up to there.
    public mutating func add(_ source: CaptureSource) async throws(CaptureError) -> CaptureOutcome {
        try await add(source.reader(options.limits.capture), name: source.name)
    }

    /// Returns this report with the sessions of captures added, one after the other.
    ///
    /// Unlike ``LadderReport/add(_:)``, it may be called on a constant, and on the property of an actor.
    /// - Returns: the report, and the outcome of each capture.
    /// - Throws: the error of a capture that cannot be opened or read; what was read before it is then lost.
    public func adding(
        _ sources: [CaptureSource]
    ) async throws(CaptureError) -> (report: LadderReport, outcomes: [CaptureOutcome]) {
        var report = self
        var outcomes: [CaptureOutcome] = []
        for source in sources { outcomes.append(try await report.add(source)) }
        return (report, outcomes)
    }

    /// Adds the sessions of a capture that was opened before.
    package mutating func add(
        _ reader: consuming sending CaptureReader,
        name: String
    ) async throws(CaptureError) -> CaptureOutcome {
        let drawn = sessions.reduce(0) { $0 + $1.rows.count }
        let consumer = LadderConsumer(
            file: name,
            limit: max(0, limit - drawn),
            showsSecrets: options.showsSecrets
        )
        var pipeline = options.pipeline
        pipeline.firstNumber = drawn + leftOut + 1
        // The flow rows tell the time of the last packet, and the users.
        pipeline.flowReports = .all
        var result = await CapturePipeline(consumer: consumer, options: pipeline).run(reader)
        result.consumer.finish(name, result.flows)
        leftOut += result.consumer.leftOut
        captures += 1
        var (exchanges, talks) = ([LadderSession](), [LadderSession]())
        for var session in result.consumer.sessions {
            session.capture = captures
            if session.rows.allSatisfy({ $0.type == "HTTP" }) {
                exchanges.append(session)
            } else {
                talks.append(session)
            }
        }
        if var all = exchanges.first {
            let servers = Set(exchanges.map(\.server))
            all.client = "clients"
            if servers.count > 1 { all.server = "servers" }
            all.name = "exchanges over"
            all.user = ""
            all.isExchanges = true
            all.rows = exchanges.flatMap(\.rows).sorted { $0.number < $1.number }
            sessions.append(all)
        }
        sessions += talks
        return try result.outcome()
    }

    /// Returns the diagrams, with the final line end.
    public func text(_ format: Format) -> String {
        switch format {
        case .text: plain
        case .mermaid: mermaid
        case .svg: svg
        }
    }

    /// Returns the time since the arrow before; negative after an event that became known only through a later answer.
    static func delta(_ time: Int64, since previous: Int64?) -> String {
        guard let previous else { return "" }
        return (time < previous ? "" : "+") + duration(time - previous)
    }

    /// Returns nanoseconds in a unit that people read easily.
    static func duration(_ nanoseconds: Int64) -> String {
        let size = nanoseconds.magnitude
        let sign = nanoseconds < 0 ? "-" : ""
        if size < 1_000_000 { return "\(sign)\(size / 1000) µs" }
        if size < 1_000_000_000 { return "\(sign)\(size / 1_000_000).\(size / 100_000 % 10) ms" }
        if size < 3_600_000_000_000 { return "\(sign)\(size / 1_000_000_000).\(size / 100_000_000 % 10) s" }
        return "\(sign)\(size / 60_000_000_000) min"
    }
}
