/// Builds the packets of one connection: handshake, bytes of both directions, end.
package struct SampleSession: Sendable {
    package private(set) var packets: [WirePacket] = []
    private var time: UInt64
    private let port: UInt16
    private let serverPort: UInt16
    private var next: (client: UInt32, server: UInt32)
    /// The encryption of both directions; empty before the TLS handshake.
    private var sealers: [TLSNewSealer] = []
    /// The key log that decrypts the connection.
    package private(set) var keyLog: [UInt8] = []

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - number: the client's first sequence number; the server's is 7000 above it.
    ///   - time: the time of the first packet, in microseconds since 1970.
    ///   - hasSYN: whether the capture has the SYN; otherwise it begins with the SYN-ACK.
    package init(
        port: UInt16 = 50001,
        serverPort: UInt16 = 80,
        number: UInt32 = 1000,
        time: UInt64 = 1_795_000_000_000_000,
        hasSYN: Bool = true
    ) {
        self.port = port
        self.serverPort = serverPort
        self.time = time
        next = (number, number &+ 7000)
        add(true, 2)
        add(false, 0x12)
        add(true, 0x10)
        if !hasSYN { packets.removeFirst() }
    }

    /// Sends bytes, as one segment if a packet has room for them.
    package mutating func send(fromClient: Bool, _ bytes: [UInt8]) {
        for piece in Self.pieces(of: sealed(bytes, fromClient), Self.mostInPacket) { add(fromClient, 0x18, piece) }
    }

    /// Sends pieces in packets that end in the middle of most pieces: some packets hold the end of a piece, the whole
    /// next one, and the beginning of another.
    ///
    /// - Returns: the numbers of the packets of each piece, from 1.
    package mutating func send(fromClient: Bool, together pieces: [[UInt8]]) -> [[Int]] {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        for piece in pieces.map({ sealed($0, fromClient) }) {
            ranges.append(bytes.count..<bytes.count + piece.count)
            bytes += piece
        }
        var cuts: [Range<Int>] = []
        let halved = ranges.enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
        for end in halved.map({ $0.lowerBound + $0.count / 2 }) + [bytes.count] {
            for start in stride(from: cuts.last?.upperBound ?? 0, to: end, by: Self.mostInPacket) {
                cuts.append(start..<min(start + Self.mostInPacket, end))
            }
        }
        let first = packets.count + 1
        for cut in cuts { add(fromClient, 0x18, Array(bytes[cut])) }
        return ranges.map { range in cuts.indices.filter { cuts[$0].overlaps(range) }.map { first + $0 } }
    }

    /// Adds the TLS 1.3 handshake of a plan, and goes on under its keys.
    package mutating func shakeHands(_ plan: TLSPlan) {
        for record in plan.records { send(fromClient: record.side == 0, record.bytes) }
        sealers = plan.sealers
        keyLog = plan.keyLog
    }

    /// Sends an alert under the keys of TLS 1.3 (RFC 8446 section 6).
    mutating func alert(fromClient: Bool, isFatal: Bool, _ code: UInt8) {
        guard !sealers.isEmpty else { return }
        add(fromClient, 0x18, sealers[fromClient ? 0 : 1].seal([isFatal ? 2 : 1, code], type: 21))
    }

    /// Drops the packets without data and moves the server's first data before the client's, as if each direction was
    /// captured by itself.
    package mutating func beginWithAnswer() {
        packets.removeAll { $0.payload.isEmpty }
        guard let place = packets.firstIndex(where: { $0.ends[3] == 2 }) else { return }
        let times = packets[...place].map(\.time)
        packets.insert(packets.remove(at: place), at: 0)
        for (place, time) in times.enumerated() { packets[place].time = time }
    }

    /// Moves the server's handshake after all the client's data up to the server's next data, as if the client's
    /// packets knew nothing of the handshake.
    ///
    /// - Parameter hands: the indices of the handshake's packets.
    /// - Returns: the indices of the packets that move forward, and by how many places.
    package mutating func answerLate(_ hands: Range<Int>) -> (earlier: Range<Int>, count: Int) {
        let isServer = packets.map { $0.ends[3] == 2 }
        let end = packets.indices[hands.upperBound...]
            .first { isServer[$0] && !packets[$0].payload.isEmpty || packets[$0].flags & 1 != 0 }
        let all = hands.lowerBound..<(end ?? packets.count)
        let times = all.map { packets[$0].time }
        let acknowledgment = packets[all.lowerBound].acknowledgment
        var order = all.filter { !isServer[$0] }.map { packets[$0] }
        for place in order.indices { order[place].acknowledgment = acknowledgment }
        order += all.filter { isServer[$0] }.map { packets[$0] }
        for (place, time) in times.enumerated() { order[place].time = time }
        packets.replaceSubrange(all, with: order)
        return (hands.upperBound..<all.upperBound, hands.count { isServer[$0] })
    }

    /// Cuts the end of the last packet: in the capture only, whose record says so, or altogether.
    mutating func breakOff(_ count: Int, isSent: Bool) {
        if isSent {
            packets[packets.count - 1].cut(count)
        } else {
            packets[packets.count - 1].payload.removeLast(count)
        }
    }

    /// Removes a packet from the capture.
    mutating func lose(_ place: Int) { packets.remove(at: place) }

    /// Removes the packets before an index.
    package mutating func leaveOut(before place: Int) { packets.removeFirst(place) }

    private mutating func sealed(_ bytes: [UInt8], _ fromClient: Bool) -> [UInt8] {
        guard !sealers.isEmpty else { return bytes }
        return Self.pieces(of: bytes, Self.mostInRecord).flatMap { sealers[fromClient ? 0 : 1].seal($0, type: 23) }
    }

    private static func pieces(of bytes: [UInt8], _ count: Int) -> [[UInt8]] {
        guard bytes.count > count else { return [bytes] }
        return stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<min($0 + count, bytes.count)]) }
    }

    /// The most bytes in a record (RFC 8446 section 5.1).
    private static let mostInRecord = 1 << 14
    /// The time between two packets, in microseconds.
    static let pause: UInt64 = 1000
    /// The most bytes in a packet; an IP packet would have room for some more.
    private static let mostInPacket = 60_000

    /// The time of the next packet, in microseconds since 1970.
    package var now: UInt64 { time }

    /// Moves the time forward, in microseconds.
    package mutating func wait(_ microseconds: UInt64) { time += microseconds }

    /// Moves the time back, in microseconds.
    mutating func goBack(_ microseconds: UInt64) { time -= microseconds }

    /// Ends both streams.
    package mutating func close() {
        add(true, 0x11)
        add(false, 0x11)
        add(true, 0x10)
    }

    /// Ends one stream.
    mutating func finish(fromClient: Bool) { add(fromClient, 0x11) }

    /// Resets the connection.
    mutating func reset(fromClient: Bool) { add(fromClient, 0x14) }

    /// Returns the file, with times in microseconds, or in nanoseconds with these last three digits.
    package func capture(nanoseconds: UInt64? = nil) -> [UInt8] {
        WireCapture(packets, nanoseconds: nanoseconds).bytes
    }

    private mutating func add(_ fromClient: Bool, _ flags: UInt8, _ payload: [UInt8] = []) {
        packets.append(
            WirePacket(
                time: time,
                fromClient: fromClient,
                port: port,
                serverPort: serverPort,
                sequence: fromClient ? next.client : next.server,
                acknowledgment: flags == 2 ? 0 : fromClient ? next.server : next.client,
                flags: flags,
                payload: payload
            )
        )
        let taken = UInt32(payload.count) + (flags & 3 != 0 ? 1 : 0)
        if fromClient { next.client &+= taken } else { next.server &+= taken }
        time += Self.pause
    }
}

