import Capture
import Inspection
import Reporting
import WireFormat
import WireJSON

/// A recorded session: the findings of the rules.
enum SessionChecking: ConformingLayer {
    static let operation = LibraryAdapter.Operation(named: "session.check")

    static func value(_ input: AdapterInput) throws(WireError) -> JSONValue {
        var segments: [SegmentCapture.Segment] = []
        for (index, element) in try input.list("connections").enumerated() {
            do throws(WireError) {
                guard let port = UInt16(exactly: 50001 + index) else {
                    throw WireError(.limit, at: 0, needed: index, available: Int(UInt16.max) - 50001)
                }
                segments += try connection(AdapterInput(element), port: port)
            } catch {
                throw error.inside("connections[\(index)]")
            }
        }
        // Segments with the same time stay in the order of the connections.
        let inOrder = segments.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        let file = try SegmentCapture.file(of: inOrder.map(\.element))
        let end = try input.time("end") ?? segments.map(\.time).max() ?? 0
        let findings: [Finding]
        do throws(CaptureError) {
            findings = try CaptureProbe().findings(try CaptureReader(bytes: file), until: end)
        } catch {
            throw WireError(.value, at: 0, path: ["connections"], expected: "packets of a capture")
        }
        return ["findings": .array(findings.map(Row.init).sorted(by: <).map(\.value))]
    }

    /// The parts of a finding that are compared.
    private struct Row {
        let rule: String
        let severity: String
        let events: [Int]

        init(_ finding: Finding) {
            rule = finding.rule.id
            severity = finding.severity.rawValue
            if case .events(_, _, let numbers, _) = finding.place { events = numbers } else { events = [] }
        }

        /// Compares by the decisive event, then by the rule's name.
        static func < (one: Row, other: Row) -> Bool {
            (one.events.first ?? 0, one.rule) < (other.events.first ?? 0, other.rule)
        }

        var value: JSONValue {
            [
                "rule": JSONValue(rule), "severity": JSONValue(severity), "event": JSONValue(events.first ?? 0),
                "events": .array(events.map { JSONValue($0) }),
            ]
        }
    }

    // MARK: Connections

    private static func connection(
        _ input: AdapterInput,
        port: UInt16
    ) throws(WireError) -> [SegmentCapture.Segment] {
        var connection = DraftedConnection(port: port, at: try input.time("time") ?? DraftedConnection.usualTime)
        let form = try input.form()
        if form == .websocket { try connection.upgrade(to: try input.text("target")) }
        for (index, element) in try input.list("frames").enumerated() {
            do throws(WireError) {
                let frame = AdapterInput(element)
                let sender = try frame.sender()
                if let time = try frame.time("time") { connection.time = time }
                var bytes = try frame.bytes("hex")
                if form == .websocket {
                    let isMasked = try frame.optionalTruth("masked") ?? (sender == .client)
                    let isText = try frame.optionalTruth("text") ?? false
                    bytes = Self.frame(bytes, first: isText ? 0x81 : 0x82, isMasked: isMasked)
                }
                connection.send(from: sender, bytes)
            } catch {
                throw error.inside("frames[\(index)]")
            }
        }
        if let time = try input.time("close") { connection.time = time }
        if try input.optionalTruth("open") != true { connection.close() }
        return connection.segments
    }

    /// Returns a message as one WebSocket frame (RFC 6455 section 5.2).
    private static func frame(_ payload: [UInt8], first: UInt8, isMasked: Bool) -> [UInt8] {
        var writer = ByteWriter(capacity: payload.count + 14)
        writer.append(first)
        let masked: UInt8 = isMasked ? 0x80 : 0
        if payload.count < 126 {
            writer.append(masked | UInt8(payload.count))
        } else if let length = UInt16(exactly: payload.count) {
            writer.append(masked | 126)
            writer.append(bigEndian: length)
        } else {
            writer.append(masked | 127)
            writer.append(bigEndian: UInt64(payload.count))
        }
        guard isMasked else {
            writer.append(payload)
            return writer.array
        }
        let mask: UInt32 = 0x1122_3344
        writer.append(bigEndian: mask)
        writer.append(payload.span, masked: mask.bigEndian)
        return writer.array
    }
}
