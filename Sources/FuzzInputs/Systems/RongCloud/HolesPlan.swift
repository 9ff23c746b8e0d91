/// A session of RongCloud over WebSocket or in the TCP form whose capture lacks packets or parts of them, and the
/// expected events: each hole, the rest of the messages that it touches, and every other message.
///
/// The byte of a plan before the steps: the segmentation; whether the upgrade to WebSocket is captured, or missing from
/// the session; whether messages are compressed. A step is four bytes: the sender, the number of frames and the control
/// frames between them; the length; the missing packets and the missing part of them. In the TCP form, bytes that are
/// not a frame may be between frames instead.
package struct HolesPlan: Sendable {
    /// The captured part of the upgrade to WebSocket: all of it, its response only, its request only, or nothing of the
    /// connection's beginning.
    package enum Switch: Sendable { case whole, answer, request, nothing }

    /// The file.
    package private(set) var capture: [UInt8] = []
    /// The expected events of each direction; they include holes and incomplete messages if the upgrade is captured.
    package private(set) var lines: [[String]] = [[], []]
    package let beginning: Switch
    package private(set) var kinds: [Int] = []

    private var session = SampleSession()
    /// The key of the bodies in the TCP form; `nil` over WebSocket.
    private let key: [UInt8]?
    package var isTCPForm: Bool { key != nil }
    /// Whether messages are compressed, each without context, so that a lost message does not affect later ones.
    private let isCompressed: Bool
    /// Whether bytes that are not a frame are between frames of the TCP form, and no holes.
    private let hasJunk: Bool
    private let width: Int
    /// The number of packets before the capture begins.
    private var missed = 0
    /// The captured length of each packet whose payload is not captured completely.
    private var kept: [Int: Int] = [:]
    private var frames: [[HoleFrame]] = [[], []]
    private var lengths = [0, 0]
    private var messages = 0
    private var masks = 0

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        width = [1 << 12, 40, 17, 64, 9, 100][options % 6]
        let isLate = options >> 6 == 2 && options & 8 == 0 && [1, 2].contains(options >> 4 & 3)
        beginning =
            options >> 6 == 3 ? .answer : options >> 6 == 2 && options & 8 != 0 ? .request : isLate ? .nothing : .whole
        // A key of zeros leaves bodies unchanged.
        key = beginning == .whole && options & 48 == 48 ? planBytes(options, 8).map { options & 8 == 0 ? $0 : 0 } : nil
        hasJunk = key != nil && options >> 6 == 1
        isCompressed = options & 0xF0 == 0x50 || isLate && options & 0x20 != 0
        let opening = session.packets.count
        if isTCPForm {
            connect()
        } else {
            let agreement = "permessage-deflate; client_no_context_takeover; server_no_context_takeover"
            session.upgrade(extensions: isCompressed ? agreement : nil)
            for side in 0..<2 { lengths[side] = session.packets[opening + side].payload.count }
        }
        switch beginning {
        case .whole: break
        case .answer: kept[opening] = 0
        case .request: kept[opening + 1] = 0
        case .nothing:
            // Some of the first messages are missing as well, so that the capture may begin anywhere in a frame.
            let choice = plan.count > 1 ? Int(plan[1]) : 0
            missed = opening + 2 + [0, 1, 2, 4][choice >> 3 & 3]
        }
        // The first messages are complete, so that the connection is recognised.
        for side in [1, 0] {
            send(side, message(side, 3), parts: 1, controls: 0)
        }
        for step in reader.steps(of: 4, atMost: 48) { take(step) }
        session.close()
        write()
    }

    // MARK: Sending

    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let length = step.byte()
        let hole = step.byte()
        let part = step.byte()
        let side = choice >> 7
        let parts = [1, 1, 1, 1, 2, 2, 3, 4][choice & 7]
        let controls = choice >> 5 & 3
        kinds.append(choice & 7 | (hole >> 6) << 3 | controls << 5)
        // Two successive frames confirm the end of such bytes.
        let last = frames[side].suffix(2)
        if hasJunk, controls == 3, last.last?.isJunk == true || !last.contains(where: \.isJunk) {
            sendJunk(side, 3 + part)
            guard parts < 4 else { return }
            // The shortest frame that a client sends.
            if side == 0, part & 1 != 0 {
                let id = [UInt8(messages >> 7), UInt8(messages & 127)]
                sendInTCPForm(0, [0x40] + id, "PUBACK \(messages)")
            }
        }
        let first = session.packets.count
        send(side, message(side, length & 63), parts: parts, controls: controls)
        guard !hasJunk, hole & 0x80 != 0, beginning == .whole else { return }
        let count = session.packets.count - first
        for number in hole & 15 % count..<min(count, hole & 15 % count + 1 + part & 1) {
            lose(first + number, hole & 0x40 != 0 ? 0 : part, isFirst: number == 0)
        }
        // Another hole, at the end of the message or before it.
        let isInside = part & 2 != 0 && count > 4
        if hole & 0x20 != 0 {
            lose(first + count - (isInside ? 2 : 1), hole & 0x10 == 0 ? 0 : part, isFirst: count == 1)
        }
    }

    /// Sends CONNECT and CONNACK, which open a connection in the TCP form (reference, sections A.3 and C).
    private mutating func connect() {
        let head = Self.text("RCloud") + [3, 0xC2, 0, 60] + Self.text("device")
        sendInTCPForm(0, [0x10] + head + Self.text("app1") + Self.text("token-1"), "CONNECT -")
        sendInTCPForm(1, [0x20, 0x80, 0] + Self.text("me"), "CONNACK -")
    }

    /// Returns a message that a decoder recognises by its layout; only its first bytes could begin a frame.
    private mutating func message(_ side: Int, _ length: Int) -> [UInt8] {
        messages += 1
        return PlannedPublish.bytes(fromClient: side == 0, number: messages, length: length)
    }

    private static func text(_ text: String) -> [UInt8] { [0, UInt8(text.utf8.count)] + Array(text.utf8) }

    /// Sends a message in frames, in packets of the plan's length.
    ///
    /// - Parameter controls: 0 for no control frames, 1 for one between the first two parts, 2 for one between any two,
    ///   3 for one before the first part as well.
    private mutating func send(_ side: Int, _ whole: [UInt8], parts: Int, controls: Int) {
        let name = "PUBLISH \(messages)"
        guard !isTCPForm else { return sendInTCPForm(side, whole, name) }
        var bytes: [UInt8] = []
        var deflate = PlannedDeflate()
        let payload = isCompressed ? deflate.message(whole, .stored) : whole
        let control = HoleFrame(range: 0..<0, head: 0, size: 0, name: name, isControl: true)
        if controls == 3 { frame(side, 0x89, [], control, &bytes) }
        for number in 0..<parts {
            let piece = payload[payload.count * number / parts..<payload.count * (number + 1) / parts]
            let isLast = number == parts - 1
            var described = HoleFrame(range: 0..<0, head: 0, size: isLast ? whole.count : 0, name: name)
            (described.isFirst, described.isFinal) = (number == 0, isLast)
            described.isCompressed = isCompressed
            let opcode: UInt8 = number > 0 ? 0 : isCompressed ? 0x42 : 2
            frame(side, opcode | (isLast ? 0x80 : 0), Array(piece), described, &bytes)
            guard !isLast, controls == 2 || controls > 0 && number == 0 else { continue }
            let text = [UInt8](repeating: UInt8(ascii: "p"), count: number * 5)
            frame(side, (number + messages) & 1 == 0 ? 0x89 : 0x8A, text, control, &bytes)
        }
        send(side, bytes)
    }

    private mutating func sendInTCPForm(_ side: Int, _ whole: [UInt8], _ name: String) {
        let bytes = SessionPlan.enveloped(whole, key ?? [])
        // A length up to 127 takes one byte, a longer one two.
        let head = bytes[2] < 128 ? 3 : 4
        add(side, HoleFrame(range: 0..<bytes.count, head: head, size: bytes.count, name: name, isTCPForm: true))
        send(side, bytes)
    }

    /// Sends bytes that are not a frame from any start.
    private mutating func sendJunk(_ side: Int, _ count: Int) {
        if let last = frames[side].last, last.isJunk {
            frames[side][frames[side].count - 1].range = last.range.lowerBound..<last.range.upperBound + count
        } else {
            add(side, HoleFrame(range: 0..<count, head: 0, size: count, name: "junk", isTCPForm: true, isJunk: true))
        }
        send(side, [UInt8](repeating: UInt8(ascii: "a"), count: count))
    }

    private mutating func send(_ side: Int, _ bytes: [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: width) {
            session.send(fromClient: side == 0, Array(bytes[start..<min(bytes.count, start + width)]))
        }
        lengths[side] += bytes.count
    }

    /// Appends a WebSocket frame to the bytes of a message.
    private mutating func frame(
        _ side: Int,
        _ first: UInt8,
        _ payload: [UInt8],
        _ described: HoleFrame,
        _ bytes: inout [UInt8]
    ) {
        let masked: UInt8 = side == 0 ? 0x80 : 0
        var frame = [first]
        frame += payload.count < 126 ? [masked | UInt8(payload.count)] : [masked | 126, 0, UInt8(payload.count)]
        var mask: [UInt8] = []
        if side == 0 {
            masks += 1
            mask = planBytes(masks, 4).map { $0 & 0x7F }
            frame += mask
        }
        var described = described
        described.head = frame.count
        frame += payload.enumerated().map { mask.isEmpty ? $1 : $1 ^ mask[$0 % 4] }
        described.range = bytes.count..<bytes.count + frame.count
        add(side, described)
        bytes += frame
    }

    /// Adds a frame; its range is relative to the end of the sent bytes.
    private mutating func add(_ side: Int, _ frame: HoleFrame) {
        var frame = frame
        frame.range = lengths[side] + frame.range.lowerBound..<lengths[side] + frame.range.upperBound
        frames[side].append(frame)
    }

    /// Removes a packet from the capture, or the end of its payload.
    ///
    /// Two adjacent losses are one hole or two, depending on the other end's acknowledgments between them; so captured
    /// bytes always separate two holes of a direction.
    ///
    /// In the TCP form the header of a frame is always captured: otherwise the next frame's start could only be
    /// guessed.
    private mutating func lose(_ place: Int, _ part: Int, isFirst: Bool) {
        let packet = session.packets[place]
        let isClient = Self.isClient(packet)
        let before = session.packets.indices.last { $0 < place && Self.isClient(session.packets[$0]) == isClient }
        let count = part == 0 ? 0 : 1 + part % packet.payload.count
        guard count < packet.payload.count, packet.payload.count > 0 else { return }
        guard !isTCPForm || !isFirst || count >= 4 else { return }
        let next = session.packets.indices.first { $0 > place && Self.isClient(session.packets[$0]) == isClient }
        guard next.map({ kept[$0] == nil }) ?? true else { return }
        if let before, let known = kept[before] {
            // A packet right after a missing one may be missing as well; both make one hole.
            guard known == 0, count == 0, before == place - 1 else { return }
        }
        kept[place] = count
    }

    private static func isClient(_ packet: WirePacket) -> Bool { packet.ends[3] == 1 }

    // MARK: Captured packets

    private mutating func write() {
        var captured: [WirePacket] = []
        var streams = [HoleStream(), HoleStream()]
        // The length of each stream before the capture begins.
        var before = [0, 0]
        for (place, packet) in session.packets.enumerated() {
            let side = Self.isClient(packet) ? 0 : 1
            let count = place < missed ? 0 : kept[place] ?? packet.payload.count
            let isThere = place >= missed && (packet.payload.isEmpty || count > 0)
            var packet = packet
            let length = packet.payload.count
            if place < missed { before[side] += length }
            packet.cut(length - count)
            if isThere { captured.append(packet) }
            streams[side].add(count, length, packet: captured.count, time: packet.time)
        }
        capture = WireCapture(captured).bytes
        for side in 0..<2 {
            // If the capture begins late, only a whole message shows the position of frames.
            let known = frames[side].drop { frame in
                frame.range.lowerBound < before[side]
                    || beginning == .nothing && (frame.isControl || !frame.isFirst || !frame.isFinal)
            }
            lines[side] =
                beginning == .whole
                ? streams[side].lines(frames[side])
                : streams[side].messages(Array(known))
        }
    }
}
