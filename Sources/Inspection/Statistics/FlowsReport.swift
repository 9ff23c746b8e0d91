public import Capture
import Reporting
import WireFormat
import WireJSON

/// The report of `imwire flows`: one row per connection.
public struct FlowsReport: Sendable {
    /// The format of the rows.
    public enum Format: String, CaseIterable, Sendable {
        /// A table for people.
        case text
        /// One JSON object, schema `imwire-flows/1`.
        case json
    }

    /// The options for reading captures.
    public var options = CaptureOptions()
    /// The width of the terminal in columns; `nil` if the table may be as wide as it needs.
    public var width: Int?
    /// The rows so far, over all captures.
    private(set) var flows: [FlowReport] = []

    /// Makes a report without rows.
    public init() {}

    /// Makes a report of connections that were followed elsewhere.
    init(_ flows: [FlowReport]) { self.flows = flows }

    /// Adds the connections of a capture.
    ///
    /// - Parameters:
    ///   - source: the capture.
    ///   - isOneOfSeveral: whether each row names its capture.
    /// - Returns: the outcome of the capture.
    /// - Throws: the error of a capture that cannot be opened or read. If reading fails in the middle, the report has the
    ///   connections up to there.
    public mutating func add(
        _ source: CaptureSource,
        isOneOfSeveral: Bool = false
    ) async throws(CaptureError) -> CaptureOutcome {
        try await add(source.reader(options.limits.capture), name: isOneOfSeveral ? source.name : nil)
    }

    /// Returns this report with the connections of captures added, one after the other.
    ///
    /// Unlike ``FlowsReport/add(_:isOneOfSeveral:)``, it may be called on a constant, and on the property of an actor.
    /// - Returns: the report, and the outcome of each capture.
    /// - Throws: the error of a capture that cannot be opened or read; what was read before it is then lost.
    public func adding(
        _ sources: [CaptureSource]
    ) async throws(CaptureError) -> (report: FlowsReport, outcomes: [CaptureOutcome]) {
        var report = self
        var outcomes: [CaptureOutcome] = []
        for source in sources { outcomes.append(try await report.add(source, isOneOfSeveral: sources.count > 1)) }
        return (report, outcomes)
    }

    /// Adds the connections of a capture that was opened before.
    ///
    /// - Parameter name: the name of the capture, if there are several.
    package mutating func add(
        _ reader: consuming sending CaptureReader,
        name: String?
    ) async throws(CaptureError) -> CaptureOutcome {
        var pipeline = options.pipeline
        pipeline.flowReports = .all
        let result = await CapturePipeline(consumer: FlowsConsumer(), options: pipeline).run(reader)
        for var flow in result.flows.sorted(by: { $0.number < $1.number }) {
            flow.file = name
            flow.facts = flow.facts.masked
            flows.append(flow)
        }
        return try result.outcome()
    }

    /// Returns the rows as text, with the final line end.
    public func text(_ format: Format) -> String {
        switch format {
        case .text: table
        case .json: json.safeLine + "\n"
        }
    }

    /// The session's number of each connection; the same session id, with long polling of the same server, or the same
    /// app and user, give the same number.
    var sessions: [Int?] {
        var numbers: [String: Int] = [:]
        var last = 0
        return flows.map { flow in
            let keys = [
                flow.facts.sessionId.map { "id \(flow.facts.sessionServer ?? "") " + $0 },
                flow.facts.user.map { "user \(flow.facts.appKey ?? "") " + $0 },
            ].compactMap { $0 }
            guard !keys.isEmpty else { return nil }
            let known = keys.lazy.compactMap { numbers[$0] }.first
            if known == nil { last += 1 }
            for key in keys { numbers[key] = known ?? last }
            return known ?? last
        }
    }

    private var json: JSONValue {
        let rows = zip(flows, sessions).map { flow, session in
            var members: [JSONMember] = flow.file.map { [JSONMember("file", JSONValue($0))] } ?? []
            members += [
                JSONMember("flow", JSONValue(flow.number)),
                JSONMember("client", JSONValue(flow.client)),
                JSONMember("server", JSONValue(flow.server)),
                JSONMember("transport", JSONValue(flow.transport.rawValue)),
            ]
            func add(_ key: JSONString, _ value: String?) {
                if let value { members.append(JSONMember(key, JSONValue(value))) }
            }
            func add(_ key: JSONString, _ value: Int?) {
                if let value { members.append(JSONMember(key, JSONValue(value))) }
            }
            add("system", flow.system)
            add("session", session)
            add("user", flow.facts.user)
            add("sessionId", flow.facts.sessionId)
            add("appKey", flow.facts.appKey)
            add("sdkVersion", flow.facts.sdkVersion)
            add("platform", flow.facts.platform)
            if !flow.facts.generations.isEmpty {
                members.append(JSONMember("generations", .array(flow.facts.generations.map { JSONValue($0) })))
            }
            add("from", TimestampWriter.text(flow.firstTime))
            add("to", TimestampWriter.text(flow.lastTime))
            members.append(
                JSONMember("duration", .number(Self.seconds(flow.lastTime.subtractingSaturated(flow.firstTime))))
            )
            add("firstPacket", flow.firstPacket)
            if flow.isTLS {
                let whole = flow.undecrypted == nil ? "decrypted" : "partly decrypted"
                add("decryption", flow.isDecrypted ? whole : "not decrypted")
            }
            add("ending", flow.ending)
            members.append(JSONMember("fromClient", Self.json(flow.fromClient)))
            members.append(JSONMember("fromServer", Self.json(flow.fromServer)))
            add("closeCode", flow.closeCode)
            add("gapBytes", flow.gapBytes > 0 ? flow.gapBytes : nil)
            add("reason", flow.reason)
            return JSONValue.object(members)
        }
        return .object([JSONMember("schema", "imwire-flows/1"), JSONMember("flows", .array(rows))])
    }

    private static func json(_ direction: FlowReport.Direction) -> JSONValue {
        .object([
            JSONMember("packets", JSONValue(direction.packets)), JSONMember("bytes", JSONValue(direction.bytes)),
            JSONMember("events", JSONValue(direction.events)),
            JSONMember("controlFrames", JSONValue(direction.controlFrames)),
        ])
    }

    /// Returns nanoseconds as seconds with six digits after the point.
    static func seconds(_ nanoseconds: Int64) -> JSONNumber {
        var writer = ByteWriter()
        writer.append(seconds: nanoseconds)
        return (try? JSONNumber(spelling: String(decodingUTF8: writer.span))) ?? 0
    }
}
