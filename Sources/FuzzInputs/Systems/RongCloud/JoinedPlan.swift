/// A session of RongCloud over WebSocket whose capture begins late: after the upgrade, and in the middle of frames.
///
/// The first byte of a plan has the segmentation, and whether messages may be compressed; the next two bytes are the
/// lengths of the frame's end that is captured first in each direction. A step is three bytes: the sender and the kind
/// of frame, its length, and its options.
package struct JoinedPlan: Sendable {
    /// The file.
    package private(set) var capture: [UInt8] = []
    /// The expected events of the client and of the server.
    ///
    /// For the skipped bytes before the first event they have `?` if the connection reports these bytes, not the event.
    package private(set) var lines: [[String]] = [[], []]
    /// Whether events are in the order of their last packets: both directions have packets before the streams'
    /// beginnings are settled, and no skipped bytes look like the beginning of a compressed message, which would have
    /// to wait.
    package var isOrdered: Bool { !isCompressed && isHeardTogether }
    /// Whether both directions are among the first packets.
    ///
    /// A direction that is heard later waits for the same number of its own packets, and its events come after later
    /// packets of the other one.
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
    /// Whether a message of each direction was sent in one frame; until then the position of its frames is unknown.
    private var isFound = [false, false]
    /// Whether that message was the first data of its direction, which identifies the connection at once.
    private var isPrompt = [false, false]
    /// The number of bytes of a direction before that message, if the other direction was prompt; otherwise, whether
    /// there were any.
    private var skipped = [0, 0]
    private var isHeardEarly = [false, false]
    /// The length of the frame's end that precedes all other data of a direction.
    private var rests: [Int]
    /// The event of a frame that could be any bytes; the next frame of its direction may confirm it.
    private var unproven: [String?] = [nil, nil]
    /// The packets without captured bytes, and whether the compression context of each direction is lost with them.
    private var lost: [Int] = []
    private var hasLost = [false, false]
    /// The number of bytes sent in each direction.
    private var sent = [0, 0]
    /// The SDK generations that have all topics of the client's queries.
    package private(set) var generations = Set(1...5)
    private var messages = 0
    private var masks = 0

    /// The number of packets that open a connection; these are not captured.
    private static let openingPackets = 3
    /// The number of packets with data after which the beginnings of both streams are settled.
    private static let settlingPackets = 8

    package init(_ plan: [UInt8]) {
        self.init(plan, beats: true)
        // A lone ping is explained by the other direction in time only if both are heard together.
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

    /// Lets each packet acknowledge what the previous one of its direction did, as if the data of both directions
    /// crossed.
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
            // Small letters, which begin no frame.
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

    /// Sends a ping of RongCloud or its answer: a single byte, which is read only if the connection is known, or if
    /// another message of its direction follows at once.
    private mutating func beat(_ side: Int) {
        let isSure = isFound[0] || isFound[1] || unproven[side] != nil
        if isSure { find(side) }
        let packets = frame(side, 0x82, [side == 0 ? 0xC0 : 0xD0])
        let line = line(side == 0 ? "PINGREQ -" : "PINGRESP -", 1, packets, side)
        if isSure { lines[side].append(line) } else { unproven[side] = line }
    }

    /// Notes that the position of a direction's frames is known from now on.
    private mutating func find(_ side: Int) {
        guard !isFound[side] else { return }
        isFound[side] = true
        isPrompt[side] = skipped[side] == 0 && !isHeardEarly[side]
        // The connection is identified now, so the last frames of both directions need no confirmation.
        for side in 0..<2 {
            guard let line = unproven[side] else { continue }
            unproven[side] = nil
            lines[side].append(line)
            find(side)
            (skipped[side], isHeardEarly[side]) = (0, false)
        }
    }

    /// Sends a message, and adds its event once the position of frames is known: from the first message of one frame
    /// on.
    private mutating func message(_ side: Int, _ kind: Int, _ length: Int, _ extra: Int) {
        messages += 1
        let plain = PlannedPublish.bytes(fromClient: side == 0, number: messages, length: length & 127)
        var payload = plain
        var first: UInt8 = 2
        if isCompressed, kind > 1 {
            // Later messages cannot refer to skipped ones.
            if !isFound[side] { deflates[side].reset() }
            // All messages are similar, so that references occur.
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

    /// Sends a query: its topic limits the SDK generations, and topic and payload together identify the payload.
    private mutating func query(_ choice: Int) {
        messages += 1
        let query = PlannedQuery.all[choice % PlannedQuery.all.count]
        let left = generations.intersection(query.generations)
        if !left.isEmpty { generations = left }
        // Later messages cannot refer to skipped ones.
        if !isFound[0] { deflates[0].reset() }
        find(0)
        let bytes = query.bytes(number: messages)
        lines[0].append(line("QUERY \(messages)", bytes.count, frame(0, 0x82, bytes), 0) + query.remark)
    }

    /// Sends a compressed message of one frame with a packet that is not captured: the message is lost, and so are
    /// later messages that refer to its content.
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

    /// Returns the text of an event: the number of its bytes, its packets, and the bytes skipped before it.
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

    /// Sends a ping or a pong of WebSocket.
    private mutating func control(_ side: Int, _ number: Int) {
        let payload = (0..<number & 7).map { UInt8(0x61 + $0) }
        _ = frame(side, number & 8 == 0 ? 0x89 : 0x8A, payload)
    }

    /// Sends a frame, and returns its packets.
    private mutating func frame(_ side: Int, _ first: UInt8, _ payload: [UInt8]) -> [Int] {
        var mask: [UInt8]?
        if side == 0 {
            masks += 1
            // With these masks no small letter becomes a byte that begins a frame.
            mask = planBytes(masks, 4).map { $0 & 0x1F }
        }
        var bytes: [UInt8] = []
        Framing.webSocket(first: first, mask: mask).append(payload, claiming: payload.count, to: &bytes)
        if !isFound[side] { passOver(bytes.count, side) }
        // The frame before this one was not confirmed.
        unproven[side] = nil
        return send(side, bytes)
    }

    /// Sends bytes in packets, and returns their numbers in the capture.
    private mutating func send(_ side: Int, _ bytes: [UInt8]) -> [Int] {
        let before = session.packets.count - Self.openingPackets
        sent[side] += bytes.count
        for start in stride(from: 0, to: bytes.count, by: width) {
            session.send(fromClient: side == 0, Array(bytes[start..<min(bytes.count, start + width)]))
        }
        return Array(before + 1..<session.packets.count - Self.openingPackets + 1)
    }
}
