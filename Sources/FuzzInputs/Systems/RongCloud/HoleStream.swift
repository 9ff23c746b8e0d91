/// What is captured of the stream of an end, and what can be read in it: frame by frame up to a hole; behind it at once where
/// the head of the frame that it lies in tells where that ends, else from the next message on that is one frame; of compressed
/// ones also from one on whose first frame others follow.
struct HoleStream: Sendable {
    /// Which packet brought each byte, and when; 0 for none.
    private var packets: [Int] = []
    private var times: [Int: UInt64] = [:]
    private var holes: [Range<Int>] = []

    /// Adds a packet's part of the stream, of which the first bytes are captured.
    mutating func add(_ count: Int, _ length: Int, packet: Int, time: UInt64) {
        let start = packets.count
        packets += [Int](repeating: packet, count: count) + [Int](repeating: 0, count: length - count)
        if count > 0 { times[packet] = time }
        guard count < length else { return }
        if count == 0, let last = holes.last, last.upperBound == start {
            holes[holes.count - 1] = last.lowerBound..<start + length
        } else {
            holes.append(start + count..<start + length)
        }
    }

    // MARK: Events

    /// The messages, where nothing is missing but the switch to WebSocket.
    func messages(_ frames: [HoleFrame]) -> [String] {
        var lines: [String] = []
        var reading = Reading()
        for frame in frames { take(frame, &reading, &lines) }
        return lines
    }

    /// The message under way, and what is known of the place.
    private struct Reading {
        var message: [HoleFrame] = []
        /// Whether the rest of a message is passed over.
        var isDiscarded = false
        /// Bytes that were passed over in search of a message.
        var skipped = 0
    }

    private enum Place {
        case inStep
        /// In a frame that is lost, up to its end.
        case inside(end: Int)
        /// Nobody knows where the next frame begins.
        case lost(from: Int)
    }

    /// The events of an end in their order, from a place on that is before all holes.
    func lines(_ frames: [HoleFrame], from start: Int) -> [String] {
        var lines: [String] = []
        var reading = Reading()
        var place = Place.inStep
        var rest = holes[...]
        var next = frames[...]
        while true {
            switch place {
            case .inStep:
                guard let frame = next.first else {
                    give(up: &reading, &lines)
                    return lines
                }
                guard let hole = rest.first, hole.lowerBound < frame.range.upperBound else {
                    take(frame, &reading, &lines)
                    next = next.dropFirst()
                    continue
                }
                place = lose(frame, hole, &reading, &lines)
                if case .lost = place {} else { next = next.dropFirst() }
                rest = rest.dropFirst()
            case .inside(let end):
                guard let hole = rest.first, hole.lowerBound < end else {
                    place = .inStep
                    continue
                }
                lines.append(Self.text(hole))
                if hole.upperBound > end {
                    reading.isDiscarded = false
                    place = .lost(from: hole.upperBound)
                } else if hole.upperBound == end {
                    place = .inStep
                }
                rest = rest.dropFirst()
            case .lost(let from):
                let end = rest.first?.lowerBound ?? packets.count
                next = next.drop { $0.range.lowerBound < from }
                while let frame = next.first, frame.range.lowerBound < end,
                    !isTold(frame, by: next.dropFirst().first, upTo: end)
                {
                    next = next.dropFirst()
                }
                if let hole = rest.first, next.first.map({ hole.lowerBound < $0.range.upperBound }) ?? true {
                    lines.append(Self.text(hole))
                    reading.skipped += hole.lowerBound - from
                    place = .lost(from: hole.upperBound)
                    rest = rest.dropFirst()
                    continue
                }
                guard let found = next.first else { return lines }
                reading.skipped += found.range.lowerBound - from
                place = .inStep
            }
        }
    }

    /// Whether a frame tells of itself that a message begins with it, when all is captured up to an end.
    ///
    /// A whole message does. Of a part of a compressed one, of which nothing can be read, the frame behind it does by its head, and
    /// so does the end where nothing is behind it.
    private func isTold(_ frame: HoleFrame, by next: HoleFrame?, upTo end: Int) -> Bool {
        guard frame.isFirst, !frame.isControl else { return false }
        if frame.isFinal { return true }
        guard frame.isCompressed, frame.range.upperBound <= end else { return false }
        return frame.range.upperBound == end || next.map { $0.range.lowerBound + $0.head <= end } ?? false
    }

