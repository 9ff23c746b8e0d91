import Reporting
import WireFormat
import WireJSON

// Statuses and latencies of answers, pings, conversations, rates over time, and counts by other fields.
extension StatisticsReport {
    private static let percentages = [0, 50, 90, 99, 100]
    /// The number of conversations in the text: the busiest ones.
    private static let shownConversations = 40
    /// The number of columns in the chart of rates.
    private static let chartColumns = 60

    /// The latencies by their names.
    private var latencies: [(name: String, values: Distribution)] {
        let timing = statistics.timing
        return zip(ReplyKind.allCases, timing.latencies).map { ($0.name, $1) }
            + [("notice to pull", timing.noticesToPulls)]
    }

    /// The statuses by system, scope and number; a number with different meanings by topic is listed once for each.
    private var statuses: [(status: TimingCounts.Status, count: Int, meaning: String?)] {
        statistics.timing.statuses
            .map { (status: $0.key, count: $0.value, meaning: $0.key.system.meaning(of: $0.key.status)) }
            .sorted { one, other in
                let (left, right) = (one.status, other.status)
                return (left.system.rawValue, left.status.scope.rawValue, left.status.code, one.meaning ?? "")
                    < (right.system.rawValue, right.status.scope.rawValue, right.status.code, other.meaning ?? "")
            }
    }

    /// The number of events in equal intervals of time, at most one interval per column of the chart.
    private var rate: (seconds: Int64, from: Int64, events: [Int])? {
        let sorted = statistics.timing.rate.sorted
        guard let first = sorted.first?.value, let last = sorted.last?.value else { return nil }
        let step = Int64(1) << statistics.timing.rate.shift
        let span = last.subtractingSaturated(first).addingSaturated(step)
        let columns = Int64(Self.chartColumns)
        // A multiple of the step in which times were counted.
        let seconds = max(1, (span / step + columns - 1) / columns).multipliedSaturated(by: step)
        var events = Array(repeating: 0, count: Int(min(columns, (span - 1) / seconds + 1)))
        for entry in sorted {
            let place = Int(entry.value.subtractingSaturated(first) / seconds)
            events[min(place, events.count - 1)] += entry.count
        }
        return (seconds, first, events)
    }

    // MARK: JSON

    var moreMembers: [JSONMember] {
        var members: [JSONMember] = []
        members.append(
            JSONMember(
                "statuses",
                .array(
                    statuses.map { entry in
                        var status: [JSONMember] = [
                            JSONMember("system", JSONValue(entry.status.system.name.description)),
                            JSONMember("scope", JSONValue(entry.status.status.scope.rawValue)),
                            JSONMember("code", JSONValue(entry.status.status.code)),
                        ]
                        if let meaning = entry.meaning { status.append(JSONMember("meaning", JSONValue(meaning))) }
                        return .object(status + [JSONMember("count", JSONValue(entry.count))])
                    }
                )
            )
        )
        members.append(
            JSONMember(
                "latencies",
                .array(
                    latencies.filter { $0.values.count > 0 }.map { entry in
                        let values = entry.values.percentiles(Self.percentages).map {
                            JSONValue.number(FlowsReport.seconds($0))
                        }
                        return .object([
                            JSONMember("of", JSONValue(entry.name)), JSONMember("count", JSONValue(entry.values.count)),
                            JSONMember("min", values[0]), JSONMember("median", values[1]), JSONMember("p90", values[2]),
                            JSONMember("p99", values[3]), JSONMember("max", values[4]),
                        ])
                    }
                )
            )
        )
        let beats = statistics.timing.regularity
        if let mean = beats.mean {
            var heartbeat: [JSONMember] = [
                JSONMember("flows", JSONValue(beats.flows)), JSONMember("intervals", JSONValue(beats.intervals)),
                JSONMember("interval", .number(FlowsReport.seconds(mean))),
            ]
            if let jitter = beats.jitter {
                heartbeat.append(JSONMember("jitter", .number(FlowsReport.seconds(jitter))))
            }
            members.append(JSONMember("heartbeats", .object(heartbeat)))
        }
        members.append(JSONMember("conversations", .array(conversations().map(Self.json))))
        if let rate {
            let start = rate.from.multipliedSaturated(by: Nanoseconds.perSecond)
            members.append(
                JSONMember(
                    "rate",
                    .object([
                        JSONMember("from", JSONValue(timestamp(start))),
                        JSONMember("seconds", JSONValue(rate.seconds)),
                        JSONMember("events", .array(rate.events.map { JSONValue($0) })),
                    ])
                )
            )
        }
        if !statistics.tallies.isEmpty {
            members.append(JSONMember("by", .array(statistics.tallies.map(Self.json))))
        }
        return members
    }

