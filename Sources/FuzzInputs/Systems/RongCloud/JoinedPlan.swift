/// A session of RongCloud over WebSocket whose capture begins late: behind the switch, and in the middle of frames.
///
/// The first byte of a plan says how frames are cut into packets and whether messages may be compressed; the two behind it how
/// much of a frame's end is captured first of each end's stream. A step is three bytes: who sends what, how long it is, and
/// what comes with it.
package struct JoinedPlan: Sendable {
    /// The file.
    package private(set) var capture: [UInt8] = []
    /// What each event of the client and of the server should say; of how much was passed over to find the first one `?` where it is
    /// said with the connection, not with the event.
    package private(set) var lines: [[String]] = [[], []]
    /// Whether events come in the order of their last packets: both ends are heard before it is settled where streams begin, and no
    /// bytes that are passed over look like the beginning of a compressed message, which is waited for.
    package var isOrdered: Bool { !isCompressed && isHeardTogether }
    /// Whether both ends are among the first packets; an end that is heard later waits for as many of its own, and what it says
    /// comes up behind later packets of the other end.
    private var isHeardTogether: Bool {
        let first = session.packets.dropFirst(Self.openingPackets).prefix(Self.settlingPackets)
        return Set(first.map { $0.ends[3] }).count == 2
    }
    package private(set) var kinds: [Int] = []

    private var session = SampleSession()
    private let width: Int
    private let isCompressed: Bool
    /// Whether pings of RongCloud are sent.
    private let beats: Bool
    private var deflates = [PlannedDeflate(), PlannedDeflate()]
    /// Whether a message of an end has come in one frame: until then nobody knows where its frames begin.
    private var isFound = [false, false]
    /// Whether that was the first thing that it said, which then tells at once what the connection is.
    private var isPrompt = [false, false]
    /// Bytes of an end that came before that, where the other end was prompt; else, whether any came.
    private var skipped = [0, 0]
    private var isHeardEarly = [false, false]
    /// How much of a frame's end comes before all that an end says.
    private var rests: [Int]
    /// The event of a frame that any bytes could be, which the next one of its end may confirm.
    private var unproven: [String?] = [nil, nil]
    /// Packets of which no byte is captured, and whether what an end compressed before them is lost with them.
    private var lost: [Int] = []
    private var hasLost = [false, false]
    /// Bytes that an end has sent.
    private var sent = [0, 0]
    /// The generations of SDKs that have all topics that the client uses.
    package private(set) var generations = Set(1...5)
    private var messages = 0
    private var masks = 0

    /// A connection is opened with so many packets, which are not captured.
    private static let openingPackets = 3
    /// So many packets with bytes tell where the streams of both ends begin.
    private static let settlingPackets = 8

    package init(_ plan: [UInt8]) {
        self.init(plan, beats: true)
        // What a lone ping is the other end tells in time only where both are heard together.
        if kinds.contains(6), !isHeardTogether { self.init(plan, beats: false) }
    }

    private init(_ plan: [UInt8], beats: Bool) {
        self.beats = beats
        var reader = PlanReader(plan)
        let options = reader.byte()
        width = [1 << 12, 40, 17, 64, 9, 100][options % 6]
        isCompressed = options & 0x80 != 0
        rests = [reader.byte(), reader.byte()]
        for step in reader.steps(of: 3, atMost: 48) { take(step) }
        session.close()
        var packets = Array(session.packets.dropFirst(Self.openingPackets))
        if options & 0x40 != 0 { Self.cross(&packets) }
        for number in lost { packets[number - 1].cut(packets[number - 1].payload.count) }
        capture = WireCapture(packets).bytes
    }

    /// Lets each packet confirm what the one of its end before it did: what both ends sent crossed on the way.
    private static func cross(_ packets: inout [WirePacket]) {
        var last: [UInt8: UInt32] = [:]
        for place in packets.indices {
            let end = packets[place].ends[3]
            let own = packets[place].acknowledgment
            packets[place].acknowledgment = last[end] ?? own
            last[end] = own
        }
    }

    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let length = step.byte()
        let extra = step.byte()
        let side = choice >> 7
        kinds.append(choice & 7)
        if rests[side] > 0 {
            // Small letters, none of which begins a frame.
            _ = send(side, (0..<rests[side]).map { UInt8(0x61 + $0 % 26) })
            passOver(rests[side], side)
            rests[side] = 0
        }
        switch choice & 7 {
        case 0 where side == 0 && length >= 128: query(extra)
        case 5: control(side, extra)
        case 6 where !isCompressed && beats: beat(side)
        case 7 where isCompressed && isFound[side] && session.packets.count > 24: lose(side, length)
        default: message(side, choice & 7, length, extra)
        }
    }

    // MARK: Messages

    /// Sends a ping of RongCloud or its answer: a byte that says something where it is known what the connection is, or where
    /// another message of its end follows at once.
    private mutating func beat(_ side: Int) {
        let isSure = isFound[0] || isFound[1] || unproven[side] != nil
        if isSure { find(side) }
        let packets = frame(side, 0x82, [side == 0 ? 0xC0 : 0xD0])
        let line = line(side == 0 ? "PINGREQ -" : "PINGRESP -", 1, packets, side)
        if isSure { lines[side].append(line) } else { unproven[side] = line }
    }

    /// From here on it is known where an end's frames begin.
    private mutating func find(_ side: Int) {
        guard !isFound[side] else { return }
        isFound[side] = true
        isPrompt[side] = skipped[side] == 0 && !isHeardEarly[side]
        // Now it is known what the connection is, and what either end said last need not be confirmed.
        for side in 0..<2 {
            guard let line = unproven[side] else { continue }
            unproven[side] = nil
            lines[side].append(line)
            find(side)
            (skipped[side], isHeardEarly[side]) = (0, false)
        }
    }

    /// Sends a message, and says what its event says once the place of frames is known: with the first one in one frame.
    private mutating func message(_ side: Int, _ kind: Int, _ length: Int, _ extra: Int) {
        messages += 1
        let plain = PlannedPublish.bytes(fromClient: side == 0, number: messages, length: length & 127)
        var payload = plain
        var first: UInt8 = 2
        if isCompressed, kind > 1 {
            // What is passed over can not be referred to.
            if !isFound[side] { deflates[side].reset() }
            // All messages have much in common, so that there is something to refer to.
            let form = hasLost[side] ? 1 : extra & 3
            payload = deflates[side].message(plain, [.literals, .references, .stored, .last][form])
            first |= 0x40
        }
        let parts = kind == 3 || kind == 4 ? 2 + extra >> 2 & 1 : 1
        if parts == 1, !isFound[side] {
            find(side)
            if first & 0x40 == 0 { deflates[side].reset() }
        }
        var packets: [Int] = []
        for number in 0..<parts {
            let piece = payload[payload.count * number / parts..<payload.count * (number + 1) / parts]
            let isLast = number == parts - 1
            packets += frame(side, (number == 0 ? first : 0) | (isLast ? 0x80 : 0), Array(piece))
            if kind == 4, !isLast { control(extra & 8 == 0 ? side : 1 - side, extra >> 4) }
        }
        guard isFound[side] else { return }
        guard first & 0x40 == 0 || !hasLost[side] else {
            hasLost[side] = false
            deflates[side].reset()
            return lines[side].append(line("UNDECODED -", payload.count, packets, side) + " deflate-window")
        }
        lines[side].append(line("PUBLISH \(messages)", plain.count, packets, side))
    }

    /// A query, of which the topic tells which SDKs may have sent it, and topic and payload what the payload is.
    private mutating func query(_ choice: Int) {
        messages += 1
        let query = PlannedQuery.all[choice % PlannedQuery.all.count]
        let left = generations.intersection(query.generations)
        if !left.isEmpty { generations = left }
        // What is passed over can not be referred to.
        if !isFound[0] { deflates[0].reset() }
        find(0)
        let bytes = query.bytes(number: messages)
        lines[0].append(line("QUERY \(messages)", bytes.count, frame(0, 0x82, bytes), 0) + query.remark)
    }

    /// Sends a compressed message in one frame of which a packet is not captured: it is lost, and so is what later ones refer to.
    private mutating func lose(_ side: Int, _ length: Int) {
        messages += 1
        let plain = PlannedPublish.bytes(fromClient: side == 0, number: messages, length: length & 127)
        let start = sent[side]
        if hasLost[side] { deflates[side].reset() }
        let packets = frame(side, 0xC2, deflates[side].message(plain, .literals))
        guard packets.count > 2 else {
            hasLost[side] = false
            return lines[side].append(line("PUBLISH \(messages)", plain.count, packets, side))
        }
        lost.append(packets[1])
        hasLost[side] = true
        lines[side] += ["cut UNDECODED in \(packets[0])", "hole \(start + width) \(width)"]
    }

    /// What an event says: how many bytes it has, in which packets, and how much was passed over before it.
    private mutating func line(_ name: String, _ count: Int, _ packets: [Int], _ side: Int) -> String {
        var numbers: [Int] = []
        for packet in packets where numbers.last != packet { numbers.append(packet) }
        let last = Self.openingPackets + (packets.last ?? 1) - 1
        let time = PlanMoment.text(Int64(session.packets[last].time), digits: 6)
        let list = numbers.map { "\($0)" }.joined(separator: " ")
        let behind = isHeardEarly[side] ? " behind ?" : skipped[side] > 0 ? " behind \(skipped[side])" : ""
        if isFound[side] { (skipped[side], isHeardEarly[side]) = (0, false) }
        return "\(name) of \(count) in \(list) at \(time)\(behind)"
    }

    // MARK: Frames

    private mutating func passOver(_ count: Int, _ side: Int) {
        if isPrompt[1 - side] { skipped[side] += count } else { isHeardEarly[side] = true }
    }

    /// A ping or a pong.
    private mutating func control(_ side: Int, _ number: Int) {
        let payload = (0..<number & 7).map { UInt8(0x61 + $0) }
        _ = frame(side, number & 8 == 0 ? 0x89 : 0x8A, payload)
    }

    /// Sends a frame; returns the packets that hold it.
    private mutating func frame(_ side: Int, _ first: UInt8, _ payload: [UInt8]) -> [Int] {
        var mask: [UInt8]?
        if side == 0 {
            masks += 1
            // Under these no small letter becomes a byte that begins a frame.
            mask = planBytes(masks, 4).map { $0 & 0x1F }
        }
        var bytes: [UInt8] = []
        Framing.webSocket(first: first, mask: mask).append(payload, claiming: payload.count, to: &bytes)
        if !isFound[side] { passOver(bytes.count, side) }
        // It was not confirmed.
        unproven[side] = nil
        return send(side, bytes)
    }

    /// Sends bytes in packets; returns their numbers in the capture.
    private mutating func send(_ side: Int, _ bytes: [UInt8]) -> [Int] {
        let before = session.packets.count - Self.openingPackets
        sent[side] += bytes.count
        for start in stride(from: 0, to: bytes.count, by: width) {
            session.send(fromClient: side == 0, Array(bytes[start..<min(bytes.count, start + width)]))
        }
        return Array(before + 1..<session.packets.count - Self.openingPackets + 1)
    }
}
