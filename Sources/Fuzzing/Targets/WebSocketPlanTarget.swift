package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireFormat
import WireJSON

/// WebSocket connections whose messages are known.
package struct WebSocketPlanTarget: PlanTarget {
    /// `websocket-plan`.
    package let name = "websocket-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "WebSocket messages made of a plan: masks, fragments, control frames, permessage-deflate, limits"
    package static let headBytes = 2
    package static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = WebSocketPlan(input)
        for (place, kind) in plan.kinds.enumerated() {
            features.reach("websocket-plan.kind", kind.0, kind.1)
            if place > 0 { features.reach("websocket-plan.pair", plan.kinds[place - 1].0, kind.0) }
        }
        for unit in plan.units { features.reach("websocket-plan.unit", unit.kind, Features.bucket(unit.bytes.count)) }
        var probe = CaptureProbe()
        probe.options.limits.transport.frameBytes = plan.frameLimit
        probe.options.limits.transport.messageFrames = plan.countLimit
        let capture = plan.session.capture(nanoseconds: plan.nanoseconds)
        try compareUnits(plan, probe, capture)
        let outcome = try CaptureBytes.probe(probe, capture)
        try compareEvents(plan, outcome.output)
        let controls = CaptureProbe.Controls(
            fromClient: plan.controls[0],
            fromServer: plan.controls[1],
            closeCode: plan.closeCode
        )
        guard outcome.controls == [controls] else {
            throw Violation(.meaning, "control frames are told otherwise: \(outcome.controls), sent were \(controls)")
        }
    }

    /// Compares messages, control frames and failures, in their order.
    private func compareUnits(_ plan: WebSocketPlan, _ probe: CaptureProbe, _ capture: [UInt8]) throws(Violation) {
        var found: [WebSocketPlan.Unit] = []
        for unit in try CaptureBytes.transport(probe, capture) {
            switch unit {
            case .message(let message):
                let kind = message.isText ? "text" : "binary"
                found.append(.init(fromClient: message.sender == .client, kind: kind, bytes: message.bytes))
            case .control(let opcode, let payload, let sender):
                found.append(.init(fromClient: sender == .client, kind: "control \(opcode.rawValue)", bytes: payload))
            case .failure(let failure, let sender):
                found.append(.init(fromClient: sender == .client, kind: failure == .cut ? "cut" : "broken"))
            case .request, .answer, .broken: break
            }
        }
        let expected = plan.units.map { unit in
            var unit = unit
            unit.packets = []
            guard !unit.isMessage, !unit.isControl else { return unit }
            return .init(fromClient: unit.fromClient, kind: unit.kind == "frame-cut" ? "cut" : "broken")
        }
        for (place, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
            throw Violation(
                .meaning,
                "a message is not what was sent: number \(place + 1) is \(Self.text(pair.0)), sent was"
                    + " \(Self.text(pair.1))"
            )
        }
        guard found.count == expected.count else {
            throw Violation(.meaning, "messages are lost or made up: \(found.count) of \(expected.count)")
        }
    }

    /// Compares the packets and times of each message, and the diagnostics of broken frames.
    private func compareEvents(_ plan: WebSocketPlan, _ output: [UInt8]) throws(Violation) {
        var found: [String] = []
        for line in output.split(separator: 10) {
            guard let event = try? JSONValue(parsing: Array(line)) else {
                throw Violation(.json, "an event is not JSON")
            }
            guard event["transport"]?.string == "websocket" else { continue }
            let notes = event["diagnostics"]?.elements ?? []
            let sender = event["sender"]?.string ?? "-"
            if let note = notes.first(where: { Self.isOfBrokenFrame($0["code"]?.string ?? "") }),
                let code = note["code"]?.string
            {
                let place = code == "websocket-utf8" ? note["offset"]?.int64.map { " at \($0)" } : nil
                found.append("\(sender) \(code)\(place ?? "")")
                continue
            }
            let packets = event["packets"]?.elements?.map { "\($0.int64 ?? 0)" }.joined(separator: " ") ?? "-"
            let length = event["bytes"]?.int64 ?? -1
            found.append("\(sender) packets \(packets) bytes \(length) at \(event["time"]?.string ?? "-")")
        }
        let expected = plan.units.filter { !$0.isControl }.map { unit in
            let sender = unit.fromClient ? "client" : "server"
            guard unit.isMessage, let last = unit.packets.last else { return "\(sender) \(unit.kind)" }
            let packets = unit.packets.map { "\($0)" }.joined(separator: " ")
            var time = PlanMoment.text(Int64(plan.session.packets[last - 1].time), digits: 6)
            if let more = plan.nanoseconds { time = time.dropLast() + "00\(more)Z" }
            return "\(sender) packets \(packets) bytes \(unit.bytes.count) at \(time)"
        }
        try PlanMeaning.compare(found, expected, list: "events of messages")
    }

    /// Whether a diagnostic says that a frame or a message is broken, or how it is compressed; a system's diagnostic
    /// about a text does not.
    private static func isOfBrokenFrame(_ code: String) -> Bool {
        code == "frame-cut" || code != "websocket-text" && code.hasPrefix("websocket-") || code.hasPrefix("deflate-")
    }

    private static func text(_ unit: WebSocketPlan.Unit) -> String {
        "\(unit.fromClient ? "client" : "server") \(unit.kind) \(Oracles.hex(unit.bytes))"
    }

    /// Returns random plans, and one plan for each extension offer, each limit and each fault.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for form in 0..<8 as Range<UInt8> {
            for forgets in 0..<4 as Range<UInt8> { seeds.append([forgets << 2 | 1, form] + random.bytes(20)) }
            seeds.append([form & 1, 0x78] + random.bytes(20))
            seeds.append([form << 4 | form << 2 | 1, form | 0x80] + random.bytes(20))
        }
        for wrong in 0..<10 as Range<UInt8> {
            for side in [0, 0x80] as [UInt8] {
                let step = [side | 3, 60, 0x10, 0, 0xF0 | wrong] as [UInt8]
                seeds.append([wrong & 1, 0] + [side | 3, 60, 0, 0, 0] + step + [side | 4, 90, 2, 9, 0])
            }
        }
        for wrong in [2, 3, 4, 7, 8, 10] as [UInt8] {
            for number in 0..<5 as Range<UInt8> {
                let step = [number << 7 | 3, 60, number, 0, 0xF0 | wrong] as [UInt8]
                seeds.append([wrong & 1, 0] + step + [3, 60, 0, 0, 0])
            }
        }
        // Times in nanoseconds.
        seeds.append([0xE0, 0] + random.bytes(20))
        // A message inside a compressed one, then a message that refers back to its content; with and without context
        // takeover.
        for forgets in 0..<4 as Range<UInt8> {
            for side in [0, 0x80] as [UInt8] {
                let step = [side | 3 + forgets & 1, 60, 0x11, 0, 0xF0] as [UInt8]
                seeds.append([forgets << 2 | 1, 0] + step + [side | 3, 70, 6, 9, 0, side | 5, 40, 4, 0, 0])
            }
        }
        // Texts with invalid UTF-8 at various places.
        for choice in stride(from: 0, to: 126, by: 9) as StrideTo<UInt8> {
            seeds.append([choice & 1, 0, 5, 40 + choice, choice | 32, 0, 0xC0, 0x86, 60, choice ^ 0x7F | 32, 9, 0xC0])
        }
        for form in 0..<16 as Range<UInt8> {
            seeds.append([form & 1, 0x60, form << 3 | 5, 220 &+ form, 32, form << 2, form << 4 & 0xE0])
        }
        return seeds
    }
}
