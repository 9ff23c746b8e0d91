import FuzzInputs
import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

// What `stats` says of the plan's session.
extension LinesPlanTarget {
    /// The rows and sums of the report.
    func compare(statistics plan: LinesPlan, _ capture: [UInt8]) throws(Violation) {
        let text = try CaptureBytes.statistics(CaptureProbe(), capture)
        guard let report = try? JSONValue(parsing: Array(text.utf8)) else {
            throw Violation("json", "the statistics are not JSON")
        }
        for (found, expected) in zip(LinesPlan.rows(of: report), plan.statistics) {
            try PlanEvents.compare(found, expected, "a row of statistics")
        }
        let undecoded = plan.events.reduce(0) { $0 + $1.undecodedCount }
        let ends = [plan.session.packets[4].time, plan.events.map(\.time).max() ?? 0]
        let moments = ends.map { PlanMoment.text(Int64($0), digits: 6) }
        let sums = ["\(plan.session.packets.count)", "1", "\(plan.events.count + 1)", "1", "\(undecoded)"] + moments
        let names = ["packets", "flows", "events", "httpExchanges", "undecodedBytes", "from", "to"]
        try PlanEvents.compare(
            names.map { report[$0].map { $0.string ?? $0.description } ?? "-" },
            sums,
            "a sum of statistics"
        )
    }

    /// How often a field has each of its values, by the lines of JSON.
    func compare(countsBy path: String, _ capture: [UInt8]) throws(Violation) {
        var probe = CaptureProbe()
        do throws(FilterError) {
            probe.fields = [try FieldPath(shown: path)]
        } catch {
            throw Violation("meaning", "a field is refused: \(error.reason)")
        }
        let text = try CaptureBytes.statistics(probe, capture)
        let row = (try? JSONValue(parsing: Array(text.utf8)))?["by"]?.elements?.first
        let found = (row?["values"]?.elements ?? []).map { entry in
            "\(entry["count"]?.int64 ?? -1) \(entry["value"]?.string ?? "-")"
        }
        var counts: [String: Int] = [:]
        var absent = 0
        for line in try Self.lines(CaptureProbe(), capture) {
            guard let event = try? JSONValue(parsing: Array(line.utf8)) else { continue }
            let values = Self.values(event, path).map { $0.string ?? $0.description }
            for value in values { counts[value, default: 0] += 1 }
            if values.isEmpty { absent += 1 }
        }
        // The most frequent first; equal ones by name.
        let ranked = counts.sorted { one, other in
            one.value != other.value
                ? one.value > other.value : one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
        }
        try PlanEvents.compare(found, ranked.map { "\($0.value) \($0.key)" }, "how often a field has a value")
        try PlanEvents.compare(["\(row?["absent"]?.int64 ?? -1)"], ["\(absent)"], "how often a field has no value")
    }
}
