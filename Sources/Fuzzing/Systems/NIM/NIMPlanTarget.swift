import FuzzInputs
package import Fuzzer
import LayerFuzzing
import WireJSON

/// Sessions of NIM of which it is known what their packets say.
package struct NIMPlanTarget: PlanTarget {
    /// `nim-plan`.
    package let name = "nim-plan"
    /// What is attacked.
    package let summary =
        "NIM sessions made of a plan, over WebSocket, TLS and HTTP, in chat rooms: serials, heartbeats, messages, pushes"
    package static let headBytes = 1
    package static let stepBytes = 5

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
        let secrets = try TLSReading.secrets(plan.session.keyLog)
        let events = try PlanEvents.read(capture, secrets)
        let found = events.dropFirst(plan.isPolling ? 0 : 1).map(Self.text)
        try PlanEvents.compare(found, plan.events, "a packet")
        if !plan.isPolling {
            let packets = events.dropFirst().map { "\($0["packets"] ?? [])" }
            try PlanEvents.compare(
                packets,
                plan.packets.map { "[\($0.map(String.init).joined(separator: ","))]" },
                "the packets of an event"
            )
        }
        // Lines of text take time, so that not every plan asks for them.
        if input.count & 3 == 1 {
            try PlanLines.compare(capture, events, secrets, isPing: Self.isPing, words: Self.words)
        }
        let who = try PlanEvents.whoIsThere(capture, secrets)
        let transport = plan.isPolling ? "http, nim, \(plan.isKnown ? "ann" : "-"), s1" : "websocket, nim, ann, -"
        let app = plan.isPolling && !plan.isKnown ? "-" : "app"
        try PlanEvents.compare([who], ["\(transport), \(app), -, \(plan.ending)"], "who is there")
        let rules = [
            "nim-serial-invalid", "nim-serial-reused", "nim-answer-without-request", "nim-login-after-kick",
        ]
        let findings = try PlanEvents.findings(capture, rules, secrets)
        guard findings == plan.findings else {
            throw Violation("meaning", "serials and logins are judged otherwise: \(findings), not \(plan.findings)")
        }
    }

    private static func isPing(_ event: JSONValue) -> Bool {
        event["frame"]?["sid"]?.int64 == 1 && event["frame"]?["cid"]?.int64 == 2
    }

    /// What stands in the columns of an event: type, command, the first message's target and type, the status.
    private static func words(_ event: JSONValue) -> [String] {
        let frame = event["frame"]
        guard frame?["type"]?.string != "HTTP" else { return ["HTTP", "/socket.io/1/websocket/s1", "GET 101"] }
        let message = event["messages"]?.elements?.first
        let columns = [frame?["type"], frame?["command"], message?["target"], message?["objectName"]]
        return columns.map { $0?.string ?? "" } + (frame?["code"] == nil ? [] : ["ok"])
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
