import Reporting
import WireFormat

// The report as tables for people.
extension StatisticsReport {
    /// The number of conversations in the text: the busiest ones.
    private static let shownConversations = 40

    /// The report as text, with the final line end.
    var lines: String {
        let counts = [("packet", summary.packets), ("flow", summary.flows), ("event", summary.passed)]
        var lines = [counts.map { Count.of($0, $1) }.joined(separator: ", ")]
        if statistics.firstTime <= statistics.lastTime {
            let (first, last) = (TimestampWriter.text(statistics.firstTime), TimestampWriter.text(statistics.lastTime))
            lines.append("from \(first) to \(last)")
        }
        lines += section(
            "type",
            typeRows.map { Row(name: "\($0.type) (\($0.sender.rawValue))", count: $0.count, bytes: $0.bytes) }
        )
        lines += section("topic", statistics.counts.topics)
        lines += section("object name", statistics.counts.objectNames)
        lines += conversationLines + statusLines + latencyLines + heartbeatLines
        for tally in statistics.tallies { lines += self.lines(of: tally) }
        lines += rateLines
        if statistics.exchanges > 0 { lines += ["", Count.of("HTTP exchange", statistics.exchanges)] }
        if statistics.gaps > 0 {
            lines += ["", "\(Count.of("hole", statistics.gaps)) with \(Count.of("byte", statistics.gapBytes))"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var conversationLines: [String] {
        var lines = table(
            [["conversation", "count", "bytes"]]
                + conversations(first: Self.shownConversations).map {
                    [
                        $0.kind.isEmpty ? $0.target : "\($0.kind) \($0.target)", "\($0.count)", "\($0.bytes)",
                    ]
                }
        )
        lines += Self.othersNote(statistics.counts.conversations)
        let others = statistics.counts.conversations.distinct - Self.shownConversations
        if others > 0 {
            lines += ["and \(others == 1 ? "one other" : "\(others) others"): the JSON form shows them"]
        }
        return lines
    }

    private var statusLines: [String] {
        table(
            [["status", "count"]]
                + statuses.map { row in
                    let scope = row.status.status.scope == .answer ? "" : " in \(row.status.status.scope.rawValue)"
                    let meaning = row.meaning ?? "not in the table"
                    return ["\(row.status.system.name) \(row.status.status.code)\(scope): \(meaning)", "\(row.count)"]
                }
        )
    }

    private var latencyLines: [String] {
        table(
            [["latency", "count", "min", "median", "90 %", "99 %", "max"]]
                + latencies.map { latency in
                    [latency.name, "\(latency.values.count)"]
                        + latency.values.percentiles(Self.percentages).map(TextPiece.duration)
                }
        )
    }

    private var heartbeatLines: [String] {
        let beats = statistics.timing.regularity
        guard let mean = beats.mean else { return [] }
        let jitter = beats.jitter.map { ", jitter " + TextPiece.duration($0) } ?? ""
        let flows = beats.flows == 1 ? "one connection" : "\(beats.flows) connections"
        return ["", "pings of \(flows): every \(TextPiece.duration(mean))\(jitter)"]
    }

    private func lines(of tally: FieldTally) -> [String] {
        var lines = table(
            [[tally.path.spelling, "count"]]
                + tally.values.ranked.map { [String(decodingUTF8: $0.name.span), "\($0.count)"] }
        )
        lines += Self.othersNote(tally.values)
        if tally.absent > 0 { lines += ["events without \(SafeText.terminal(tally.path.spelling)): \(tally.absent)"] }
        return lines
    }

    private var rateLines: [String] {
        guard let rate, rate.events.count > 1, let most = rate.events.max() else { return [] }
        let unit = rate.seconds == 1 ? "second" : "\(rate.seconds) s"
        return ["", Self.chart(rate.events), "events by \(unit), \(most) at the most"]
    }

    private func section(_ title: String, _ rows: [Row]) -> [String] {
        table([[title, "count", "bytes"]] + rows.map { [$0.name, "\($0.count)", "\($0.bytes)"] })
    }

    private func section(_ title: String, _ counter: NameCounter) -> [String] {
        section(title, rows(counter)) + Self.othersNote(counter)
    }

    /// Returns what the row `…` of a table means, if names beyond the limits were counted together.
    private static func othersNote(_ counter: NameCounter) -> [String] {
        guard counter.hasOthers else { return [] }
        let limits = "the first \(NameCounter.limit), or beyond \(NameCounter.byteLimit >> 20) MiB of names"
        return ["… stands for all names beyond \(limits), however frequent they are"]
    }

    /// Returns an empty line and the lines of a table, or nothing if there are only titles.
    ///
    /// - Parameter rows: the rows; the first has the titles.
    private func table(_ rows: [[String]]) -> [String] {
        guard rows.count > 1 else { return [] }
        var table = TextTable(rows[0])
        for row in rows.dropFirst() { table.append(row) }
        return [""] + table.figures(width: width)
    }

    /// Returns a bar of eight possible heights for each number; zero is a blank.
    private static func chart(_ numbers: [Int]) -> String {
        let bars = Array("▁▂▃▄▅▆▇█")
        let most = max(1, numbers.max() ?? 1)
        var line = String(numbers.map { $0 == 0 ? " " : bars[min(7, ($0 * 8 - 1) / most)] })
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}