    private static func json(_ tally: FieldTally) -> JSONValue {
        let values = tally.values.ranked.map { entry in
            JSONValue.object([
                JSONMember("value", JSONValue(String(decodingUTF8: entry.name.span))),
                JSONMember("count", JSONValue(entry.count)),
            ])
        }
        return .object([
            JSONMember("field", JSONValue(tally.path.spelling)), JSONMember("values", .array(values)),
            JSONMember("absent", JSONValue(tally.absent)),
        ])
    }

    private typealias Conversation = (kind: String, target: String, count: Int, bytes: Int)

    /// Returns at most `limit` conversations, the busiest first.
    private func conversations(first limit: Int = .max) -> [Conversation] {
        statistics.counts.conversations.ranked(first: limit).map { entry in
            // Bytes, not characters: a target may begin with a combining mark, which is one character with the space.
            let name = entry.name
            guard let space = name.firstIndex(of: UInt8(ascii: " ")) else {
                return ("", String(decodingUTF8: name.span), entry.count, entry.bytes)
            }
            let kind = String(decodingUTF8: name.span.extracting(..<space))
            let target = String(decodingUTF8: name.span.extracting((space + 1)...))
            return (kind, target, entry.count, entry.bytes)
        }
    }

    private static func json(_ conversation: Conversation) -> JSONValue {
        var members: [JSONMember] = []
        if !conversation.kind.isEmpty { members.append(JSONMember("conversation", JSONValue(conversation.kind))) }
        return .object(
            members + [
                JSONMember("target", JSONValue(conversation.target)),
                JSONMember("count", JSONValue(conversation.count)),
                JSONMember("bytes", JSONValue(conversation.bytes)),
            ]
        )
    }

    // MARK: Text

    var moreLines: [String] {
        var lines: [String] = []
        lines += table(
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
        lines += table(
            [["status", "count"]]
                + statuses.map { entry in
                    let scope = entry.status.status.scope == .answer ? "" : " in \(entry.status.status.scope.rawValue)"
                    let meaning = entry.meaning ?? "not in the table"
                    return [
                        "\(entry.status.system.name) \(entry.status.status.code)\(scope): \(meaning)", "\(entry.count)",
                    ]
                }
        )
        lines += table(
            [["latency", "count", "min", "median", "90 %", "99 %", "max"]]
                + latencies.filter { $0.values.count > 0 }.map { entry in
                    [entry.name, "\(entry.values.count)"]
                        + entry.values.percentiles(Self.percentages).map(TextPiece.duration)
                }
        )
        let beats = statistics.timing.regularity
        if let mean = beats.mean {
            let jitter = beats.jitter.map { ", jitter " + TextPiece.duration($0) } ?? ""
            let flows = beats.flows == 1 ? "one connection" : "\(beats.flows) connections"
            lines += ["", "pings of \(flows): every \(TextPiece.duration(mean))\(jitter)"]
        }
        for tally in statistics.tallies {
            lines += table(
                [[tally.path.spelling, "count"]]
                    + tally.values.ranked.map { [String(decodingUTF8: $0.name.span), "\($0.count)"] }
            )
            lines += Self.othersNote(tally.values)
            if tally.absent > 0 {
                lines += ["events without \(SafeText.terminal(tally.path.spelling)): \(tally.absent)"]
            }
        }
        if let rate, rate.events.count > 1, let most = rate.events.max() {
            let unit = rate.seconds == 1 ? "second" : "\(rate.seconds) s"
            lines += ["", Self.chart(rate.events), "events by \(unit), \(most) at the most"]
        }
        return lines
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
