public import Capture
import WireFormat

/// Sequence diagrams of a capture's sessions: what `imwire ladder` prints.
public struct LadderReport {
    /// How the diagrams are written.
    public enum Format: String, CaseIterable, Sendable {
        /// Lines that fit a width.
        case text
        /// A diagram of Mermaid.
        case mermaid
        /// A drawing.
        case svg
    }

    /// How captures are read.
    public var options = CaptureOptions()
    /// Events that are drawn; the rest is counted.
    public var limit = 2000
    /// Columns of the text.
    public var width = 100
    /// The sessions; those of HTTP exchanges alone are put together.
    private(set) var sessions: [LadderSession] = []
    /// Events that were left out.
    public private(set) var leftOut = 0
    private var captures = 0

    /// Makes a report without sessions.
    public init() {}

    /// Adds the sessions of a capture.
    public mutating func add(_ reader: consuming sending CaptureReader, name: String) async throws -> CaptureOutcome {
        let drawn = sessions.reduce(0) { $0 + $1.rows.count }
        let consumer = LadderConsumer(
            file: name,
            limit: max(0, limit - drawn),
            showsSecrets: options.showsSecrets
        )
        var pipeline = options.pipeline
        pipeline.firstNumber = drawn + leftOut + 1
        // They tell when the last packet came, and who was logged in.
        pipeline.reportsFlows = true
        var result = try await CapturePipeline(consumer: consumer, options: pipeline).run(reader) { _ in }
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
        return result.capture
    }

    /// The diagrams, with the last line end.
    public func text(_ format: Format) -> String {
        switch format {
        case .text: plain
        case .mermaid: mermaid
        case .svg: svg
        }
    }

    /// The time since the arrow before; what is known only after an answer may stand behind it with an earlier time.
    static func delta(_ time: Int64, since previous: Int64?) -> String {
        guard let previous else { return "" }
        return (time < previous ? "" : "+") + duration(time - previous)
    }

    /// Nanoseconds as people read them.
    static func duration(_ nanoseconds: Int64) -> String {
        let size = nanoseconds.magnitude
        let sign = nanoseconds < 0 ? "-" : ""
        if size < 1_000_000 { return "\(sign)\(size / 1000) µs" }
        if size < 1_000_000_000 { return "\(sign)\(size / 1_000_000).\(size / 100_000 % 10) ms" }
        if size < 3_600_000_000_000 { return "\(sign)\(size / 1_000_000_000).\(size / 100_000_000 % 10) s" }
        return "\(sign)\(size / 60_000_000_000) min"
    }
}
