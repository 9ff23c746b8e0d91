package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Captures of several connections for which the `flows` row of each is known.
package struct FlowsPlanTarget: PlanTarget {
    /// `flows-plan`.
    package let name = "flows-plan"
    /// The purpose of the target, for lists of targets.
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
        let text = try CaptureBytes.flows(CaptureProbe(), plan.capture)
        guard let report = try? JSONValue(parsing: Array(text.utf8)) else {
            throw Violation(.json, "the rows are not JSON")
        }
        let rows = report["flows"]?.elements ?? []
        try PlanEvents.compare(rows.map(Self.text), plan.rows, "a row")
        // The table and the text lines take time, so each is compared for some plans only.
        guard plan.kinds.count & 1 != 0 else { return try Self.compareLines(plan.capture) }
        try Self.compare(table: try CaptureBytes.flows(CaptureProbe(), plan.capture, .text), rows)
    }

    /// Checks the text lines: an introduction comes before a connection's first event, and pings have one line per
    /// connection at the end, in the order of each connection's first ping.
    private static func compareLines(_ capture: [UInt8]) throws(Violation) {
        var expected: [String] = []
        var known: Set<Int64> = []
        var pings: [(flow: Int64, line: String)] = []
        for event in try PlanEvents.read(capture) {
            let flow = event["flow"]?.int64 ?? -1
            let line = "\(event["n"]?.int64 ?? -1) of f\(flow)"
            if known.insert(flow).inserted { expected.append("f\(flow) begins") }
            let isPing = ["PINGREQ", "PINGRESP"].contains(event["frame"]?["type"]?.string)
            if isPing, event["diagnostics"] == nil {
                if !pings.contains(where: { $0.flow == flow }) { pings.append((flow, line)) }
            } else {
                expected.append(line)
            }
        }
        var probe = CaptureProbe()
        probe.output = .lines(.text)
        let found = try CaptureBytes.probe(probe, capture).output.split(separator: 10).compactMap { line in
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count > 3 else { return nil as String? }
            if words[0].hasPrefix("f") { return "\(words[0]) begins" }
            return Int(words[0]) == nil ? nil : "\(words[0]) of \(words[2])"
        }
        try PlanEvents.compare(found, expected + pings.map(\.line), "a line of several connections")
    }

    /// Checks that the text table has a line with the same values for each row.
    private static func compare(table: String, _ rows: [JSONValue]) throws(Violation) {
        let lines = PlanLines.cells(table).dropFirst()
        guard lines.count == rows.count else {
            throw Violation(.meaning, "rows of the table are lost or made up: \(lines.count) of \(rows.count)")
        }
        for (cells, row) in zip(lines, rows) {
            func figures(_ key: String) -> String {
                let numbers = ["fromClient", "fromServer"].map { row[$0]?[key]?.int64 ?? -1 }
                return "\(numbers[0]) → \(numbers[1]) ←"
            }
            let duration = row["duration"].flatMap { Double($0.description) } ?? -1
            let from = (row["from"]?.string ?? "-").dropLast(4) + "Z"
            let words = ["client", "server", "transport", "system", "appKey"].map { row[$0]?.string ?? "" }
            let note = row["system"] == nil ? row["reason"]?.string ?? "" : ""
            let expected =
                ["f\(row["flow"]?.int64 ?? -1)"] + words
                + [
                    row["session"]?.int64.map { "\($0)" } ?? "", row["user"]?.string ?? "", String(from),
                    PlannedText.duration(UInt64((duration * 1_000_000).rounded())), figures("events"), figures("bytes"),
                    row["ending"]?.string ?? "", note,
                ]
            var rest = cells[...]
            for cell in expected where !cell.isEmpty {
                guard let place = rest.firstIndex(of: cell) else {
                    throw Violation(.meaning, "a row of the table lacks \(cell): \(cells.joined(separator: " | "))")
                }
                rest = rest[(place + 1)...]
            }
        }
    }

    /// Returns a row in the plan's words.
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
        let rest = row["system"] == nil ? ["transport", "reason"].map { row[$0]?.string ?? "-" } : []
        return (words.prefix(1) + times + words.dropFirst() + figures + rest).joined(separator: " ")
    }

    /// Returns random plans, and plans with each kind of unrecognised connection, alone and beside others.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for kind in 0..<9 as Range<UInt8> {
            let other = [kind, 0xE0 | random.byte() & 7] as [UInt8]
            seeds.append([0] + other + random.bytes(3) + random.bytes(5))
            seeds.append([0] + random.bytes(5) + other + random.bytes(3) + other + random.bytes(3))
        }
        // A user; the same user in a session with a name; another user in that session.
        seeds.append([0] + ([22, 198, 242] as [UInt8]).flatMap { [$0, $0 & 7, 0x21, 0, 0] })
        // The connection that begins first has the last event.
        for more in 0..<4 as Range<UInt8> {
            seeds.append([0, 0, 1, 0x23, 0x81, 0, 0, 2, 0x24 + more, 1, 1])
        }
        // Connections whose numbers are 32 apart.
        seeds.append([0] + (0..<37 as Range<UInt8>).flatMap { [$0 % 5, $0, 0x21, 2, 0] as [UInt8] })
        return seeds
    }
}
