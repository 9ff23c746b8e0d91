import FuzzInputs
import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

// The output of `stats` for the plan's session.
extension LinesPlanTarget {
    /// Compares the rows and sums of the report.
    func compare(statistics plan: LinesPlan, _ capture: [UInt8]) throws(Violation) {
        let text = try CaptureBytes.statistics(CaptureProbe(), capture)
        guard let report = try? JSONValue(parsing: Array(text.utf8)) else {
            throw Violation(.json, "the statistics are not JSON")
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

    /// Compares how often fields have each of their values with a count over the JSON lines.
    func compare(countsBy paths: [String], _ capture: [UInt8]) throws(Violation) {
        var probe = CaptureProbe()
        do throws(FilterError) {
            for path in paths { probe.fields.append(try FieldPath(shown: path)) }
        } catch {
            throw Violation(.meaning, "a field is refused: \(error.reason)")
        }
        let text = try CaptureBytes.statistics(probe, capture)
        let rows = (try? JSONValue(parsing: Array(text.utf8)))?["by"]?.elements ?? []
        try PlanEvents.compare(rows.map { $0["field"]?.string ?? "-" }, paths, "a field whose values are counted")
        let events = try Self.lines(CaptureProbe(), capture).compactMap { try? JSONValue(parsing: Array($0.utf8)) }
        for (row, path) in zip(rows, paths) {
            let found = (row["values"]?.elements ?? []).map { entry in
                "\(entry["count"]?.int64 ?? -1) \(entry["value"]?.string ?? "-")"
            }
            let values = events.map { Self.values($0, path).map { $0.string ?? $0.description } }
            var counts: [String: PlannedFigures.Count] = [:]
            for value in values.joined() { counts[value, default: (0, 0)].count += 1 }
            let expected = PlannedFigures.ranked(counts).map { "\($0.count) \($0.name)" }
            try PlanEvents.compare(found, expected, "how often a field has a value")
            let absent = ["\(row["absent"]?.int64 ?? -1)", "\(values.count(where: \.isEmpty))"]
            try PlanEvents.compare([absent[0]], [absent[1]], "how often a field has no value")
        }
    }
}