    /// A frame in which a hole begins.
    private func lose(_ frame: HoleFrame, _ hole: Range<Int>, _ reading: inout Reading, _ lines: inout [String])
        -> Place
    {
        let waiting = frame.range.lowerBound..<hole.lowerBound
        let isMeasured = waiting.count >= frame.head && hole.upperBound <= frame.range.upperBound
        // A control frame is no part of the message around it.
        let isBeside = isMeasured && frame.isControl
        if !isBeside {
            give(up: &reading, &lines)
            reading.isDiscarded = false
        }
        if !waiting.isEmpty { lines.append("cut \(type(of: frame, waiting.count)) in \(numbers(waiting))") }
        lines.append(Self.text(hole))
        guard isMeasured else { return .lost(from: hole.upperBound) }
        if !isBeside { reading.isDiscarded = !frame.isFinal }
        return hole.upperBound == frame.range.upperBound ? .inStep : .inside(end: frame.range.upperBound)
    }

    /// What the captured beginning of a frame tells: of a message that is not compressed its type, which is in its first byte.
    private func type(of frame: HoleFrame, _ count: Int) -> String {
        guard frame.isFirst, !frame.isControl, !frame.isCompressed, count > (frame.isTCPForm ? 0 : frame.head) else {
            return "UNDECODED"
        }
        return "PUBLISH"
    }

    /// A frame that is whole.
    private func take(_ frame: HoleFrame, _ reading: inout Reading, _ lines: inout [String]) {
        guard !frame.isControl else { return }
        guard !frame.isJunk else {
            lines.append("\(Self.text(frame.range)) frame-checksum in \(numbers(frame.range))")
            return
        }
        if frame.isFirst { reading.isDiscarded = false }
        guard !reading.isDiscarded else {
            if frame.isFinal { reading.isDiscarded = false }
            return
        }
        reading.message.append(frame)
        guard frame.isFinal else { return }
        let count = reading.message.reduce(0) { $0 + $1.size }
        var packets: [Int] = []
        for frame in reading.message {
            for packet in self.packets[frame.range] where packets.last != packet { packets.append(packet) }
        }
        let time = PlanMoment.text(Int64(times[packets.last ?? 0] ?? 0), digits: 6)
        let skipped = reading.skipped > 0 ? " behind \(reading.skipped)" : ""
        lines.append(
            "\(frame.name) of \(count) in \(packets.map { "\($0)" }.joined(separator: " ")) at \(time)\(skipped)"
        )
        reading.message = []
        reading.skipped = 0
    }

    /// The message under way lacks its end.
    private func give(up reading: inout Reading, _ lines: inout [String]) {
        guard !reading.message.isEmpty else { return }
        var all: [Int] = []
        for frame in reading.message {
            for packet in packets[frame.range] where all.last != packet { all.append(packet) }
        }
        lines.append("cut UNDECODED in \(all.map { "\($0)" }.joined(separator: " "))")
        reading.message = []
    }

    private func numbers(_ range: Range<Int>) -> String {
        var all: [Int] = []
        for packet in packets[range] where all.last != packet { all.append(packet) }
        return all.map { "\($0)" }.joined(separator: " ")
    }

    private static func text(_ hole: Range<Int>) -> String { "hole \(hole.lowerBound) \(hole.count)" }
}

/// A frame in the stream of an end.
struct HoleFrame: Sendable {
    var range: Range<Int>
    /// How long its head is.
    var head: Int
    /// How many bytes the event of its message says that it has, besides those of its other frames.
    var size: Int
    /// What its message is called.
    var name: String
    /// Whether a message begins and ends with it.
    var isFirst = true
    var isFinal = true
    /// Whether it is a control frame, which is no part of a message.
    var isControl = false
    var isCompressed = false
    var isTCPForm = false
    /// Whether it is no frame at all.
    var isJunk = false
}
