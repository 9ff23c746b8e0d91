/// Two directions of WebSocket messages (RFC 6455, RFC 7692) and the messages themselves.
///
/// A plan's first byte says what was agreed on: bits 0 and 1 no compression, or permessage-deflate; bits 2 and 3 whether
/// the client's and the server's messages each begin anew; bits 4 to 7 how the bytes are cut into segments. The second one
/// says how the agreement is written, which limits there are, and whether the answer to the switch is missing. A step is
/// five bytes: what is sent, how long it is, what is in it, how it is cut into frames, what is wrong with it.
package struct WebSocketPlan: Sendable {
    /// A message, a control frame, or what is none.
    package struct Unit: Hashable, Sendable {
        package var fromClient: Bool
        /// `binary`, `text`, `control` with the number of its kind, or the code of what is wrong.
        package var kind: String
        package var bytes: [UInt8] = []
        /// The packets that brought it; of what is wrong they are not looked at.
        package var packets: [Int] = []

        package init(fromClient: Bool, kind: String, bytes: [UInt8] = [], packets: [Int] = []) {
            self.fromClient = fromClient
            self.kind = kind
            self.bytes = bytes
            self.packets = packets
        }

        /// Whether it is a whole message.
        package var isMessage: Bool { kind == "binary" || kind == "text" }
        package var isControl: Bool { kind.hasPrefix("control") }
    }

    /// What the decoder should give, in order.
    package private(set) var units: [Unit] = []
    /// The connection.
    package private(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    package private(set) var kinds: [(Int, Int)] = []
    /// Control frames of the client and of the server.
    package private(set) var controls = [0, 0]
    /// The code of the first close frame of both; 1005 for one without a code.
    package private(set) var closeCode: Int?
    /// Longest frame and message.
    package let frameLimit: Int
    /// Most frames of a message.
    package let countLimit: Int
    private let segmentation: Int
    /// Nanoseconds behind the microseconds of each packet's time, where the capture has them.
    package var nanoseconds: UInt64? { segmentation == 14 ? 7 : nil }
    let isCompressed: Bool
    let forgets: [Bool]
    var deflates = [PlannedDeflate(), PlannedDeflate()]
    /// What each end sent last, for the next message to refer to.
    var last: [[UInt8]] = [[], []]
    private var masks = 0
    private var unsent: [UInt8] = []
    private var unsentFromClient = true
    /// Which bytes that are not sent belong to which message.
    private var marks: [(message: Int, range: Range<Int>)] = []
    /// The packets that brought each message.
    private var packets: [Int: [Int]] = [:]
    private var messages = 0
    /// Which message each unit is; below 0 for others.
    private var places: [Int] = []
    var isBroken = [false, false]
    /// Whether a compressed message of an end was lost, to which later ones might refer.
    var hasLost = [false, false]
    /// Whether the last compressed message of an end was given up, and the next one refers to it.
    var refersToLost = [false, false]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        let form = reader.byte()
        segmentation = options >> 4
        isCompressed = options & 3 != 0
        forgets = [options & 4 != 0, options & 8 != 0]
        frameLimit = form & 0x60 == 0x60 ? 3000 : 16 << 20
        countLimit = form & 0x18 == 0x18 ? 3 : 1 << 16
        // Without the answer it is not known whether there is compression; then the first messages show it.
        let isAnswered = !isCompressed || form & 0x80 == 0
        // What is offered may stand in several fields (RFC 6455 section 9.1), what is agreed to in one only.
        let offer = agreement(form & 7)
        let fields = offer?.replacing(", ", with: "\r\nSec-WebSocket-Extensions: ")
        session.upgrade(extensions: isAnswered ? offer : fields, isAnswered: isAnswered)
        if !isAnswered { begin() }
        for step in reader.steps(of: 5, atMost: 64) { take(step) }
        flush()
        session.close()
        for (place, message) in places.enumerated() where message >= 0 { units[place].packets = packets[message] ?? [] }
    }

    /// A whole message of each end, in a packet of its own; either goes first, or the client says nothing any more.
    private mutating func begin() {
        isBroken[0] = segmentation & 3 == 3
        for fromClient in segmentation & 2 == 0 ? [true, false] : [false, true] where !isBroken[fromClient ? 0 : 1] {
            let plain = Self.content(fromClient ? 1 : 9, 40, before: [])
            let unit = Unit(fromClient: fromClient, kind: "binary", bytes: plain)
            let payload = deflates[fromClient ? 0 : 1].message(plain, .literals)
            _ = send([payload], unit, 0x42, 0, 0, hasControls: false)
            flush()
            last[fromClient ? 0 : 1] = plain
        }
    }

    /// What both ends agree on, in one of its spellings.
    private func agreement(_ form: Int) -> String? {
        guard isCompressed else { return form == 7 ? "x-other; permessage-deflate" : nil }
        let name = ["permessage-deflate", "Permessage-Deflate", "x-other; a=1, permessage-deflate"][form % 3]
        let gap = form & 4 == 0 ? "; " : ";"
        var parameters = form & 2 == 0 ? "" : "\(gap)client_max_window_bits=15"
        if forgets[0] { parameters += "\(gap)client_no_context_takeover" }
        if forgets[1] { parameters += "\(gap)Server_No_Context_Takeover" }
        return name + parameters
    }

    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let fromClient = choice & 0x80 == 0
        let side = fromClient ? 0 : 1
        let kind = choice & 7
        // Few long messages are as good as many.
        let wish = Self.length(step.byte(), choice >> 3 & 15)
        let length = units.reduce(0) { $0 + $1.bytes.count } > 30_000 ? wish & 63 : wish
        let content = step.byte()
        let cut = step.byte()
        let wrong = step.byte()
        guard !isBroken[side] else { return }
        kinds.append((kind, isCompressed ? 1 + content & 3 : 0))
        if kind == 7 { return control(fromClient, content) }
        if wrong & 0xF0 == 0xF0, fail(fromClient, wrong & 15, content) { return }
        let isLost = isCompressed && kind >= 3 && refersToLost[side]
        let isText = kind >= 5 && content & 32 != 0 && !isLost
        var plain = isLost ? last[side] : Self.content(content, length, before: last[side])
        var spoilt: Int?
        if isText {
            plain = Self.text(plain)
            if wrong & 0xC0 == 0xC0 { spoilt = Self.spoil(&plain, content ^ cut) }
        }
        var payload = plain
        var first: UInt8 = isText ? 0x01 : 0x02
        if isCompressed, kind >= 3 {
            if forgets[side] { deflates[side].reset() }
            let form = isLost ? .references : PlannedDeflate.Form(rawValue: content & 3) ?? .literals
            payload = deflates[side].message(plain, plain.count > 5000 ? .stored : form)
            first |= 0x40
        }
        let isDirect = kind == 0 || kind == 3 || kind == 5
        let frames = isDirect ? [payload] : Self.fragments(payload, cut)
        var unit = Unit(fromClient: fromClient, kind: isText ? "text" : "binary", bytes: plain)
        if let spoilt { unit.kind = "websocket-utf8 at \(spoilt)" }
        if first & 0x40 != 0, plain.count > frameLimit { unit.kind = "deflate-limit" }
        if isLost { unit.kind = "deflate-window" }
        let isWhole = send(frames, unit, first, cut, wrong, hasControls: !isDirect && kind & 1 == 0)
        // What the next message refers to is the lost one, whatever comes uncompressed in between.
        if !refersToLost[side] { last[side] = plain }
        guard !isWhole || isLost || unit.kind == "deflate-limit" else { return }
        // What was lost nobody refers to any more.
        hasLost[side] = true
        refersToLost[side] = false
        deflates[side].reset()
        last[side] = []
    }

    /// Sends the frames of a message, and what goes over a limit is told with the frame that does; whether none does.
    private mutating func send(
        _ frames: [[UInt8]],
        _ unit: Unit,
        _ first: UInt8,
        _ cut: Int,
        _ wrong: Int,
        hasControls: Bool
    ) -> Bool {
        let fromClient = unit.fromClient
        let message = messages
        messages += 1
        var sum = 0
        var isOver = false
        for (number, payload) in frames.enumerated() {
            let isLast = number == frames.count - 1
            let opcode = number == 0 ? first : 0
            sum += payload.count
            if isOver {
                if payload.count > frameLimit { add(Unit(fromClient: fromClient, kind: "websocket-limit")) }
            } else {
                isOver = sum > frameLimit || number + 1 > countLimit
                // The frames before one that is too long are a message that is cut.
                if payload.count > frameLimit, number > 0 { add(Unit(fromClient: fromClient, kind: "frame-cut")) }
                if isOver {
                    add(Unit(fromClient: fromClient, kind: "websocket-limit"))
                } else if isLast {
                    add(unit, message)
                }
            }
            frame(fromClient, opcode | (isLast ? 0x80 : 0), payload, wrong, message)
            if hasControls, !isLast { control(cut & 4 == 0 ? fromClient : !fromClient, cut) }
        }
        return !isOver
    }

    mutating func add(_ unit: Unit, _ message: Int = -1) {
        units.append(unit)
        places.append(message)
    }

    // MARK: Frames

    /// Sends a frame.
    ///
    /// - Parameters:
    ///   - wrong: whether it is masked though it need not be, and whether its length is longer than it need be.
    ///   - message: which message it is of; below 0 for none.
    mutating func frame(_ fromClient: Bool, _ first: UInt8, _ payload: [UInt8], _ wrong: Int, _ message: Int) {
        var bytes = [first]
        let isMasked = fromClient != (wrong & 7 == 7)
        let masked: UInt8 = isMasked ? 0x80 : 0
        let isControl = first & 8 != 0
        switch payload.count {
        case ..<126 where isControl || wrong & 0x18 != 0x18: bytes.append(masked | UInt8(payload.count))
        case ..<65536 where wrong & 0x20 == 0:
            bytes += [masked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            bytes.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
            }
        }
        if isMasked {
            masks += 1
            let mask = planBytes(masks, 4)
            bytes += mask
            for (place, byte) in payload.enumerated() { bytes.append(byte ^ mask[place % 4]) }
        } else {
            bytes += payload
        }
        send(fromClient, bytes, message)
    }

    /// A message in several parts, of which some are empty, the first ones also.
    private static func fragments(_ payload: [UInt8], _ cut: Int) -> [[UInt8]] {
        let count = 2 + cut & 3
        var start = 0
        return (0..<count).map { number in
            let isLast = number == count - 1
            let end = isLast ? payload.count : min(payload.count, start + (cut >> 2) * (number + 1) % 97)
            defer { start = end }
            return Array(payload[start..<end])
        }
    }

    private mutating func control(_ fromClient: Bool, _ number: Int) {
        guard !isBroken[fromClient ? 0 : 1] else { return }
        controls[fromClient ? 0 : 1] += 1
        var first: UInt8 = number & 1 == 0 ? 0x89 : 0x8A
        var payload = planBytes(number, number % 126)
        if number & 3 == 3 {
            // A code and a reason, or neither (RFC 6455 section 5.5.1).
            let code = number & 4 == 0 ? [1000, 1001, 3000 + number, 4999][number >> 3 & 3] : nil
            if closeCode == nil { closeCode = code ?? 1005 }
            payload = code.map { [UInt8($0 >> 8), UInt8($0 & 255)] + Array("bye".utf8) } ?? []
            first = 0x88
        }
        add(Unit(fromClient: fromClient, kind: "control \(first & 15)", bytes: payload))
        frame(fromClient, first, payload, 0, -1)
    }

    // MARK: Segments

    mutating func send(_ fromClient: Bool, _ bytes: [UInt8], _ message: Int) {
        // What is not sent at once goes together with what follows of the same end.
        if unsentFromClient != fromClient { flush() }
        unsentFromClient = fromClient
        if message >= 0 { marks.append((message, unsent.count..<unsent.count + bytes.count)) }
        unsent += bytes
        if segmentation & 1 == 0 { flush() }
    }

    private mutating func flush() {
        let width = [1 << 15, 7, 500, 1, 33][segmentation % 5]
        let size = max(width, unsent.count / 12)
        for start in stride(from: 0, to: unsent.count, by: size) {
            let range = start..<min(start + size, unsent.count)
            session.send(fromClient: unsentFromClient, Array(unsent[range]))
            let packet = session.packets.count
            for mark in marks where mark.range.overlaps(range) && packets[mark.message]?.last != packet {
                packets[mark.message, default: []].append(packet)
            }
        }
        unsent = []
        marks = []
    }
}
