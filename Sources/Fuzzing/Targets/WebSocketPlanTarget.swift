import Inspection
import WireFormat
import WireJSON

/// WebSocket connections whose messages are known.
package struct WebSocketPlanTarget: PlanTarget {
    /// `websocket-plan`.
    package let name = "websocket-plan"
    /// What is attacked.
    package let summary = "WebSocket messages made of a plan: masks, fragments, control frames, permessage-deflate"
    static let headBytes = 1
    static let stepBytes = 4

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = WebSocketPlan(input)
        for (place, kind) in plan.kinds.enumerated() {
            features.reach("websocket-plan.kind", kind.0, kind.1)
            if place > 0 { features.reach("websocket-plan.pair", plan.kinds[place - 1].0, kind.0) }
        }
        var probe = CaptureProbe()
        probe.showsRaw = true
        probe.options.showsSecrets = true
        let outcome = try CaptureBytes.probe(probe, plan.session.capture())
        var messages: [WebSocketPlan.Message] = []
        for line in outcome.output.split(separator: 10) {
            guard let event = try? JSONValue(parsing: Array(line)) else {
                throw Violation("json", "an event is not JSON")
            }
            guard event["transport"]?.string == "websocket" else { continue }
            let bytes = event["hex"]?.string.flatMap { try? Hex.decode($0) } ?? []
            messages.append(.init(fromClient: event["sender"]?.string == "client", bytes: bytes))
        }
        for (place, expected) in plan.messages.enumerated() {
            guard place < messages.count else { break }
            features.reach("websocket-plan.length", Features.bucket(expected.bytes.count))
            guard messages[place] == expected else {
                throw Violation(
                    "meaning",
                    "a message is not what was sent: number \(place + 1) is \(Self.text(messages[place])), sent was"
                        + " \(Self.text(expected))"
                )
            }
        }
        guard messages.count == plan.messages.count else {
            throw Violation("meaning", "messages are lost or made up: \(messages.count) of \(plan.messages.count)")
        }
        let controls = CaptureProbe.Controls(
            fromClient: plan.controls[0],
            fromServer: plan.controls[1],
            closeCode: plan.closeCodes[0] ?? plan.closeCodes[1]
        )
        guard outcome.controls == [controls] else {
            throw Violation("meaning", "control frames are told otherwise: \(outcome.controls), sent were \(controls)")
        }
    }

    private static func text(_ message: WebSocketPlan.Message) -> String {
        "\(message.fromClient ? "client" : "server") \(Oracles.hex(message.bytes))"
    }
}
