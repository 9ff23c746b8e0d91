import RongCloud
import WireFormat

/// Makes the packets of one connection: handshake, upgrade, frames, end.
struct Talk {
    private(set) var segments: [TestSegment] = []
    /// Nanoseconds since 1970 of the next packet; each takes a millisecond.
    var time: Int64
    /// The longest TCP payload.
    var segmentSize = 1400
    private let client: TestEndpoint
    private let server: TestEndpoint
    private var clientNext: UInt32
    private var serverNext: UInt32
    private var masks: Seeded

    /// Opens a connection; with `sdkVersion`, and up to the switch to WebSocket.
    init(
        port: UInt16 = 50001,
        sdkVersion: String? = "4.2.0",
        startsAt sequence: UInt32 = 1000,
        from host: [UInt8] = [10, 0, 0, 1],
        server address: [UInt8] = [10, 0, 0, 2],
        at serverPort: UInt16 = 80
    ) {
        client = TestEndpoint(address: host, port: port)
        server = TestEndpoint(address: address, port: serverPort)
        clientNext = sequence
        serverNext = sequence &+ 7000
        time = 1_795_000_000_000_000_000 + Int64(port) * 1000
        masks = Seeded(Int(port))
        add(.client, TestSegment.syn)
        add(.server, TestSegment.syn | TestSegment.ack)
        add(.client, TestSegment.ack)
        if let sdkVersion { upgrade(sdkVersion) }
    }

    /// The same packets at another time.
    func moved(to start: Int64) -> Talk {
        var talk = self
        let shift = start - (segments.first?.time ?? start)
        for index in talk.segments.indices { talk.segments[index].time += shift }
        talk.time += shift
        return talk
    }

    /// Bytes of a direction's stream so far.
    func offset(_ sender: FrameSender) -> Int {
        segments.filter { ($0.source == client) == (sender == .client) }.reduce(0) { $0 + $1.payload.count }
    }

    /// Sends bytes in as many segments as they need.
    mutating func send(_ sender: FrameSender, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            add(sender, TestSegment.push | TestSegment.ack, Array(rest.prefix(segmentSize)))
            rest = rest.dropFirst(segmentSize)
        }
    }

    /// Sends a frame as one WebSocket message.
    mutating func frame(_ sender: FrameSender, _ frame: [UInt8]) {
        send(sender, Bytes.webSocket(frame, mask: mask(sender)))
    }

    /// Sends a message in several WebSocket frames, with a control frame after each but the last.
    mutating func fragments(_ sender: FrameSender, _ frame: [UInt8], size: Int) {
        var start = 0
        while start < frame.count {
            let end = min(start + size, frame.count)
            let part = Array(frame[start..<end])
            let isLast = end == frame.count
            send(sender, Bytes.webSocket(part, opcode: start == 0 ? 2 : 0, isFinal: isLast, mask: mask(sender)))
            if !isLast { send(sender, Bytes.webSocket(Array("beat".utf8), opcode: 9, mask: mask(sender))) }
            start = end
        }
    }

    /// Ends the conversation and the connection from both sides.
    mutating func close() {
        send(.client, Bytes.webSocket([3, 0xE8], opcode: 8, mask: mask(.client)))
        send(.server, Bytes.webSocket([3, 0xE8], opcode: 8))
        end()
    }

    /// Ends the connection from both sides.
    mutating func end() {
        add(.client, TestSegment.fin | TestSegment.ack)
        add(.server, TestSegment.fin | TestSegment.ack)
        add(.client, TestSegment.ack)
    }

    /// Ends the stream of one end.
    mutating func finish(_ sender: FrameSender) { add(sender, TestSegment.fin | TestSegment.ack) }

    /// Sends a packet without payload.
    mutating func acknowledge(_ sender: FrameSender) { add(sender, TestSegment.ack) }

    /// The request to switch, and the answer.
    mutating func upgrade(_ sdkVersion: String) {
        let target = "/websocket?appId=app1&token=tok-SECRET-99&sdkVer=\(sdkVersion)&apiVer=normal"
        let request = "GET \(target) HTTP/1.1\r\nHost: im.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        send(.client, Array((request + key).utf8))
        let answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        send(.server, Array((answer + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n").utf8))
    }

    private mutating func mask(_ sender: FrameSender) -> [UInt8]? {
        sender == .client ? bigEndian(UInt32(truncatingIfNeeded: masks.next())) : nil
    }

    private mutating func add(_ sender: FrameSender, _ flags: UInt8, _ payload: [UInt8] = []) {
        let isClient = sender == .client
        let isFirst = flags == TestSegment.syn
        segments.append(
            TestSegment(
                time: time,
                source: isClient ? client : server,
                destination: isClient ? server : client,
                sequence: isClient ? clientNext : serverNext,
                acknowledgment: isFirst ? 0 : isClient ? serverNext : clientNext,
                flags: flags,
                payload: payload
            )
        )
        let taken = UInt32(payload.count) + (flags & (TestSegment.syn | TestSegment.fin) != 0 ? 1 : 0)
        if isClient { clientNext &+= taken } else { serverNext &+= taken }
        time += 1_000_000
    }
}
