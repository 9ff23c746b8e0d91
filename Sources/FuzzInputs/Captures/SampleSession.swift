/// Makes the packets of one connection: handshake, bytes of both ends, end.
package struct SampleSession: Sendable {
    package private(set) var packets: [WirePacket] = []
    private var time: UInt64
    private let port: UInt16
    private let serverPort: UInt16
    private var next: (client: UInt32, server: UInt32)

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - number: the client's first sequence number; the server's is 7000 above it.
    ///   - time: when, in microseconds since 1970.
    ///   - hasSYN: whether the capture has the first packet; without it, it begins with the server's answer.
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

    /// Sends bytes, as one segment where a packet has room for them.
    package mutating func send(fromClient: Bool, _ bytes: [UInt8]) {
        var start = 0
        repeat {
            let end = min(start + Self.mostInPacket, bytes.count)
            add(fromClient, 0x18, Array(bytes[start..<end]))
            start = end
        } while start < bytes.count
    }

    /// Microseconds from one packet to the next.
    static let pause: UInt64 = 1000
    /// A packet of IP has room for some more.
    private static let mostInPacket = 60_000

    /// The time of the next packet, in microseconds since 1970.
    package var now: UInt64 { time }

    /// Lets time pass, in microseconds.
    package mutating func wait(_ microseconds: UInt64) { time += microseconds }

    /// Ends both streams.
    package mutating func close() {
        add(true, 0x11)
        add(false, 0x11)
        add(true, 0x10)
    }

    /// Ends one stream.
    mutating func finish(fromClient: Bool) { add(fromClient, 0x11) }

    /// Ends the connection at once.
    mutating func reset(fromClient: Bool) { add(fromClient, 0x14) }

    /// The file.
    package func capture() -> [UInt8] { WireCapture(packets).bytes }

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
    /// The request to switch to WebSocket on a path, and the answer, with a subprotocol where there is one.
    ///
    /// - Parameter offered: all that the client would take; the one that is chosen where this is `nil`.
    package mutating func upgrade(path: String, subprotocol: String? = nil, offered: String? = nil) {
        func line(_ value: String?) -> String { value.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? "" }
        let both = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        let offer = line(offered ?? subprotocol)
        let agreed = line(subprotocol)
        let request = "GET \(path) HTTP/1.1\r\nHost: im.example\r\nSec-WebSocket-Version: 13\r\n"
        send(
            fromClient: true,
            Array("\(request)Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(both)\(offer)\r\n".utf8)
        )
        let answer = "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
        send(fromClient: false, Array("\(answer)\(both)\(agreed)\r\n".utf8))
    }

    /// Sends a frame as one WebSocket message.
    package mutating func message(fromClient: Bool, _ frame: [UInt8], first: UInt8 = 0x82) {
        var bytes: [UInt8] = []
        Framing.webSocket(first: first, mask: fromClient ? [0x11, 0x22, 0x33, 0x44] : nil)
            .append(frame, claiming: frame.count, to: &bytes)
        send(fromClient: fromClient, bytes)
    }
}
