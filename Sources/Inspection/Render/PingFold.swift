import WireFormat

/// The pings of each connection, counted, and their regularity.
struct PingFold: Sendable {
    /// The pings of one connection.
    struct Run: Sendable {
        let flow: Int
        let firstNumber: Int
        let firstTime: Int64
        /// The time of the line before the first ping, which may be followed by other lines before this run is written.
        let timeBefore: Int64?
        private(set) var lastNumber: Int
        /// The number of pings of either end; `answers` counts their answers.
        private(set) var pings = 0
        private(set) var answers = 0
        private var beat = Heartbeat()
        private var shortest = Int64.max
        private var longest = Int64.min

        fileprivate init(_ record: TextRecord, number: Int, after time: Int64?) {
            flow = record.flow
            firstNumber = number
            firstTime = record.time
            timeBefore = time
            lastNumber = number
        }

        fileprivate mutating func add(_ record: TextRecord, number: Int) {
            lastNumber = number
            if record.flags.contains(.isReply) {
                shortest = min(shortest, record.latency)
                longest = max(longest, record.latency)
            }
            // If only the server's pings have no answers of their own, both directions count as pings.
            if record.flags.contains(.isReply) || record.flags.contains(.isFromServer) {
                answers += 1
            } else {
                pings += 1
                beat.add(record.time)
            }
        }

        /// The pings in words: `12× every 15.0 s, jitter 3.2 ms; answered 12× in 0.4 ms to 0.9 ms; events 18 to 41`.
        var words: String {
            var parts: [String] = []
            if pings > 0 {
                var text = "\(pings)×"
                if let interval = beat.mean { text += " every " + TextPiece.duration(interval) }
                if let jitter = beat.jitter { text += ", jitter " + TextPiece.duration(jitter) }
                parts.append(text)
            }
            if shortest <= longest {
                let range = TextPiece.duration(shortest)
                let more = shortest == longest ? "" : " to " + TextPiece.duration(longest)
                parts.append("answered \(answers)× in \(range)\(more)")
            } else if answers > 0 {
                parts.append("\(answers)× from the server")
            }
            if lastNumber > firstNumber { parts.append("events \(firstNumber) to \(lastNumber)") }
            return parts.joined(separator: "; ")
        }
    }

    /// The maximum number of connections whose pings are held back.
    static let limit = 10_000

    private var runs: [Int: Run] = [:]
    /// The number of connections whose pings are held back.
    var count: Int { runs.count }

    /// Counts a ping.
    ///
    /// - Parameter time: the time of the last line.
    mutating func add(_ record: TextRecord, number: Int, after time: Int64?) {
        runs[record.flow, default: Run(record, number: number, after: time)].add(record, number: number)
    }

    /// Removes and returns all pings, in the order of each connection's first one.
    mutating func takeAll() -> [Run] {
        defer { runs = [:] }
        return runs.values.sorted { $0.firstNumber < $1.firstNumber }
    }
}

/// The regularity of a recurring event.
struct Heartbeat: Sendable {
    private var last: Int64?
    private var lastInterval: Int64?
    /// The number of intervals.
    private(set) var intervals = 0
    /// The sum of the intervals, in nanoseconds.
    private(set) var span: Int64 = 0
    /// The number of intervals that directly follow another one.
    private(set) var steps = 0
    /// The sum of the differences between each such interval and the one before, in nanoseconds.
    private(set) var changes: Int64 = 0

    /// Counts an occurrence; one before the last occurrence ends no interval, because the clock was set back.
    mutating func add(_ time: Int64) {
        defer { last = time }
        guard let last, time >= last else {
            lastInterval = nil
            return
        }
        let interval = time.subtractingSaturated(last)
        if let lastInterval {
            // Both are at least 0, so their difference has a magnitude.
            changes = changes.addingSaturated(abs(interval - lastInterval))
            steps += 1
        }
        lastInterval = interval
        span = span.addingSaturated(interval)
        intervals += 1
    }

    /// The mean of the intervals in nanoseconds.
    var mean: Int64? { intervals > 0 ? span / Int64(intervals) : nil }

    /// The mean difference between an interval and the interval before it, in nanoseconds.
    var jitter: Int64? { steps > 0 ? changes / Int64(steps) : nil }
}
