import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Captures of several connections of which the row of each is known.
package struct FlowsPlanTarget: PlanTarget {
    /// `flows-plan`.
    package let name = "flows-plan"
    /// What is attacked.
    package let summary =
        "rows of connections made of a plan: who is there, ends, ports used again, close codes, figures"
    package static let headBytes = 1
    package static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = FlowsPlan(input)
        for (place, kind) in plan.kinds.enumerated() {
            features.reach("flows-plan.pair", place > 0 ? plan.kinds[place - 1] : -1, kind)
        }
        let text: String
        do {
            text = try CaptureProbe().flows(try CaptureBytes.open(plan.capture))
        } catch {
            throw Violation("reading", "the capture can not be read: \(error)")
        }
        guard let report = try? JSONValue(parsing: Array(text.utf8)) else {
            throw Violation("json", "the rows are not JSON")
        }
        try PlanEvents.compare((report["flows"]?.elements ?? []).map(Self.text), plan.rows, "a row")
    }

    /// A row in the words of the plan.
    private static func text(_ row: JSONValue) -> String {
        let figures = ["fromClient", "fromServer"].map { side in
            ["packets", "bytes", "events", "controlFrames"].map { "\(row[side]?[$0]?.int64 ?? -1)" }
                .joined(separator: "/")
        }
        let duration = row["duration"].flatMap { Double($0.description) } ?? -1
        let words = [
            row["client"]?.string ?? "-", row["session"]?.int64.map { "\($0)" } ?? "-", row["user"]?.string ?? "-",
            row["sessionId"]?.string ?? "-", row["appKey"]?.string ?? "-", row["ending"]?.string ?? "-",
            row["closeCode"]?.int64.map { "\($0)" } ?? "-",
        ]
        let times = [row["from"]?.string ?? "-", row["to"]?.string ?? "-", "\(Int((duration * 1_000_000).rounded()))"]
        return (words + figures + times).joined(separator: " ")
    }
}
