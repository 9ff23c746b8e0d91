package import Capture
package import WireFormat
import WireJSON

/// A row a connection: what `imwire flows` prints.
package struct FlowsReport {
    /// How the rows are written.
    package enum Format: String, CaseIterable, Sendable {
        /// A table for people.
        case text
        /// One JSON object, schema `imwire-flows/1`.
        case json
    }

    let flows: [FlowReport]
    /// Where the capture is damaged.
    package let damage: CaptureDamage?

    /// Lists the connections of a capture.
    package static func make(_ reader: consuming sending CaptureReader, limits: Limits) async throws -> FlowsReport {
        var options = PipelineOptions(limits: limits)
        options.reportsFlows = true
        let result = try await CapturePipeline(consumer: StatisticsConsumer(), options: options).run(reader) { _ in }
        return FlowsReport(flows: result.flows.sorted { $0.number < $1.number }, damage: result.damage)
    }

    /// The rows as text, with the last line end.
    package func text(_ format: Format) -> String {
        switch format {
        case .text: table
        case .json: json.description + "\n"
        }
    }

    /// Connections of one session have one number: those with the same session id, or app and user.
    private var sessions: [Int: Int] {
        var numbers: [String: Int] = [:]
        var sessions: [Int: Int] = [:]
        for flow in flows {
            let keys = [
                flow.sessionId.map { "id " + $0 }, flow.user.map { "user \(flow.appKey ?? "") " + $0 },
            ].compactMap { $0 }
            guard !keys.isEmpty else { continue }
            let number = keys.lazy.compactMap { numbers[$0] }.first ?? (numbers.values.max() ?? 0) + 1
            for key in keys { numbers[key] = number }
            sessions[flow.number] = number
        }
        return sessions
    }

    private var json: JSONValue {
        let sessions = sessions
        let rows = flows.map { flow in
            var members: [JSONMember] = [
                JSONMember("flow", JSONValue(flow.number)),
                JSONMember("client", JSONValue(flow.client)),
                JSONMember("server", JSONValue(flow.server)),
                JSONMember("transport", JSONValue(flow.transport)),
            ]
            func add(_ key: JSONString, _ value: String?) {
                if let value { members.append(JSONMember(key, JSONValue(value))) }
            }
            func add(_ key: JSONString, _ value: Int?) {
                if let value { members.append(JSONMember(key, JSONValue(value))) }
            }
            add("system", flow.system)
            add("session", sessions[flow.number])
            add("user", flow.user)
            add("sessionId", flow.sessionId)
            add("appKey", flow.appKey)
            add("sdkVersion", flow.sdkVersion)
            if !flow.generations.isEmpty {
                members.append(JSONMember("generations", .array(flow.generations.map { JSONValue($0) })))
            }
            add("from", timestamp(flow.firstTime))
            add("to", timestamp(flow.lastTime))
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

    /// `v4`, `v2–v5`.
    private static func range(_ generations: [Int]) -> String {
        guard let first = generations.first, let last = generations.last else { return "" }
        return first == last ? "v\(first)" : "v\(first)–v\(last)"
    }

    private func timestamp(_ time: Int64) -> String {
        var writer = ByteWriter()
        var timestamps = TimestampWriter()
        timestamps.append(time, digits: 6, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    private var table: String {
        let sessions = sessions
        var rows = [["flow", "client", "server", "transport", "sdk", "session", "user", "events", "bytes", "close"]]
        for flow in flows {
            rows.append([
                "#\(flow.number)", flow.client, flow.server, flow.transport,
                flow.sdkVersion ?? Self.range(flow.generations),
                sessions[flow.number].map(String.init) ?? "", TerminalText.safe(flow.user ?? ""),
                "\(flow.fromClient.events) → \(flow.fromServer.events) ←",
                "\(flow.fromClient.bytes) → \(flow.fromServer.bytes) ←",
                flow.closeCode.map(String.init) ?? "",
            ])
        }
        let widths = rows[0].indices.map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
        let lines = rows.map { row in
            var line = row.indices.map { TerminalText.column(row[$0], widths[$0]) }.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
