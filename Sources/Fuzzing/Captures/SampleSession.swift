import RongCloud
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
    mutating func upgrade(extensions: String?, version: String = "4.2.0") {
        let offer = extensions.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? ""
        let request =
            "GET /websocket?appId=app1&token=tok-1&sdkVer=\(version)&apiVer=normal HTTP/1.1\r\nHost: im.example\r\n"
            + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + "Sec-WebSocket-Version: 13\r\n\(offer)\r\n"
        send(fromClient: true, Array(request.utf8))
        let answer =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\(offer)\r\n"
        send(fromClient: false, Array(answer.utf8))
    }

    /// A conversation over WebSocket with a frame of every type.
    static func chat() -> SampleSession {
        var session = SampleSession()
        session.upgrade()
        for (sender, frame) in chatFrames { session.message(fromClient: sender == .client, frame) }
        session.close()
        return session
    }

    /// The frames of ``chat()``.
    static let chatFrames: [(FrameSender, [UInt8])] = {
        var frames: [(FrameSender, [UInt8])] = []
        let client = FrameSamples.everyType(.client, form: .websocket)
        let server = FrameSamples.everyType(.server, form: .websocket)
        for index in 0..<max(client.count, server.count) {
            if index < server.count, let bytes = try? server[index].encoded(sender: .server) {
                frames.append((.server, bytes))
            }
            if index < client.count, let bytes = try? client[index].encoded(sender: .client) {
                frames.append((.client, bytes))
            }
        }
        return frames
    }()

    /// A conversation over the TCP form, its bodies under a key.
    static func tcpForm(key: [UInt8] = [0x5C, 0xD1, 0xA8, 0x1C, 0xC3, 0x47, 0xB1, 0xC3]) -> SampleSession {
        var session = SampleSession(port: 50002, serverPort: 8188)
        for sender in [FrameSender.client, .server] {
            for frame in FrameSamples.everyType(sender, form: .tcp).reversed() {
                guard let bytes = try? frame.encoded(form: .tcp, sender: sender) else { continue }
                var wire: [UInt8] = []
                Framing.tcpForm(header: bytes[0], key: key)
                    .append(Array(bytes.dropFirst()), claiming: bytes.count - 1, to: &wire)
                session.send(fromClient: sender == .client, wire)
            }
        }
        session.close()
        return session
    }

    /// A conversation over long polling.
    static func polling() -> SampleSession {
        var session = SampleSession(port: 50003)
        for (index, answer) in FrameSamples.pollingAnswers.enumerated() {
            let request = FrameSamples.pollingRequests[index % FrameSamples.pollingRequests.count]
            if request.hasPrefix("/") {
                session.send(fromClient: true, Array("GET \(request) HTTP/1.1\r\nHost: im.example\r\n\r\n".utf8))
            } else {
                let target = "/websocket?messageid=2&header=50&sessionid=s1&topic=ppMsgP&targetid=u2&pid=1"
                let head =
                    "POST \(target) HTTP/1.1\r\nHost: im.example\r\nContent-Length: \(request.utf8.count)\r\n\r\n"
                session.send(fromClient: true, Array((head + request).utf8))
            }
            let body = index % 2 == 0 ? "[\(answer)]" : answer
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            session.send(fromClient: false, Array((head + body).utf8))
        }
        session.close()
        return session
    }
}
