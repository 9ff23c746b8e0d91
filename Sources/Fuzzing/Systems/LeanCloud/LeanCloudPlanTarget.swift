import FuzzInputs
package import Fuzzer
import LayerFuzzing
import WireJSON

/// Sessions of LeanCloud of which it is known what their commands say.
package struct LeanCloudPlanTarget: PlanTarget {
    /// `leancloud-plan`.
    package let name = "leancloud-plan"
    /// What is attacked.
    package let summary = "LeanCloud sessions made of a plan: pairs, messages, places, receipts, in every form"
    package static let headBytes = 1
    package static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = LeanCloudPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("leancloud-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        features.reach("leancloud-plan.findings", plan.findings[0], plan.findings[1] * 4 + min(3, plan.findings[2]))
        let capture = plan.session.capture()
        // The first event is the switch to WebSocket.
        let events = try PlanEvents.read(capture)
        let found = events.dropFirst().map(Self.text)
        try PlanEvents.compare(found, plan.events, "a command")
        for (event, payload) in zip(events.dropFirst(), plan.payloads) {
            try Self.compare(placesIn: event, payload, isEscaped: plan.form == 0)
        }
        // Lines of text take time, so that not every plan asks for them.
        if input.count & 3 == 1 {
            try PlanLines.compare(capture, events, isPing: { $0["frame"]?["cmd"]?.string == "echo" }, words: Self.words)
        }
        let who = try PlanEvents.whoIsThere(capture)
        let app = input.isEmpty || input[0] % 3 == 0 ? "a" : "-"
        try PlanEvents.compare(
            [who],
            ["websocket, leancloud, tom, -, \(app), js/5.0.0, \(plan.ending ?? "clean")"],
            "who is there"
        )
        let rules = [
            "leancloud-ack-unknown", "leancloud-answer-without-request", "leancloud-watermark-backwards",
            "leancloud-request-unanswered",
        ]
        let findings = try PlanEvents.findings(capture, rules)
        guard findings == plan.findings else {
            throw Violation("meaning", "receipts and answers are judged otherwise: \(findings), not \(plan.findings)")
        }
    }

    /// What is said of a number in a content points to it; where the content is a text with escapes, to somewhere in the command.
    private static func compare(placesIn event: JSONValue, _ payload: [UInt8], isEscaped: Bool) throws(Violation) {
        for note in event["diagnostics"]?.elements ?? [] where note["code"]?.string == "coordinate-range" {
            let offset = Int(note["offset"]?.int64 ?? -1)
            let key = (note["path"]?.string ?? "").split(separator: ".").last ?? ""
            let isThere = payload.indices.contains(offset)
            guard isThere, isEscaped || payload[..<offset].reversed().starts(with: "\"\(key)\":".utf8.reversed()) else {
                throw Violation("meaning", "what is said of \(key) points elsewhere: to \(offset) of \(payload.count)")
            }
        }
    }

    /// What stands in the columns of an event: command, operation or that of its request, target, the first message's type.
    private static func words(_ event: JSONValue) -> [String] {
        let frame = event["frame"]
        guard frame?["type"]?.string != "HTTP" else { return ["HTTP", "/", "GET 101"] }
        let message = event["messages"]?.elements?.first
        let topic = frame?["op"] ?? event["inReplyTo"]?["topic"]
        let columns = [frame?["cmd"], topic, message?["target"] ?? frame?["peerId"], message?["objectName"]]
        return columns.map { $0?.string ?? "" }
    }

    /// What an event says, in the words of the plan.
    private static func text(_ event: JSONValue) -> String {
        let frame = event["frame"]
        let words = [
            event["sender"]?.string ?? "", frame?["cmd"]?.string ?? "-", frame?["op"]?.string ?? "-",
            frame?["i"]?.int64.map { "\($0)" } ?? "-", PlanEvents.reply(event),
        ]
        let messages = event["messages"]?.elements ?? []
        let says = messages.enumerated().map { place, message in
            // With several messages a path begins with the message's number.
            let prefix = messages.count > 1 ? "messages[\(place)]" : "content"
            let wrong =
                event["diagnostics"]?.elements?.count {
                    $0["code"]?.string == "coordinate-range" && ($0["path"]?.string ?? "").hasPrefix(prefix)
                } ?? 0
            return text(message, wrong: wrong)
        }
        return (words + [says.joined(separator: "; ")]).joined(separator: " ")
    }

    private static func text(_ message: JSONValue, wrong: Int) -> String {
        let content = message["content"]
        let bytes = message["contentBytes"]?.string.map { "bytes \($0)" }
        var says = message["text"]?.string.map { "text \($0)" } ?? bytes ?? message["objectName"]?.string ?? "?"
        if message["text"] == nil, bytes == nil { says += " " + (content?["_lctext"]?.string ?? "-") }
        if content?["_lcloc"] != nil { says += " outside \(wrong)" }
        says += " to \(message["target"]?.string ?? "-") of \(message["sender"]?.string ?? "-")"
        return says + ", "
            + ["conversation", "uid", "sentTime"].map { message[$0]?.string ?? "-" }.joined(separator: ", ")
    }
}
