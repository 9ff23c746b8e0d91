import RongCloud
import WireFormat
import WireJSON

/// Payloads and contents that are not what topic and object name say.
struct PayloadRules: SessionRule {
    static let payloadType = FindingRule(
        id: "payload-type",
        severity: .error,
        title: "A payload is not the message that its topic carries.",
        basis: "The topic decides which protobuf message the payload is; that of an answer follows from its QUERY."
    )
    static let contentFormat = FindingRule(
        id: "content-format",
        severity: .warning,
        title: "The content of a known message is not JSON.",
        basis: "The contents of RongCloud's own messages are JSON objects."
    )
    static let frameFormat = FindingRule(
        id: "frame-format",
        severity: .error,
        title: "A frame is not laid out as its type says.",
        basis: "Every type of frame has a fixed order of fields, and a frame ends with the last of them."
    )
    static let rules = [payloadType, contentFormat, frameFormat]

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            guard let rule = Self.rule(for: diagnostic) else { continue }
            let name = rule == Self.frameFormat ? "" : CheckTopics.name(event.units.rongCloud.topic) + ": "
            log.add(
                rule,
                severity: diagnostic.severity,
                flow: event.flow.number,
                events: [event.number],
                time: event.time,
                name + (diagnostic.path.isEmpty ? "" : diagnostic.path + ": ") + diagnostic.text,
                details: [JSONMember("diagnostic", JSONValue(diagnostic.code))]
            )
        }
    }

    /// The rule that a decoder's diagnostic breaks; `nil` for what real SDKs send.
    private static func rule(for diagnostic: Diagnostic) -> FindingRule? {
        switch diagnostic.code {
        case "content-json": return diagnostic.severity >= .warning ? contentFormat : nil
        // Some fields changed their type between SDK generations.
        case "payload-wire-type": return payloadType
        case "frame-trailing": return frameFormat
        // Cut off by a hole or by the end of the capture: nobody's fault.
        case "frame-cut": return nil
        case _ where diagnostic.severity == .note: return nil
        case let code where code.hasPrefix("payload-") || code.hasPrefix("polling-"): return payloadType
        case let code where code.hasPrefix("frame-"): return diagnostic.severity == .error ? frameFormat : nil
        default: return nil
        }
    }
}
