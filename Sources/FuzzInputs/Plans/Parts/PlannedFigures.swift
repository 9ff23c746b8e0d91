/// The figures of `stats`, counted directly.
package enum PlannedFigures {
    /// The number of occurrences, and the sum of their bytes.
    package typealias Count = (count: Int, bytes: Int)

    /// Returns the rows of a table, the most frequent first; equal counts are ordered by the bytes of the name.
    package static func ranked(_ table: [String: Count]) -> [(name: String, count: Int, bytes: Int)] {
        table.sorted { one, other in
            one.value.count != other.value.count
                ? one.value.count > other.value.count : one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
        }
        .map { ($0.key, $0.value.count, $0.value.bytes) }
    }

    /// Returns the minimum, the median, the 90th and 99th percentile, and the maximum (nearest rank).
    package static func ranks(_ values: [UInt64]) -> [UInt64] {
        let sorted = values.sorted()
        return [0, 50, 90, 99, 100].map { percentage in
            sorted.first { value in sorted.count { $0 <= value } * 100 >= percentage * sorted.count } ?? 0
        }
    }

    /// Returns the regularity of pings: the number of connections with two or more, of intervals, the mean interval,
    /// and the mean difference of successive intervals; empty without an interval.
    ///
    /// - Parameter connections: the ping times of each connection.
    package static func beats(_ connections: [[UInt64]]) -> [UInt64] {
        let gaps = connections.map { times in zip(times.dropFirst(), times).map { $0 - $1 } }.filter { !$0.isEmpty }
        guard !gaps.isEmpty else { return [] }
        let all = gaps.flatMap(\.self)
        let changes = gaps.flatMap { gaps in zip(gaps.dropFirst(), gaps).map { max($0, $1) - min($0, $1) } }
        let mean = all.reduce(0, +) / UInt64(all.count)
        let jitter = changes.isEmpty ? [] : [changes.reduce(0, +) / UInt64(changes.count)]
        return [UInt64(gaps.count), UInt64(all.count), mean] + jitter
    }

    /// Returns the events in at most sixty equal intervals of whole seconds: the first second, the length of an
    /// interval, the counts.
    package static func rate(_ times: [UInt64]) -> (first: UInt64, seconds: UInt64, counts: [Int]) {
        let seconds = times.map { $0 / 1_000_000 }
        let (first, last) = (seconds.min() ?? 0, seconds.max() ?? 0)
        let stretch = max(1, (last - first + 60) / 60)
        var counts = [Int](repeating: 0, count: Int((last - first) / stretch) + 1)
        for second in seconds { counts[Int((second - first) / stretch)] += 1 }
        return (first, stretch, counts)
    }

    /// Returns a bar of one of eight heights for each count, and a space for 0.
    package static func chart(_ counts: [Int]) -> String {
        let most = counts.max() ?? 0
        return String(
            counts.map { count in
                // The lowest bar that is at least the count's share of the maximum.
                let eighths = (0...8).first { $0 * most >= count * 8 } ?? 8
                return count == 0 ? " " : Array("▁▂▃▄▅▆▇█")[eighths - 1]
            }
        )
    }

    /// The types of frames, in the order of their numbers on the wire.
    private static let types = [
        "CONNECT", "CONNACK", "PUBLISH", "PUBACK", "QUERY", "QUERYACK", "QUERYCON", "SUBSCRIBE", "SUBACK",
        "UNSUBSCRIBE", "UNSUBACK", "PINGREQ", "PINGRESP", "DISCONNECT",
    ]

    /// Returns the rows of types by number; the client's come before the server's.
    ///
    /// - Parameter table: the counts by type and sender, separated by a space.
    package static func byType(_ table: [String: Count]) -> [(name: String, count: Int, bytes: Int)] {
        func order(_ name: String) -> (Int, String) {
            let words = name.split(separator: " ").map(String.init)
            return (types.firstIndex(of: words[0]) ?? -1, words[1])
        }
        return table.sorted { order($0.key) < order($1.key) }.map { ($0.key, $0.value.count, $0.value.bytes) }
    }

    /// The names of latencies, in the order of the table.
    package static let latencies = [
        "publish to ack", "push to ack", "query to answer", "answer to confirmation", "ping to pong", "notice to pull",
    ]

    /// Returns the name of the latency that an answer has.
    package static func latency(of type: String, fromClient: Bool) -> String {
        switch (type, fromClient) {
        case ("PUBACK", false): latencies[0]
        case ("PUBACK", true): latencies[1]
        case ("QUERYACK", _): latencies[2]
        case ("QUERYCON", _): latencies[3]
        default: latencies[4]
        }
    }
}