extension SampleSession {
    /// Sends the request to upgrade to WebSocket on a path, and the response, with a subprotocol if there is one.
    ///
    /// - Parameter offered: the subprotocols that the client offers; `nil` for the chosen one.
    package mutating func upgrade(path: String, subprotocol: String? = nil, offered: String? = nil) {
        func line(_ value: String?) -> String { value.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? "" }
        let both = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        // The requested protocols are a list (RFC 9110 section 7.8).
        let asked = "Connection: keep-alive, Upgrade\r\nUpgrade: x/2, websocket\r\n"
        let offer = line(offered ?? subprotocol)
        let agreed = line(subprotocol)
        let request = "GET \(path) HTTP/1.1\r\nHost: im.example\r\nSec-WebSocket-Version: 13\r\n"
        send(
            fromClient: true,
            Array("\(request)Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(asked)\(offer)\r\n".utf8)
        )
        let answer = "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
        send(fromClient: false, Array("\(answer)\(both)\(agreed)\r\n".utf8))
    }

    /// Sends a frame as one WebSocket message.
    package mutating func message(fromClient: Bool, _ frame: [UInt8], first: UInt8 = 0x82) {
        send(fromClient: fromClient, Self.framed(fromClient, frame, first))
    }

    /// Sends frames as WebSocket messages in packets that end in the middle of most messages.
    ///
    /// - Returns: the numbers of the packets of each message, from 1.
    package mutating func messages(fromClient: Bool, _ frames: [[UInt8]], first: UInt8 = 0x82) -> [[Int]] {
        send(fromClient: fromClient, together: frames.map { Self.framed(fromClient, $0, first) })
    }

    /// Sends control frames, as either end may at any time (RFC 6455 section 5.5): one, two or twelve; pings and pongs
    /// of 0, 4 or 125 bytes.
    package mutating func controls(_ choice: Int) {
        for number in 0..<[1, 2, 1, 12][choice & 3] {
            let payload = planBytes(choice, [0, 4, 125][(number + choice >> 2) % 3])
            let first: UInt8 = (number + choice >> 1) & 1 == 0 ? 0x89 : 0x8A
            message(fromClient: (number + choice) & 1 == 0, payload, first: first)
        }
    }

    private static func framed(_ fromClient: Bool, _ frame: [UInt8], _ first: UInt8) -> [UInt8] {
        var bytes: [UInt8] = []
        Framing.webSocket(first: first, mask: fromClient ? [0x11, 0x22, 0x33, 0x44] : nil)
            .append(frame, claiming: frame.count, to: &bytes)
        return bytes
    }
}
