/// The captured bytes of a direction's stream, and the expected reading.
///
/// Frames are read up to a hole. After a hole, reading goes on at once if the header of the lost frame gives its end;
/// otherwise at the next message of one frame; with compression, also at a first frame that other frames follow.
struct HoleStream: Sendable {
    /// The packet of each byte, 0 for a missing one, and the times of packets.
    private var packets: [Int] = []
    private var times: [Int: UInt64] = [:]
    private var holes: [Range<Int>] = []

    /// Adds a packet's part of the stream; its first `count` bytes are captured.
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

    /// Returns the messages, if only the upgrade to WebSocket is missing.
    func messages(_ frames: [HoleFrame]) -> [String] {
        var lines: [String] = []
        var reading = Reading()
        for frame in frames { take(frame, &reading, &lines) }
        return lines
    }

    /// The unfinished message, and the state of the search.
    private struct Reading {
        var message: [HoleFrame] = []
        /// Whether the rest of a message is skipped.
        var isDiscarded = false
        /// The number of bytes that were skipped in the search for a message.
        var skipped = 0
    }

    private enum Place {
        case inStep
        /// In a lost frame, up to its end.
        case inside(end: Int)
        /// The place of the next frame is unknown.
        case lost(from: Int)
    }

    /// Returns the events of a direction in order, if its first frame begins before all holes.
    func lines(_ frames: [HoleFrame]) -> [String] {
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

    /// Returns whether a frame is recognised as the beginning of a message, if everything is captured up to `end`.
    ///
    /// A whole message is. The first part of a compressed message cannot be read, so the head of the next frame must
    /// confirm it, or the end of the captured bytes.
    private func isTold(_ frame: HoleFrame, by next: HoleFrame?, upTo end: Int) -> Bool {
        guard frame.isFirst, !frame.isControl else { return false }
        if frame.isFinal { return true }
        guard frame.isCompressed, frame.range.upperBound <= end else { return false }
        return frame.range.upperBound == end || next.map { $0.range.lowerBound + $0.head <= end } ?? false
    }

    /// Handles a frame in which a hole begins.
    private func lose(_ frame: HoleFrame, _ hole: Range<Int>, _ reading: inout Reading, _ lines: inout [String])
        -> Place
    {
        let waiting = frame.range.lowerBound..<hole.lowerBound
        let isMeasured = waiting.count >= frame.head && hole.upperBound <= frame.range.upperBound
        // A control frame is not part of the message around it.
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

    /// Returns the type that the captured beginning of a frame shows: an uncompressed message's type is in its first
    /// byte.
    private func type(of frame: HoleFrame, _ count: Int) -> String {
        guard frame.isFirst, !frame.isControl, !frame.isCompressed, count > (frame.isTCPForm ? 0 : frame.head) else {
            return "UNDECODED"
        }
        return "PUBLISH"
    }

    /// Handles a whole frame.
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

    /// Ends the unfinished message as cut.
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

/// A frame in the stream of a direction.
struct HoleFrame: Sendable {
    var range: Range<Int>
    /// The length of its header in bytes.
    var head: Int
    /// The number of bytes that the frame adds to its message's event.
    var size: Int
    /// The text for its message in the expected events.
    var name: String
    /// Whether a message begins with it, and whether one ends with it.
    var isFirst = true
    var isFinal = true
    /// Whether it is a control frame, which is not part of a message.
    var isControl = false
    var isCompressed = false
    var isTCPForm = false
    /// Whether the bytes are not a frame.
    var isJunk = false
}
