package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireJSON
import YC

/// Responses to YC's polls whose content is known.
package struct YCPlanTarget: PlanTarget {
    /// `yc-plan`.
    package let name = "yc-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "YC's answers made of a plan: types, classes, orders, speakers, kinds of chats, what is none, trees"
    package static let headBytes = 1
    package static let stepBytes = 6

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = YCPlan(input)
        features.reach("yc-plan", Features.bucket(plan.chats.count), plan.findings.reduce(0) { $0 * 3 + min(2, $1) })
        let capture = plan.session.capture()
        // Only responses have events.
        let system = plan.place.flatMap { DecodeAs("\($0),yc") }
        let events = try PlanEvents.read(capture, as: system)
        try PlanEvents.compare(events.map(Self.text), plan.messages, "an answer")
        try PlanEvents.compare(
            events.map { Self.notes($0).joined(separator: "; ") },
            plan.notes.map { $0.joined(separator: "; ") },
            "what is odd about elements"
        )
        let findings = try PlanEvents.findings(capture, YCPlan.rules, as: system)
        guard findings == plan.findings else {
            throw Violation(.meaning, "answers are judged otherwise: \(findings), not \(plan.findings)")
        }
        try PlanEvents.compare(try Self.handlings(capture, system), plan.handlings, "what is done with an element")
        // Trees are compared without diagnostics, which other checks cover.
        if plan.isPlain, input.count & 1 == 1 {
            try PlanTrees.compare(capture, plan.trees, as: system, hasSwitch: false) { line in
                ["  note ", "  warning ", "  error "].contains { line.hasPrefix($0) }
            }
        }
        for chat in plan.chats {
            guard let document = try? JSONDocument(Array(chat.content.utf8)),
                let shape = YCContents.shape(id: "\(chat.kind)")
            else { continue }
            features.reach("yc-plan.chat", chat.kind, chat.isStated ? 1 : 0)
            let codes = YCContents.check(document.root, as: shape).map(\.code)
            guard codes.contains("value-undocumented") != chat.isStated else {
                throw Violation(.meaning, "a speaker is judged otherwise: \(codes) of \(chat.content)")
            }
        }
    }

    /// Returns the application's handling of each element, from the lines of text.
    private static func handlings(_ capture: [UInt8], _ system: DecodeAs?) throws(Violation) -> [String] {
        var probe = PlanEvents.probe(TLSSecrets(), as: system)
        probe.output = .lines(.text)
        let text = String(decoding: try CaptureBytes.probe(probe, capture).output, as: UTF8.self)
        let words = ["order", "chat", "account", "passedOver", "unknown"].map { "(\($0))" }
        return text.split { $0 == " " || $0 == "\n" }.filter { words.contains(String($0)) }.map {
            String($0.dropFirst().dropLast())
        }
    }

    /// Returns the diagnostics of a response's elements.
    private static func notes(_ event: JSONValue) -> [String] {
        (event["diagnostics"]?.elements ?? []).compactMap { note in
            let (code, path) = (note["code"]?.string ?? "", note["path"]?.string ?? "")
            // The diagnostics of the response itself are compared together with its messages.
            if code.hasPrefix("polling") || ["ret_code", "result"].contains(path) { return nil }
            return path.isEmpty ? code : "\(code) \(path)"
        }
    }

    /// Returns an event in the plan's words.
    private static func text(_ event: JSONValue) -> String {
        let code = event["frame"]?["retCode"]?.int64
        let says = (event["messages"]?.elements ?? []).map { message in
            let words = ["objectName", "conversation", "target", "uid"].map { message[$0]?.string ?? "-" }
            let text = message["content"]?["content"]?.string.map { " \($0)" } ?? ""
            return words.joined(separator: " ") + text
        }
        // The diagnostics of the response itself.
        let notes = (event["diagnostics"]?.elements ?? []).compactMap { note -> String? in
            let (code, path) = (note["code"]?.string ?? "", note["path"]?.string ?? "")
            return code.hasPrefix("polling") ? code : ["ret_code", "result"].contains(path) ? "\(code) \(path)" : nil
        }
        return ([code.map { $0 == 200 ? "ok" : "\($0)" } ?? "no code"] + says + notes).joined(separator: "; ")
    }

    /// Returns random plans, and plans with each incomplete element in two responses.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        anySeeds(&random)
            + (0..<10 as Range<UInt8>).map { place in
                let step: [UInt8] = [0xC0, place, 0, 0, 0, 0]
                return [1] + step + step
            }
    }
}
