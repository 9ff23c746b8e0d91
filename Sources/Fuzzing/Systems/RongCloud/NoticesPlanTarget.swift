import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Sessions of which it is known what their events say of packets that nothing is read of.
package struct NoticesPlanTarget: PlanTarget {
    /// `notices-plan`.
    package let name = "notices-plan"
    /// What is attacked.
    package let summary =
        "what events say of packets made of a plan that come again with other bytes, too late or far ahead"
    package static let headBytes = 1
    package static let stepBytes = 4

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = NoticesPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("notices-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        let outcome = try CaptureBytes.probe(CaptureProbe(), plan.capture)
        var found: [String] = []
        for line in outcome.output.split(separator: 10) {
            guard let event = try? JSONValue(parsing: Array(line)) else {
                throw Violation("json", "an event is not JSON")
            }
            guard event["transport"]?.string == "websocket" else { continue }
            let name = event["frame"]?["type"]?.string ?? "-"
            let notes = (event["diagnostics"]?.elements ?? []).map { note in
                "\(note["code"]?.string ?? "-"): \(note["text"]?.string ?? "-")"
            }
            let words = ["\(name) \(event["frame"]?["messageId"]?.int64 ?? -1)"] + notes
            found.append(words.joined(separator: "; "))
        }
        try PlanMeaning.compare(found, plan.lines, list: "events beside packets that are not read")
        let rest = plan.rest.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
        try PlanMeaning.compare(outcome.capture.notices.notes.map(\.text), rest, list: "notices of a connection")
    }
}
