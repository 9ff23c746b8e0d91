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
        // The rows tell when the last packet came.
        pipeline.reportsFlows = true
        var result = try await CapturePipeline(consumer: consumer, options: pipeline).run(reader) { _ in }
        result.consumer.finish(name, at: result.flows.reduce(.min) { max($0, $1.lastTime) })
        leftOut += result.consumer.leftOut
        let exchanges = result.consumer.sessions.filter { $0.rows.allSatisfy { $0.type == "HTTP" } }
        if let first = exchanges.first {
            let rows = exchanges.flatMap(\.rows).sorted { $0.number < $1.number }
            let servers = Set(exchanges.map(\.server))
            sessions.append(
                LadderSession(
                    client: "clients",
                    server: servers.count == 1 ? first.server : "servers",
                    name: "exchanges over",
                    rows: rows
                )
            )
        }
        sessions += result.consumer.sessions.filter { !$0.rows.allSatisfy { $0.type == "HTTP" } }
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
