import FuzzInputs
import WireJSON

extension LinesPlan {
    /// Returns the rows of a report in the form of the plan's statistics.
    static func rows(of report: JSONValue) -> [[String]] {
        func micros(_ value: JSONValue?) -> String {
            value.flatMap { Double($0.description) }.map { "\(Int(($0 * 1_000_000).rounded()))" } ?? "-"
        }
        func table(_ name: String, _ keys: [String], times: [String] = []) -> [String] {
            (report[name]?.elements ?? []).map { row in
                (keys.map { key in row[key].map { $0.string ?? $0.description } ?? "not in the table" }
                    + times.map { micros(row[$0]) }).joined(separator: " ")
            }
        }
        var beats: [String] = []
        if let row = report["heartbeats"] {
            beats = ["\(row["flows"]?.int64 ?? 0) \(row["intervals"]?.int64 ?? 0) \(micros(row["interval"]))"]
            if row["jitter"] != nil { beats[0] += " \(micros(row["jitter"]))" }
        }
        let rate = report["rate"]
        let moment = (rate?["from"]?.string ?? "").replacing(".000000", with: "")
        let counts = (rate?["events"]?.elements ?? []).map { Int($0.int64 ?? -1) }
        return [
            table("types", ["type", "sender", "count", "bytes"]), table("topics", ["topic", "count", "bytes"]),
            table("objectNames", ["objectName", "count", "bytes"]),
            table("conversations", ["conversation", "target", "count", "bytes"]),
            table("statuses", ["scope", "code", "meaning", "count"]),
            table("latencies", ["of", "count"], times: ["min", "median", "p90", "p99", "max"]), beats,
            ["\(moment) \(rate?["seconds"]?.int64 ?? 0) \(counts)"],
        ]
    }
}
