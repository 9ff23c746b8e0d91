import WireJSON

/// Sessions of NIM of which it is known what their packets say.
package struct NIMPlanTarget: PlanTarget {
    /// `nim-plan`.
    package let name = "nim-plan"
    /// What is attacked.
    package let summary =
        "NIM sessions made of a plan, over WebSocket and HTTP, in chat rooms: serials, heartbeats, messages, pushes"
    static let headBytes = 1
    static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = NIMPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("nim-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        let capture = plan.session.capture()
        // Over WebSocket the first event is the switch to it.
        let found = try PlanEvents.read(capture).dropFirst(plan.isPolling ? 0 : 1).map(Self.text)
        try PlanEvents.compare(found, plan.events, "a packet")
        let rules = ["nim-serial-invalid", "nim-serial-reused", "nim-answer-without-request"]
        let findings = try PlanEvents.findings(capture, rules)
        guard findings == plan.findings else {
            throw Violation("meaning", "serials are judged otherwise: \(findings), not \(plan.findings)")
        }
    }

    /// What an event says, in the words of the plan.
    private static func text(_ event: JSONValue) -> String {
        let frame = event["frame"]
        let numbers = ["sid", "cid", "ser"].map { frame?[$0]?.int64.map { "\($0)" } ?? "-" }
        let head = ([event["sender"]?.string ?? "", frame?["type"]?.string ?? "-"] + numbers).joined(separator: " ")
        let messages = (event["messages"]?.elements ?? []).map { message in
            let content = message["content"]
            let text = content?["data"]?["s"] ?? content?["title"] ?? content?["content"]
            var says = message["text"]?.string.map { "text \($0)" } ?? message["objectName"]?.string ?? "?"
            if message["text"] == nil { says += " " + (text?.string ?? "-") }
            for key in ["conversation", "target", "sender", "uid", "sentTime"] {
                says += " " + (message[key]?.string ?? "-")
            }
            return says
        }
        return "\(head) \(PlanEvents.reply(event)) \(messages.joined(separator: "; "))"
    }
}
