package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import RongCloud
import WireJSON

/// RongCloud sessions for which the pairs of requests and answers are known.
package struct SessionPlanTarget: PlanTarget {
    /// `session-plan`.
    package let name = "session-plan"
    /// The purpose of the target, for lists of targets.
    package let summary = "RongCloud sessions made of a plan: pairs, ids used again, latencies, conversations"
    package static let headBytes = 1
    package static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = SessionPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("session-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        let capture = plan.session.capture()
        let outcome = try CaptureBytes.probe(CaptureProbe(), capture)
        var events: [JSONValue] = []
        for line in outcome.output.split(separator: 10) {
            if let event = try? JSONValue(parsing: Array(line)) { events.append(event) }
        }
        // Over WebSocket the first event is the switch to WebSocket.
        let others = plan.isTCPForm ? 0 : 1
        let found = events.dropFirst(others).map { Self.frame($0, behind: others) }
        for (place, pair) in zip(found, plan.frames).enumerated() {
            features.reach("session-plan.event", pair.1.type, pair.1.answers == nil ? 0 : 1)
            guard pair.0 != pair.1 else { continue }
            throw Violation(
                .meaning,
                "a frame is not what was sent: number \(place + 1) is \(Self.text(pair.0)), sent was"
                    + " \(Self.text(pair.1))"
            )
        }
        guard found.count == plan.frames.count else {
            throw Violation(.meaning, "frames are lost or made up: \(found.count) of \(plan.frames.count)")
        }
        // The `flows` row takes time, so it is compared for some plans only.
        if input.count & 7 == 1 {
            try PlanEvents.compare([try PlanEvents.whoIsThere(capture)], [plan.who], "who is there")
        }
        try hash(input)
    }

    /// Returns random plans, and a plan with each ending of a connection, whose row is compared.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random) + (0..<16 as Range<UInt8>).map { [$0 << 4] }
        // Many waiting requests, answered in order, in reverse order, and every third one first.
        let places = 0..<48 as Range<UInt8>
        for order in [Array(places), places.reversed(), places.map { $0 &* 3 % 48 + $0 / 16 }] {
            for step in [1, 5, 64] as [UInt8] {
                let asked = places.flatMap { [2, $0 &* step &+ $0 / 4, 0, 1, $0] as [UInt8] }
                seeds.append([1] + asked + order.flatMap { [3, $0 &* step &+ $0 / 4, 0, 1, 0] as [UInt8] })
            }
        }
        return seeds
    }

    /// Returns an event in the plan's words.
    ///
    /// - Parameter others: the number of events before the first frame.
    private static func frame(_ event: JSONValue, behind others: Int) -> SessionPlan.Frame {
        var frame = SessionPlan.Frame(
            type: event["frame"]?["type"]?.string ?? "",
            fromClient: event["sender"]?.string == "client"
        )
        if let reply = event["inReplyTo"] {
            frame.answers = reply["n"]?.int64.map { Int($0) - 1 - others }
            frame.topic = reply["topic"]?.string
            frame.latency = reply["latency"].flatMap { Double($0.description) }.map { Int(($0 * 1_000_000).rounded()) }
        }
        if let message = event["messages"]?.elements?.first {
            frame.message = ["conversation", "target", "sender"].map { message[$0]?.string ?? "-" }
            frame.message.append(message["flags"]?.elements?.compactMap(\.string).joined(separator: " ") ?? "-")
        }
        return frame
    }

    private static func text(_ frame: SessionPlan.Frame) -> String {
        "\(frame.type) answering \(frame.answers ?? -1) \(frame.topic ?? "-") after \(frame.latency ?? -1)"
            + " \(frame.message)"
    }

    /// Checks that the hash of a target in message UIDs uses UTF-16, in which characters beyond U+FFFF take two units.
    private func hash(_ plan: [UInt8]) throws(Violation) {
        var target = ""
        var expected: UInt32 = 0
        for byte in plan.prefix(24) {
            let number = [UInt32(byte & 127), 0x4E00 + UInt32(byte), 0x1F300 + UInt32(byte)][Int(byte) % 3]
            guard let scalar = Unicode.Scalar(number) else { continue }
            target.unicodeScalars.append(scalar)
            let units = number < 0x10000 ? [number] : [0xD7C0 + number >> 10, 0xDC00 | number & 0x3FF]
            for unit in units { expected = expected &* 31 &+ unit }
        }
        let hash = MessageUID.hash(ofTarget: target, layout: .a)
        guard hash == expected else {
            throw Violation(.meaning, "the hash of a target is another: \(hash) instead of \(expected)")
        }
    }
}
