import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Sessions of RongCloud of which it is known what is to be counted in them.
///
/// A plan is one of ``SessionPlan``.
package struct StatisticsPlanTarget: PlanTarget {
    /// `stats-plan`.
    package let name = "stats-plan"
    /// What is attacked.
    package let summary = "statistics of RongCloud sessions made of a plan: counts, bytes, latencies and their ranks"
    package static let headBytes = SessionPlanTarget.headBytes
    package static let stepBytes = SessionPlanTarget.stepBytes

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = SessionPlan(input, inAllForms: false)
        let capture = plan.session.capture()
        let text = try CaptureBytes.statistics(CaptureProbe(), capture)
        guard let report = try? JSONValue(parsing: Array(text.utf8)) else {
            throw Violation("json", "the statistics are not JSON")
        }
        let expected = Self.expected(plan)
        let found = [
            Self.rows(report["types"], ["type", "sender"], ["count", "bytes"]),
            Self.rows(report["topics"], ["topic"], ["count", "bytes"]),
            Self.rows(report["conversations"], ["conversation", "target"], ["count"]),
            Self.rows(report["latencies"], ["of"], ["count", "min", "median", "p90", "p99", "max"]),
        ]
        for (one, other) in zip(found, expected) {
            features.reach("stats-plan", Features.bucket(other.count), Features.bucket(other.first?.utf8.count ?? 0))
            try PlanEvents.compare(one, other, "a count")
        }
        // The switch to WebSocket is an event, too.
        let events = report["rate"]?["events"]?.elements?.reduce(0) { $0 + ($1.int64 ?? 0) }
        let sums = [report["events"]?.int64, events, report["packets"]?.int64].map { Int($0 ?? -1) }
        let all = [plan.frames.count + 1, plan.frames.count + 1, plan.session.packets.count]
        guard sums == all, report["httpExchanges"]?.int64 == 1 else {
            throw Violation("meaning", "sums are others: \(sums) instead of \(all)")
        }
        // They take time, so that not every plan is asked for the tables.
        guard plan.frames.count & 1 != 0 else { return }
        try Self.compare(tables: try CaptureBytes.statistics(CaptureProbe(), capture, .text), expected)
    }

    /// Tables for people have a line for each row, with times in words.
    private static func compare(tables: String, _ expected: [[String]]) throws(Violation) {
        let lines = PlanLines.cells(tables)
        let rows = expected.map { table in table.map { $0.split(separator: " ").map(String.init) } }
        var wanted = rows[0].map { ["\($0[0]) (\($0[1]))"] + $0[2...] }
        wanted += rows[1]
        // Bytes follow; of some it is not known what kind of conversation they are in.
        wanted += rows[2].map { [$0.dropLast().drop { $0 == "-" }.joined(separator: " "), $0[$0.count - 1]] }
        wanted += rows[3].map { row in
            let times = row.suffix(5).map { PlannedText.duration(UInt64($0) ?? 0) }
            return [row.dropLast(6).joined(separator: " "), row[row.count - 6]] + times
        }
        for row in wanted {
            guard lines.contains(where: { $0.starts(with: row) }) else {
                throw Violation("meaning", "no table has the row \(row.joined(separator: " | "))")
            }
        }
    }

    /// The rows of a table: its names, then its numbers, seconds as microseconds; in the order of the texts.
    private static func rows(_ table: JSONValue?, _ names: [String], _ numbers: [String]) -> [String] {
        (table?.elements ?? []).map { row in
            let values = numbers.map { key in
                let text = row[key]?.description ?? "-"
                guard text.contains("."), let number = Double(text) else { return text }
                return "\(Int((number * 1_000_000).rounded()))"
            }
            return (names.map { row[$0]?.string ?? "-" } + values).joined(separator: " ")
        }
        .sorted()
    }

    /// The same rows by a plain count over the plan.
    private static func expected(_ plan: SessionPlan) -> [[String]] {
        var types: [String: (Int, Int)] = [:]
        var topics: [String: (Int, Int)] = [:]
        var conversations: [String: Int] = [:]
        var latencies: [String: [Int]] = [:]
        for (frame, size) in zip(plan.frames, plan.sizes) {
            let type = "\(frame.type) \(frame.fromClient ? "client" : "server")"
            types[type, default: (0, 0)].0 += 1
            types[type, default: (0, 0)].1 += size.bytes
            if let topic = size.topic {
                topics[topic, default: (0, 0)].0 += 1
                topics[topic, default: (0, 0)].1 += size.bytes
            }
            if frame.message.count > 1 { conversations["\(frame.message[0]) \(frame.message[1])", default: 0] += 1 }
            guard let latency = frame.latency else { continue }
            let kinds = [
                "PUBACK server": "publish to ack", "PUBACK client": "push to ack", "QUERYACK server": "query to answer",
                "QUERYCON client": "answer to confirmation", "PINGRESP server": "ping to pong",
            ]
            latencies[kinds[type] ?? type, default: []].append(latency)
        }
        let ranks = latencies.map { name, values in
            // The nearest rank: the smallest value that so many hundredths of all are not above.
            let sorted = values.sorted()
            let shown = [0, 50, 90, 99, 100].map { percentage in
                sorted.first { value in sorted.count { $0 <= value } * 100 >= percentage * sorted.count } ?? -1
            }
            return "\(name) \(sorted.count) " + shown.map { "\($0)" }.joined(separator: " ")
        }
        return [
            types.map { "\($0.key) \($0.value.0) \($0.value.1)" }.sorted(),
            topics.map { "\($0.key) \($0.value.0) \($0.value.1)" }.sorted(),
            conversations.map { "\($0.key) \($0.value)" }.sorted(), ranks.sorted(),
        ]
    }
}
