import WireFormat

// Statuses and latencies of answers, conversations, and rates over time.
extension StatisticsReport {
    /// The percentiles of latencies that are shown.
    static let percentages = [0, 50, 90, 99, 100]
    /// The number of columns in the chart of rates.
    private static let chartColumns = 60

    /// The latencies of which there are any, by their names.
    var latencies: [(name: String, values: Distribution)] {
        let timing = statistics.timing
        let all =
            zip(ReplyKind.allCases, timing.latencies).map { ($0.name, $1) }
            + [("notice to pull", timing.noticesToPulls)]
        return all.filter { $0.1.count > 0 }
    }

    typealias StatusRow = (status: TimingCounts.Status, count: Int, meaning: String?)

    /// The statuses by system, scope and number; a number with different meanings by topic is listed once for each.
    var statuses: [StatusRow] {
        statistics.timing.statuses
            .map { (status: $0.key, count: $0.value, meaning: $0.key.system.meaning(of: $0.key.status)) }
            .sorted { one, other in
                let (left, right) = (one.status, other.status)
                return (left.system.rawValue, left.status.scope.rawValue, left.status.code, one.meaning ?? "")
                    < (right.system.rawValue, right.status.scope.rawValue, right.status.code, other.meaning ?? "")
            }
    }

    /// The number of events in equal intervals of time, at most one interval per column of the chart.
    var rate: (seconds: Int64, from: Int64, events: [Int])? {
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

    typealias Conversation = (kind: String, target: String, count: Int, bytes: Int)

    /// Returns at most `limit` conversations, the busiest first.
    func conversations(first limit: Int = .max) -> [Conversation] {
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
}
