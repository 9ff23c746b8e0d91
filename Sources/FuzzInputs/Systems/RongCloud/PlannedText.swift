/// The expected lines of text: columns as wide as needed so far, counted heartbeats, and lines for new days.
package struct PlannedText: Sendable {
    /// The format of an event's time.
    package enum Time: Sendable {
        case dateAndTime, timeOfDay, sinceFirst, sinceLast
    }

    private var widths = [3, 0, 2, 8, 7, 8, 9]
    /// The largest width of each column.
    private static let widest = [12, 32, 8, 16, 32, 64, 48]
    package private(set) var lines: [String] = []
    private let style: Time
    private let origin: UInt64
    private var last: UInt64?
    private var date = ""
    private var pings:
        (
            number: Int, times: [UInt64], last: Int, asked: Int, answered: [UInt64], unpaired: Int, first: UInt64,
            before: UInt64?
        )?

    /// - Parameter origin: the time of the first packet, in microseconds.
    package init(_ style: Time, origin: UInt64) {
        self.style = style
        self.origin = origin
    }

    /// Returns a duration in milliseconds with one decimal, or in seconds from ten seconds on.
    package static func duration(_ microseconds: UInt64) -> String {
        let isLong = microseconds >= 10_000_000
        let tenths = microseconds / (isLong ? 100_000 : 100)
        return "\(tenths / 10).\(tenths % 10) \(isLong ? "s" : "ms")"
    }

    /// Returns a duration in seconds with three decimals, rounded up.
    package static func seconds(_ microseconds: UInt64) -> String {
        let milliseconds = (microseconds + 999) / 1000
        return "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
    }

    /// Adds the line that introduces the connection.
    package mutating func introduce(_ words: String) {
        lines.append(String(repeating: " ", count: widths[0] + 2) + "f1  " + words)
    }

    /// Adds the line of an event.
    package mutating func add(_ event: PlannedEvent, _ number: Int) {
        tellDate(event.time)
        guard !event.isPing else { return count(event, number) }
        add(number, event.time, event.fromClient, event.columns, event.rest)
    }

    /// Adds a line of these cells.
    package mutating func add(_ number: Int, _ moment: UInt64, _ fromClient: Bool, _ cells: [String], _ rest: [String])
    {
        add(number, moment, fromClient, cells, rest, after: last)
    }

    /// - Parameter before: the time of the line that was the last one when the event came.
    private mutating func add(
        _ number: Int,
        _ moment: UInt64,
        _ fromClient: Bool,
        _ cells: [String],
        _ rest: [String],
        after before: UInt64?
    ) {
        let time = time(moment, after: before)
        let shown = ["\(number)", time, "f1"] + cells
        for (column, text) in shown.enumerated() {
            widths[column] = max(widths[column], min(Self.columns(text), Self.widest[column]))
        }
        var line = Self.spaces(widths[0] - "\(number)".count) + "\(number)  "
        let isRight = style == .sinceFirst || style == .sinceLast
        let gap = Self.spaces(widths[1] - time.count)
        line +=
            (isRight ? gap + time : time + gap) + "  f1" + Self.spaces(widths[2] - 2) + " " + (fromClient ? "→" : "←")
        var place = Self.columns(line)
        for (index, text) in cells.enumerated() {
            let start = place + (index == 0 ? 1 : 2)
            if !text.isEmpty {
                let end = Self.columns(line)
                line += Self.spaces(max(start, end + (index == 0 ? 1 : 2)) - end) + text
            }
            place = start + widths[3 + index]
        }
        for (index, text) in rest.enumerated() {
            let end = Self.columns(line)
            line += Self.spaces(max(index == 0 ? place + 2 : 0, end + 2) - end) + text
        }
        lines.append(line)
    }

    /// Adds the line that counts the heartbeats since the last one.
    package mutating func finish() {
        guard let pings else { return }
        self.pings = nil
        var parts: [String] = []
        if pings.asked > 0 {
            var text = "\(pings.asked)×"
            let gaps = zip(pings.times.dropFirst(), pings.times).map { $0 - $1 }
            if let first = pings.times.first, let last = pings.times.last, !gaps.isEmpty {
                text += " every " + Self.mean((last - first) * 1000 / UInt64(gaps.count))
                let changes = zip(gaps.dropFirst(), gaps).map { $0 > $1 ? $0 - $1 : $1 - $0 }
                if !changes.isEmpty {
                    text += ", jitter " + Self.mean(changes.reduce(0, +) * 1000 / UInt64(changes.count))
                }
            }
            parts.append(text)
        }
        let answers = pings.answered.count + pings.unpaired
        if let shortest = pings.answered.min(), let longest = pings.answered.max() {
            let more = shortest == longest ? "" : " to \(Self.duration(longest))"
            parts.append("answered \(answers)× in \(Self.duration(shortest))\(more)")
        } else if answers > 0 {
            parts.append("\(answers)× from the server")
        }
        if pings.last > pings.number { parts.append("events \(pings.number) to \(pings.last)") }
        let words = parts.joined(separator: "; ")
        // Lines may have come since the first heartbeat.
        add(pings.number, pings.first, true, ["PING", "", "", ""], [words], after: pings.before)
    }

    /// Returns a duration in nanoseconds as text.
    private static func mean(_ nanoseconds: UInt64) -> String { duration(nanoseconds / 1000) }

    private mutating func count(_ event: PlannedEvent, _ number: Int) {
        var run = pings ?? (number, [], number, 0, [], 0, event.time, last)
        run.last = number
        if event.fromClient {
            run.asked += 1
            run.times.append(event.time)
        } else if let reply = event.reply {
            run.answered.append(reply.latency)
        } else {
            run.unpaired += 1
        }
        pings = run
    }

    // MARK: Times

    private mutating func time(_ moment: UInt64, after before: UInt64?) -> String {
        defer { last = max(last ?? moment, moment) }
        let text = PlanMoment.text(Int64(moment / 1000), digits: 3)
        switch style {
        case .timeOfDay: return String(text.dropFirst(11).dropLast())
        case .dateAndTime: return text.prefix(10) + " " + text.dropFirst(11).dropLast()
        case .sinceFirst: return Self.seconds(Int64(moment) - Int64(origin))
        case .sinceLast: return Self.seconds(Int64(moment) - Int64(before ?? moment))
        }
    }

    /// Adds a line for a new day, after the heartbeats of the day before.
    private mutating func tellDate(_ moment: UInt64) {
        guard style == .timeOfDay else { return }
        let today = String(PlanMoment.text(Int64(moment / 1000), digits: 3).prefix(10))
        guard today != date else { return }
        if !date.isEmpty {
            finish()
            lines.append("── \(today), after \(date) ──")
        }
        date = today
    }

    private static func seconds(_ microseconds: Int64) -> String {
        let milliseconds = abs(microseconds) / 1000
        let sign = microseconds < 0 ? "-" : ""
        return "\(sign)\(milliseconds / 1000)." + String("\(1000 + milliseconds % 1000)".dropFirst())
    }

    // MARK: Columns

    /// Returns the width of a text in a terminal: two columns for Chinese characters and emoji.
    package static func columns(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { sum, scalar in
            sum + ((0x4E00...0x9FFF).contains(scalar.value) || scalar.value > 0xFFFF ? 2 : 1)
        }
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
