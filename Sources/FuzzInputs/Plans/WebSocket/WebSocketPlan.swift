/// The WebSocket messages of two directions (RFC 6455, RFC 7692), and their frames.
///
/// A plan's first byte is the agreement: bits 0 and 1 no compression, or permessage-deflate; bits 2 and 3 no context
/// takeover for the client and the server; bits 4 to 7 the segmentation. The second byte: the spelling of the
/// extensions, the limits, and whether the response to the upgrade is missing. A step is five bytes: the kind of frame,
/// its length, its content, its fragmentation, its fault.
package struct WebSocketPlan: Sendable {
    /// A message, a control frame, or a fault.
    package struct Unit: Hashable, Sendable {
        package var fromClient: Bool
        /// `binary`, `text`, `control` with its opcode, or the code of the fault.
        package var kind: String
        package var bytes: [UInt8] = []
        /// The packets with the unit's frames; not compared for faults.
        package var packets: [Int] = []

        package init(fromClient: Bool, kind: String, bytes: [UInt8] = [], packets: [Int] = []) {
            self.fromClient = fromClient
            self.kind = kind
            self.bytes = bytes
            self.packets = packets
        }

        /// Whether the unit is a whole message.
        package var isMessage: Bool { kind == "binary" || kind == "text" }
        package var isControl: Bool { kind.hasPrefix("control") }
    }

    /// The units that the decoder must return, in order.
    package private(set) var units: [Unit] = []
    /// The connection.
    package private(set) var session = SampleSession()
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [(Int, Int)] = []
    /// The number of control frames of the client and of the server.
    package private(set) var controls = [0, 0]
    /// The code of the first close frame in either direction; 1005 if it has no code.
    package private(set) var closeCode: Int?
    /// The length of the longest frame and message.
    package let frameLimit: Int
    /// The largest number of frames in a message.
    package let countLimit: Int
    private let segmentation: Int
    /// The nanoseconds after the microseconds of each packet's time; `nil` if the capture has none.
    package var nanoseconds: UInt64? { segmentation == 14 ? 7 : nil }
    let isCompressed: Bool
    /// Whether the handshake names an extension besides the compression.
    private(set) var hasOtherExtension = false
    let forgets: [Bool]
    var deflates = [PlannedDeflate(), PlannedDeflate()]
    /// The last content of each direction, for the next message to refer to.
    var last: [[UInt8]] = [[], []]
    private var masks = 0
    private var unsent: [UInt8] = []
    private var unsentFromClient = true
    /// The ranges in `unsent` that belong to messages.
    private var marks: [(message: Int, range: Range<Int>)] = []
    /// The packets of each message.
    private var packets: [Int: [Int]] = [:]
    private var messages = 0
    /// The message of each unit; below 0 for other units.
    private var places: [Int] = []
    var isBroken = [false, false]
    /// Whether a compressed message of a direction was lost, so that later ones might refer to it.
    var hasLost = [false, false]
    /// Whether the last compressed message of a direction was abandoned, and the next one refers to it.
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
        // Without the response, the first messages must show whether there is compression.
        let isAnswered = !isCompressed || form & 0x80 == 0
        // An offer may take several header fields (RFC 6455 section 9.1), a response only one.
        let offer = agreement(form & 7)
        hasOtherExtension = offer?.hasPrefix("x-other") ?? false
        let fields = offer?.replacing(", ", with: "\r\nSec-WebSocket-Extensions: ")
        session.upgrade(extensions: isAnswered ? offer : fields, isAnswered: isAnswered)
        if !isAnswered { begin() }
        for step in reader.steps(of: 5, atMost: 64) { take(step) }
        flush()
        session.close()
        for (place, message) in places.enumerated() where message >= 0 { units[place].packets = packets[message] ?? [] }
    }

    /// Sends a whole message in each direction, each in its own packet, in either order; or only the server's.
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

    /// Returns the extension header in one of its spellings.
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
        // A few long messages are enough.
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
        // The next message refers to the lost one, even after uncompressed messages in between.
        if !refersToLost[side] { last[side] = plain }
        guard !isWhole || isLost || unit.kind == "deflate-limit" else { return }
        // No later message refers to the lost one.
        hasLost[side] = true
        refersToLost[side] = false
        deflates[side].reset()
        last[side] = []
    }

    /// Sends the frames of a message, and returns whether they stay within the limits; the first frame beyond a limit
    /// has the fault.
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
                // The frames before a frame that is too long are a cut message.
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
    ///   - wrong: bits for an unexpected mask or a missing one, and for a length in a longer form than needed.
    ///   - message: the message of the frame; below 0 for none.
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

    /// Returns a message in several fragments; some fragments are empty, also the first ones.
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
        // Unsent bytes are joined with the next ones of the same direction.
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
