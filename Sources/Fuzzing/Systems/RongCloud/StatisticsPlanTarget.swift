import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// RongCloud sessions for which the statistics are known.
///
/// A plan is a ``SessionPlan``, or two or three of them at once: bits 1 and 2 of its first byte give the number, and
/// the steps are distributed among them.
package struct StatisticsPlanTarget: PlanTarget {
    /// `stats-plan`.
    package let name = "stats-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "statistics of RongCloud sessions made of a plan: counts, bytes, latencies and their ranks, pings, rates"
    package static let headBytes = SessionPlanTarget.headBytes
    package static let stepBytes = SessionPlanTarget.stepBytes

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plans = Self.plans(input)
        let packets = plans.flatMap(\.session.packets).enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        let capture = WireCapture(packets.map(\.element)).bytes
        let text = try CaptureBytes.statistics(CaptureProbe(), capture)
        guard let report = try? JSONValue(parsing: Array(text.utf8)) else {
            throw Violation(.json, "the statistics are not JSON")
        }
        let expected = Self.tables(plans)
        for (place, (one, other)) in zip(Self.tables(report), expected).enumerated() {
            features.reach("stats-plan", place << 2 | plans.count, Features.bucket(other.count))
            try PlanEvents.compare(one.map(Self.line), other.map(Self.line), "a count")
        }
        // The switch to WebSocket is an event, too.
        let frames = plans.flatMap(\.sizes)
        let times = frames.map(\.time) + plans.map { $0.session.packets[4].time }
        let rate = PlannedFigures.rate(times)
        let moments = [times.min(), times.max()].map { PlanMoment.text(Int64($0 ?? 0), digits: 6) }
        let sums = [packets.count, plans.count, frames.count + plans.count, plans.count].map { "\($0)" }
        let names = ["packets", "flows", "events", "httpExchanges", "from", "to"]
        try PlanEvents.compare(names.map { Self.text(report[$0]) }, sums + moments, "a sum")
        let counts = (report["rate"]?["events"]?.elements ?? []).map { Int($0.int64 ?? -1) }
        try PlanEvents.compare(
            ["\(Self.text(report["rate"]?["seconds"])) \(counts)"],
            ["\(rate.seconds) \(rate.counts)"],
            "a rate"
        )
        // The text tables take time, so they are compared for some plans only.
        guard input.count & 1 != 0 else { return }
        let tables = try CaptureBytes.statistics(CaptureProbe(), capture, .text)
        try Self.compare(tables: tables, Self.lines(expected))
        let chart = PlannedFigures.chart(rate.counts)
        if rate.counts.count > 1, !tables.split(separator: "\n").contains(where: { $0 == chart }) {
            throw Violation(.meaning, "the tables lack the chart \(chart)")
        }
    }

    /// Returns the sessions of a plan.
    private static func plans(_ input: [UInt8]) -> [SessionPlan] {
        let count = Int(input.first ?? 0) >> 1 & 3
        guard count > 1 else { return [SessionPlan(input, inAllForms: false)] }
        let steps = input.dropFirst(headBytes)
        return (0..<count).map { place in
            let own = steps.indices.filter { ($0 - headBytes) / stepBytes % count == place }.map { steps[$0] }
            // An offset keeps the times of different connections apart.
            let time = 1_795_000_000_000_000 + UInt64(place) * 333
            let connection = SampleSession(port: 50_001 + UInt16(place), time: time)
            return SessionPlan(input.prefix(headBytes) + own, inAllForms: false, on: connection)
        }
    }

    private static func line(_ row: [String]) -> String { row.joined(separator: " ") }

    private static func text(_ value: JSONValue?) -> String { value.map { $0.string ?? $0.description } ?? "-" }

    /// Returns the tables of a report: names, then numbers, with seconds as microseconds.
    private static func tables(_ report: JSONValue) -> [[[String]]] {
        func rows(_ name: String, _ names: [String], _ numbers: [String]) -> [[String]] {
            (report[name]?.elements ?? []).map { row in
                [names.compactMap { row[$0]?.string }.joined(separator: "\t")] + numbers.map { micros(row[$0]) }
            }
        }
        let beats = report["heartbeats"].map { row in
            [["flows", "intervals", "interval", "jitter"].filter { row[$0] != nil }.map { micros(row[$0]) }]
        }
        return [
            rows("types", ["type", "sender"], ["count", "bytes"]), rows("topics", ["topic"], ["count", "bytes"]),
            rows("conversations", ["conversation", "target"], ["count"]),
            rows("latencies", ["of"], ["count", "min", "median", "p90", "p99", "max"]), beats ?? [],
        ]
    }

    private static func micros(_ value: JSONValue?) -> String {
        let text = text(value)
        guard text.contains("."), let number = Double(text) else { return text }
        return "\(Int((number * 1_000_000).rounded()))"
    }

    /// Returns the same tables, counted directly from the plans.
    private static func tables(_ plans: [SessionPlan]) -> [[[String]]] {
        var types: [String: PlannedFigures.Count] = [:]
        var topics: [String: PlannedFigures.Count] = [:]
        var conversations: [String: PlannedFigures.Count] = [:]
        var latencies: [String: [UInt64]] = [:]
        func add(_ table: inout [String: PlannedFigures.Count], _ key: String, _ bytes: Int) {
            table[key, default: (0, 0)].count += 1
            table[key, default: (0, 0)].bytes += bytes
        }
        for (frame, size) in plans.flatMap({ zip($0.frames, $0.sizes) }) {
            add(&types, "\(frame.type) \(frame.fromClient ? "client" : "server")", size.bytes)
            if let topic = size.topic { add(&topics, topic, size.bytes) }
            // An unknown kind of conversation comes before all others.
            if frame.message.count > 1 {
                add(&conversations, "\(frame.message[0] == "-" ? "" : frame.message[0]) \(frame.message[1])", 0)
            }
            guard let latency = frame.latency else { continue }
            let name = PlannedFigures.latency(of: frame.type, fromClient: frame.fromClient)
            latencies[name, default: []].append(UInt64(latency))
        }
        // Splits a name into its first word and the rest.
        func parted(_ name: String) -> String {
            name.split(separator: " ", maxSplits: 1).joined(separator: "\t")
        }
        let beats = PlannedFigures.beats(
            plans.map { plan in zip(plan.frames, plan.sizes).filter { $0.0.type == "PINGREQ" }.map(\.1.time) }
        )
        return [
            PlannedFigures.byType(types).map { [parted($0.name), "\($0.count)", "\($0.bytes)"] },
            PlannedFigures.ranked(topics).map { [$0.name, "\($0.count)", "\($0.bytes)"] },
            PlannedFigures.ranked(conversations).map { row in
                [row.name.hasPrefix(" ") ? String(row.name.dropFirst()) : parted(row.name), "\(row.count)"]
            },
            PlannedFigures.latencies.compactMap { name in
                latencies[name].map { [name, "\($0.count)"] + PlannedFigures.ranks($0).map { "\($0)" } }
            },
            beats.isEmpty ? [] : [beats.map { "\($0)" }],
        ]
    }

    /// Returns the rows of the text tables, with times in words.
    private static func lines(_ tables: [[[String]]]) -> [[String]] {
        func time(_ text: String) -> String { PlannedText.duration(UInt64(text) ?? 0) }
        var lines = tables[0].map { row in
            let words = row[0].split(separator: "\t")
            return ["\(words[0]) (\(words[1]))"] + row[1...]
        }
        // The busiest conversations only, each with its bytes last.
        lines += (tables[1] + tables[2].prefix(40)).map { [$0[0].replacing("\t", with: " ")] + $0[1...] }
        lines += tables[3].map { row in row[..<2] + row[2...].map(time) }
        lines += tables[4].map { row in
            let flows = row[0] == "1" ? "one connection" : "\(row[0]) connections"
            return ["pings of \(flows): every \(time(row[2]))" + (row.count > 3 ? ", jitter \(time(row[3]))" : "")]
        }
        return lines
    }

    /// Checks that the tables have the lines in this order.
    private static func compare(tables: String, _ lines: [[String]]) throws(Violation) {
        var rest = PlanLines.cells(tables)[...]
        for row in lines {
            guard let place = rest.firstIndex(where: { $0.starts(with: row) }) else {
                throw Violation(.meaning, "no table has the row \(row.joined(separator: " | ")), or not at its place")
            }
            rest = rest[(place + 1)...]
        }
    }
}
