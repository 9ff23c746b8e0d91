/// A session of RongCloud over WebSocket in which packets come again, with the same bytes or with others, from before the capture
/// began, and from far ahead: nothing of it is read, and the next event of the end says what happened.
///
/// The first byte of a plan says whether the capture has the handshake of TCP. A step is four bytes: what comes from which end,
/// which packet it is about, and where in it.
package struct NoticesPlan: Sendable {
    /// The file.
    package private(set) var capture: [UInt8] = []
    /// What each message's event says of its stream.
    package private(set) var lines: [String] = []
    /// What is left to be said when the connection ends, of the client's stream first.
    package private(set) var rest: [String] = []
    package private(set) var kinds: [Int] = []

    private var session = SampleSession()
    private var packets: [WirePacket] = []
    /// Packets of the session that are among those already, and by how much later all that follow are.
    private var taken = 0
    private var delay: UInt64 = 0
    private let hasOpening: Bool
    /// The first byte of each stream that is read.
    private var starts: [UInt32] = [0, 0]
    /// Where the packets with bytes of each end are.
    private var sent: [[Int]] = [[], []]
    private var pending: [[String]] = [[], []]
    /// The end of which packets come from far ahead, and whether one did since its last message.
    private var strayer: Int?
    private var hasStray = false
    private var strays = 0
    private var messages = 0

    /// So many packets with bytes tell where the streams of both ends begin.
    private static let settlingPackets = 8
    /// Notes that are kept for one event; the others are counted.
    private static let mostNotes = 16
    /// No window is wider (RFC 7323 section 2.3).
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
        // Bytes also come again behind both ends.
        if options & 2 != 0, hasOpening {
            for side in options & 4 == 0 ? [0, 1] : [1] { repeatPacket(side, options >> 3, options, options >> 2) }
        }
        capture = WireCapture(packets).bytes
        rest = pending.flatMap(Self.told)
    }

    /// Takes in what the session sent.
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
        // Where a stream begins that was joined is settled after some packets; until then nothing is too late.
        let isSettled = hasOpening || sent[0].count + sent[1].count > Self.settlingPackets
        switch choice & 7 {
        case 3 where isSettled: repeatPacket(side, which, place, length)
        case 4 where isSettled: again(packets[earlier(side, which)])
        case 5 where isSettled && !hasOpening: comeLate(side, place, length)
        // Two of them, or one of each end, would be where the streams go on.
        case 6 where isSettled && strayer ?? side == side && !hasStray:
            stray(side, place << 8 | length)
        default: message(side, length)
        }
    }

    /// Sends a message, whose event says what waits.
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

    /// One of the packets that an end sent lately.
    private func earlier(_ side: Int, _ which: Int) -> Int {
        sent[side][sent[side].count - 1 - which % min(4, sent[side].count)]
    }

    /// Puts a packet behind the last one.
    private mutating func again(_ packet: WirePacket) {
        var packet = packet
        packet.time = packets[packets.count - 1].time + 500
        delay += 500
        packets.append(packet)
    }

    /// A packet comes again with some bytes changed.
    private mutating func repeatPacket(_ side: Int, _ which: Int, _ place: Int, _ length: Int) {
        let earlier = packets[earlier(side, which)]
        let first = place % earlier.payload.count
        let last = min(earlier.payload.count - 1, first + length % 12)
        var other = earlier
        for index in Set([first, last, (first + last) / 2]) { other.payload[index] ^= 0x55 }
        again(other)
        let before = Int(earlier.sequence &- starts[side]) + first
        pending[side].append(
            "conflicting-bytes: packet \(packets.count) repeats \(last - first + 1) bytes at byte \(before) of the stream"
                + " with others; the first count"
        )
    }

    /// Bytes from before the capture began, perhaps with some behind them that are known.
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

    /// Bytes where no window reaches to.
    private mutating func stray(_ side: Int, _ count: Int) {
        (strayer, hasStray) = (side, true)
        var packet = packets[sent[side][sent[side].count - 1]]
        // No two of them hold the same bytes.
        let distance = Self.widestWindow + 1 + strays << 17 + count
        strays += 1
        packet.sequence &+= UInt32(packet.payload.count + distance)
        again(packet)
        pending[side].append(
            "stray-segment: \(packet.payload.count) bytes in a segment \(distance) bytes ahead of the stream were not read"
        )
    }
}
