/// A session of RongCloud over WebSocket with repeated packets, with the same bytes or other ones, packets from before
/// the capture, and packets from far ahead: these are not read, and the next event of their direction reports them.
///
/// The first byte of a plan says whether the capture has the TCP handshake. A step is four bytes: the kind and the
/// sender, the packet, and the place in it.
package struct NoticesPlan: Sendable {
    /// The file.
    package private(set) var capture: [UInt8] = []
    /// The expected text and notices of each message's event.
    package private(set) var lines: [String] = []
    /// The notices that remain when the connection ends, those of the client's stream first.
    package private(set) var rest: [String] = []
    package private(set) var kinds: [Int] = []

    private var session = SampleSession()
    private var packets: [WirePacket] = []
    /// The number of the session's packets in `packets`, and the delay of all packets that follow.
    private var taken = 0
    private var delay: UInt64 = 0
    private let hasOpening: Bool
    /// The sequence number of the first byte of each stream that is read.
    private var starts: [UInt32] = [0, 0]
    /// The indices of the packets with data of each direction.
    private var sent: [[Int]] = [[], []]
    private var pending: [[String]] = [[], []]
    /// The direction with packets from far ahead, and whether one was sent since its last message.
    private var strayer: Int?
    private var hasStray = false
    private var strays = 0
    private var messages = 0

    /// The number of packets with data after which the beginnings of both streams are settled.
    private static let settlingPackets = 8
    /// The number of notes that are kept for an event; the rest is counted.
    private static let mostNotes = 16
    /// The widest possible window (RFC 7323 section 2.3).
    private static let widestWindow = 1 << 30

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        hasOpening = options & 1 == 0
        session.upgrade(extensions: nil, version: "4.2.0")
        if !hasOpening { session.leaveOut(before: 3) }
        take()
        starts = [0, 1].map { packets[sent[$0][0]].sequence }
        for step in reader.steps(of: 4, atMost: 60) { take(step) }
        session.close()
        take()
        // Repetitions may also follow the ends of both streams.
        if options & 2 != 0, hasOpening {
            for side in options & 4 == 0 ? [0, 1] : [1] { repeatPacket(side, options >> 3, options, options >> 2) }
        }
        capture = WireCapture(packets).bytes
        rest = pending.flatMap(Self.told)
    }

    /// Appends the session's new packets.
    private mutating func take() {
        for packet in session.packets[taken...] {
            if !packet.payload.isEmpty { sent[packet.ends[3] == 1 ? 0 : 1].append(packets.count) }
            packets.append(packet)
            packets[packets.count - 1].time += delay
        }
        taken = session.packets.count
    }

    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let which = step.byte()
        let (place, length) = (step.byte(), step.byte())
        let side = choice >> 7
        kinds.append(choice & 7)
        // The beginning of a joined stream is settled after some packets; until then nothing is too late.
        let isSettled = hasOpening || sent[0].count + sent[1].count > Self.settlingPackets
        switch choice & 7 {
        case 3 where isSettled: repeatPacket(side, which, place, length)
        case 4 where isSettled: again(packets[earlier(side, which)])
        case 5 where isSettled && !hasOpening: comeLate(side, place, length)
        // Two stray segments, or one in each direction, would count as the streams' continuation.
        case 6 where isSettled && strayer ?? side == side && !hasStray:
            stray(side, place << 8 | length)
        default: message(side, length)
        }
    }

    /// Sends a message, whose event has the pending notices.
    private mutating func message(_ side: Int, _ length: Int) {
        messages += 1
        session.message(
            fromClient: side == 0,
            PlannedPublish.bytes(fromClient: side == 0, number: messages, length: length)
        )
        take()
        if side == strayer { hasStray = false }
        lines.append((["PUBLISH \(messages)"] + Self.told(pending[side])).joined(separator: "; "))
        pending[side] = []
    }

    private static func told(_ notes: [String]) -> [String] {
        guard notes.count > mostNotes else { return notes }
        return notes.prefix(mostNotes) + ["more-notes: and \(notes.count - mostNotes) more of that kind"]
    }

    /// Returns one of the latest packets of a direction.
    private func earlier(_ side: Int, _ which: Int) -> Int {
        sent[side][sent[side].count - 1 - which % min(4, sent[side].count)]
    }

    /// Appends a packet to the capture.
    private mutating func again(_ packet: WirePacket) {
        var packet = packet
        packet.time = packets[packets.count - 1].time + 500
        delay += 500
        packets.append(packet)
    }

    /// Repeats a packet with some bytes changed.
    private mutating func repeatPacket(_ side: Int, _ which: Int, _ place: Int, _ length: Int) {
        let earlier = packets[earlier(side, which)]
        let first = place % earlier.payload.count
        let last = min(earlier.payload.count - 1, first + length % 12)
        var other = earlier
        for index in Set([first, last, (first + last) / 2]) { other.payload[index] ^= 0x55 }
        again(other)
        let before = Int(earlier.sequence &- starts[side]) + first
        let count = last - first + 1
        pending[side].append(
            "conflicting-bytes: packet \(packets.count) repeats \(count) byte\(count == 1 ? "" : "s") at byte \(before) of the stream"
                + " with others; the first count"
        )
    }

    /// Adds bytes from before the capture began, perhaps followed by known bytes.
    private mutating func comeLate(_ side: Int, _ place: Int, _ length: Int) {
        let count = 2 + length % 90
        let ahead = place & 1 == 0 ? 0 : place
        let first = packets[sent[side][0]]
        var packet = first
        packet.payload = [UInt8](repeating: 0x61, count: count)
        packet.sequence &-= UInt32(count + ahead)
        if ahead == 0 { packet.payload += first.payload.prefix(place >> 4) }
        again(packet)
        pending[side].append(
            "late-bytes: \(count) bytes \(count + ahead) bytes before the first ones that were read came too late and were not"
                + " read"
        )
    }

    /// Adds bytes beyond the widest window.
    private mutating func stray(_ side: Int, _ count: Int) {
        (strayer, hasStray) = (side, true)
        var packet = packets[sent[side][sent[side].count - 1]]
        // The distances keep the segments apart.
        let distance = Self.widestWindow + 1 + strays << 17 + count
        strays += 1
        packet.sequence &+= UInt32(packet.payload.count + distance)
        again(packet)
        let isOne = packet.payload.count == 1
        pending[side].append(
            "stray-segment: \(packet.payload.count) byte\(isOne ? "" : "s") in a segment \(distance) bytes ahead of the stream "
                + "\(isOne ? "was" : "were") not read"
        )
    }
}
