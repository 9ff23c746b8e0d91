import WireFormat

/// Makes the packets of one connection: handshake, bytes of both ends, end.
struct SampleSession: Sendable {
    private(set) var packets: [WirePacket] = []
    private var time: UInt64 = 1_795_000_000_000_000
    private let port: UInt16
    private let serverPort: UInt16
    private var next: (client: UInt32, server: UInt32) = (1000, 8000)

    /// Opens a connection.
    init(port: UInt16 = 50001, serverPort: UInt16 = 80) {
        self.port = port
        self.serverPort = serverPort
        add(true, 2)
        add(false, 0x12)
        add(true, 0x10)
    }

    /// Sends bytes as one segment.
    mutating func send(fromClient: Bool, _ bytes: [UInt8]) { add(fromClient, 0x18, bytes) }

    /// The time of the next packet, in microseconds since 1970.
    var now: UInt64 { time }

    /// Lets time pass, in microseconds.
    mutating func wait(_ microseconds: UInt64) { time += microseconds }

    /// Ends both streams.
    mutating func close() {
        add(true, 0x11)
        add(false, 0x11)
        add(true, 0x10)
    }

    /// The file.
    func capture() -> [UInt8] { WireCapture(packets).bytes }

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
        time += 1000
    }
}

extension SampleSession {
    /// Sends a frame as one WebSocket message.
    mutating func message(fromClient: Bool, _ frame: [UInt8], first: UInt8 = 0x82) {
        var bytes: [UInt8] = []
        Framing.webSocket(first: first, mask: fromClient ? [0x11, 0x22, 0x33, 0x44] : nil)
            .append(frame, claiming: frame.count, to: &bytes)
        send(fromClient: fromClient, bytes)
    }

    /// The request to switch to WebSocket, and the answer.
    mutating func upgrade(compressed: Bool = false) { upgrade(extensions: compressed ? "permessage-deflate" : nil) }

    /// The request to switch to WebSocket, and the answer, which agrees to the extensions.
    mutating func upgrade(extensions: String?) { SampleSystems.usual.upgrade(&self, extensions: extensions) }

    /// A conversation over WebSocket.
    static func chat() -> SampleSession {
        var session = SampleSession()
        session.upgrade()
        for (sender, unit) in SampleSystems.usual.chat { session.message(fromClient: sender == .client, unit) }
        session.close()
        return session
    }
}
