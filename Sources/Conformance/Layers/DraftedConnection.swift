import WireFormat

/// The segments of a connection without losses: its opening, the bytes of both ends, its end.
struct DraftedConnection {
    /// The segments so far.
    private(set) var segments: [SegmentCapture.Segment] = []
    /// The time of the next segment, in nanoseconds since 1970.
    var time: Int64
    private let port: UInt16
    private var next: (client: UInt32, server: UInt32) = (1000, 8000)

    /// The default start of a capture, in nanoseconds since 1970.
    static let usualTime: Int64 = 1_795_000_000_000_000_000
    /// The default time between two packets, in nanoseconds.
    static let step: Int64 = 1_000_000

    /// Makes a connection and opens it.
    init(port: UInt16 = 50001, at time: Int64 = usualTime) {
        self.port = port
        self.time = time
        add(from: .client, 0x02)
        add(from: .server, 0x12)
        add(from: .client, 0x10)
    }

    /// Sends bytes in as many segments as needed.
    mutating func send(from sender: FrameSender, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(SegmentCapture.longestPayload)
            rest = rest.dropFirst(piece.count)
            add(from: sender, 0x18, Array(piece))
        }
    }

    /// Ends the stream of one end with a FIN.
    mutating func end(from sender: FrameSender) { add(from: sender, 0x11) }

    /// Ends both streams.
    mutating func close() {
        end(from: .client)
        end(from: .server)
        add(from: .client, 0x10)
    }

    /// Sends the request to switch to WebSocket, and its answer.
    ///
    /// Throws `value` for a text that would not fit on one line.
    mutating func upgrade(to target: String, agreeingTo extensions: String? = nil) throws(WireError) {
        for text in [target, extensions ?? ""] where text.utf8.contains(where: { $0 < 0x20 }) {
            throw WireError(.value, at: 0, expected: "a text without controls")
        }
        let field = extensions.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? ""
        let request =
            "GET \(target) HTTP/1.1\r\nHost: im.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(field)\r\n"
        let answer =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\(field)\r\n"
        send(from: .client, Array(request.utf8))
        send(from: .server, Array(answer.utf8))
    }

    private mutating func add(from sender: FrameSender, _ flags: UInt8, _ payload: [UInt8] = []) {
        segments.append(
            SegmentCapture.Segment(
                time: time,
                sender: sender,
                port: port,
                sequence: sender == .client ? next.client : next.server,
                acknowledgment: flags & 0x10 == 0 ? 0 : sender == .client ? next.server : next.client,
                flags: flags,
                payload: payload
            )
        )
        let taken = UInt32(truncatingIfNeeded: payload.count) + (flags & 3 != 0 ? 1 : 0)
        if sender == .client { next.client &+= taken } else { next.server &+= taken }
        time &+= Self.step
    }
}
