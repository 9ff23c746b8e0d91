/// Two directions of WebSocket messages (RFC 6455, RFC 7692) and the messages themselves.
///
/// A plan's first byte says what was agreed on: bits 0 and 1 no compression, or permessage-deflate; bits 2 and 3 whether
/// the client's and the server's messages each begin anew; bits 4 to 7 how the bytes are cut into segments. A step is
/// four bytes: what is sent, how long it is, what is in it, how it is cut into frames.
struct WebSocketPlan: Sendable {
    /// A message.
    struct Message: Hashable, Sendable {
        var fromClient: Bool
        var bytes: [UInt8]
    }

    /// What the decoder should give, in order.
    private(set) var messages: [Message] = []
    /// The connection.
    private(set) var session = SampleSession()
    /// What the plan does, for the fuzzer to tell plans apart.
    private(set) var kinds: [(Int, Int)] = []
    /// Control frames of the client and of the server.
    private(set) var controls = [0, 0]
    /// The code of the last close frame of the client and of the server; 1005 for one without a code.
    private(set) var closeCodes: [Int?] = [nil, nil]
    private let segmentation: Int
    private var masks = 0
    private var unsent: [UInt8] = []
    private var unsentFromClient = true

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        segmentation = options >> 4
        let isCompressed = options & 3 != 0
        let clientForgets = options & 4 != 0
        let serverForgets = options & 8 != 0
        var parameters = "permessage-deflate"
        if clientForgets { parameters += "; client_no_context_takeover" }
        if serverForgets { parameters += "; server_no_context_takeover" }
        session.upgrade(extensions: isCompressed ? parameters : nil)
        var deflates = [PlannedDeflate(), PlannedDeflate()]
        for step in reader.steps(of: 4, atMost: 64) {
            var step = step
            let choice = step.byte()
            let fromClient = choice & 0x80 == 0
            let kind = choice & 7
            // Few long messages are as good as many.
            let wish = Self.length(step.byte(), choice >> 3 & 15)
            let length = messages.reduce(0) { $0 + $1.bytes.count } > 30_000 ? wish & 63 : wish
            let content = step.byte()
            let cut = step.byte()
            kinds.append((kind, isCompressed ? 1 + content & 3 : 0))
            if kind == 7 {
                control(fromClient, content)
                continue
            }
            let side = fromClient ? 0 : 1
            let plain = Self.content(
                content,
                length,
                before: messages.last { $0.fromClient == fromClient && !$0.bytes.isEmpty }?.bytes
            )
            var payload = plain
            var first: UInt8 = 0x02
            if isCompressed, kind >= 3 {
                if fromClient ? clientForgets : serverForgets { deflates[side].reset() }
                let form = PlannedDeflate.Form(rawValue: content & 3) ?? .literals
                payload = deflates[side].message(plain, plain.count > 5000 ? .stored : form)
                first = 0x42
            }
            switch kind {
            case 0, 3: frame(fromClient, first | 0x80, payload)
            default: fragments(fromClient, first, payload, cut, hasControls: kind & 1 == 0)
            }
            messages.append(Message(fromClient: fromClient, bytes: plain))
        }
        flush()
        session.close()
    }

    /// Lengths around the edges of the three forms, and small ones.
    private static func length(_ byte: Int, _ more: Int) -> Int {
        switch byte {
        case 0..<16: 0
        case 16..<200: byte
        case 200..<250: [124, 125, 126, 127, 128, 255, 256, 1000, 4095, 32767][byte % 10] + (more & 1)
        default: more == 0 ? 65534 + byte % 4 : 200 + more * 300
        }
    }

    /// A frame of a server's push without an object, so that the message is one of the system, then bytes: of the
    /// message before, so that there is something to refer to, or new ones.
    private static func content(_ number: Int, _ count: Int, before: [UInt8]?) -> [UInt8] {
        guard count > 0 else { return [] }
        if let before, number & 4 != 0, before.count > 8 {
            var bytes = before
            while bytes.count < count { bytes += before }
            bytes = Array(bytes.prefix(count))
            if number & 8 != 0 { bytes[bytes.count / 2] ^= 0x55 }
            return bytes
        }
        return number & 16 != 0
            ? [UInt8](repeating: UInt8(number), count: count) : planBytes(number, count)
    }

    // MARK: Frames

    private mutating func frame(_ fromClient: Bool, _ first: UInt8, _ payload: [UInt8]) {
        var bytes = [first]
        let masked: UInt8 = fromClient ? 0x80 : 0
        switch payload.count {
        case ..<126: bytes.append(masked | UInt8(payload.count))
        case ..<65536: bytes += [masked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [masked | 127] + (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 255) }
        }
        if fromClient {
            masks += 1
            let mask = planBytes(masks, 4)
            bytes += mask
            for (place, byte) in payload.enumerated() { bytes.append(byte ^ mask[place % 4]) }
        } else {
            bytes += payload
        }
        send(fromClient, bytes)
    }

    private mutating func fragments(
        _ fromClient: Bool,
        _ first: UInt8,
        _ payload: [UInt8],
        _ cut: Int,
        hasControls: Bool
    ) {
        let count = 2 + cut & 3
        var start = 0
        for number in 0..<count {
            // Some fragments are empty, the first ones also.
            let isLast = number == count - 1
            let end = isLast ? payload.count : min(payload.count, start + (cut >> 2) * (number + 1) % 97)
            let opcode = number == 0 ? first : 0
            frame(fromClient, opcode | (isLast ? 0x80 : 0), Array(payload[start..<end]))
            start = end
            if hasControls, !isLast { control(cut & 4 == 0 ? fromClient : !fromClient, cut) }
        }
    }

    private mutating func control(_ fromClient: Bool, _ number: Int) {
        controls[fromClient ? 0 : 1] += 1
        if number & 3 == 3 {
            // A code and a reason, or neither (RFC 6455 section 5.5.1).
            let code = number & 4 == 0 ? 3000 + number : nil
            closeCodes[fromClient ? 0 : 1] = code ?? 1005
            let payload = code.map { [UInt8($0 >> 8), UInt8($0 & 255)] + Array("bye".utf8) } ?? []
            return frame(fromClient, 0x88, payload)
        }
        frame(fromClient, number & 1 == 0 ? 0x89 : 0x8A, planBytes(number, number % 126))
    }

    // MARK: Segments

    private mutating func send(_ fromClient: Bool, _ bytes: [UInt8]) {
        // What is not sent at once goes together with what follows of the same end.
        if unsentFromClient != fromClient { flush() }
        unsentFromClient = fromClient
        unsent += bytes
        if segmentation & 1 == 0 { flush() }
    }

    private mutating func flush() {
        let width = [1 << 15, 7, 500, 1, 33][segmentation % 5]
        let size = max(width, unsent.count / 12)
        for start in stride(from: 0, to: unsent.count, by: size) {
            session.send(fromClient: unsentFromClient, Array(unsent[start..<min(start + size, unsent.count)]))
        }
        unsent = []
    }
}
