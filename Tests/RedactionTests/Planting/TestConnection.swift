import Transport
import WireFormat

/// Makes the packets of one TCP connection: handshake, what both ends send, its end.
struct TestConnection {
    enum Sender { case client, server }

    private struct End {
        var address: [UInt8]
        var port: UInt16
        var next: UInt32
    }

    private var client: End
    private var server: End
    /// The longest payload of a segment.
    var segmentSize = 1400
    /// The length of the chunks of an answer.
    var chunkSize = 37
    /// Takes what is sent, in the place of the network.
    private(set) var sent: [(sender: Sender, bytes: [UInt8])] = []
    private let keepsSilent: Bool
    private var masks: UInt32
    private var deflaters: (client: StreamDeflater, server: StreamDeflater)?
    private var keepsContext = true

    /// - Parameter keepsSilent: whether nothing goes to the network, and ``sent`` is filled instead.
    init(
        _ network: inout TestNetwork,
        port: UInt16,
        to server: UInt16 = 80,
        isSix: Bool = false,
        keepsSilent: Bool = false
    ) {
        let near: [UInt8] = isSix ? [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [1] : [10, 0, 0, 1]
        let far: [UInt8] = isSix ? [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [2] : [93, 184, 216, 34]
        client = End(address: near, port: port, next: UInt32(port) &* 1000)
        self.server = End(address: far, port: server, next: UInt32(port) &* 7000)
        self.keepsSilent = keepsSilent
        masks = UInt32(port) | 1
        guard !keepsSilent else { return }
        packet(.client, flags: 0x02, &network)
        packet(.server, flags: 0x12, &network)
        packet(.client, flags: 0x10, &network)
    }

    mutating func packet(_ sender: Sender, _ payload: [UInt8] = [], flags: UInt8 = 0x18, _ network: inout TestNetwork) {
        let (own, other) = sender == .client ? (client, server) : (server, client)
        network.add(
            TestNetwork.Segment(
                source: (own.address, own.port),
                destination: (other.address, other.port),
                sequence: own.next,
                acknowledgment: flags == 0x02 ? 0 : other.next,
                flags: flags,
                payload: payload
            )
        )
        let taken = UInt32(payload.count) + (flags & 3 != 0 ? 1 : 0)
        if sender == .client { client.next &+= taken } else { server.next &+= taken }
    }

    mutating func send(_ sender: Sender, _ bytes: [UInt8], _ network: inout TestNetwork) {
        if keepsSilent { return sent.append((sender, bytes)) }
        var rest = bytes[...]
        while !rest.isEmpty {
            packet(sender, Array(rest.prefix(segmentSize)), &network)
            rest = rest.dropFirst(segmentSize)
        }
    }

    mutating func end(_ network: inout TestNetwork) {
        guard !keepsSilent else { return }
        packet(.client, flags: 0x11, &network)
        packet(.server, flags: 0x11, &network)
        packet(.client, flags: 0x10, &network)
    }

    // MARK: HTTP

    /// How an answer's body goes over the wire.
    enum Framing: CaseIterable { case length, chunks, gzip, deflate, gzipChunks }

    mutating func request(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)],
        body: [UInt8]? = nil,
        _ network: inout TestNetwork
    ) {
        let length = body.map { [("Content-Length", "\($0.count)")] } ?? []
        let host = fields.contains { $0.0 == "Host" } ? [] : [("Host", "im.example")]
        let head = Self.head("\(method) \(network.origin)\(target) HTTP/1.1", host + fields + length)
        send(.client, head + (body ?? []), &network)
    }

    mutating func answer(
        _ body: [UInt8],
        status: String = "200 OK",
        _ fields: [(String, String)],
        _ framing: Framing,
        _ network: inout TestNetwork
    ) {
        var body = body
        var all = fields
        switch framing {
        case .gzip, .gzipChunks:
            body = StreamDeflater(windowBits: 31).deflate(body, ends: true) ?? []
            all.append(("Content-Encoding", "gzip"))
        case .deflate:
            body = StreamDeflater(windowBits: 15).deflate(body, ends: true) ?? []
            all.append(("Content-Encoding", "deflate"))
        case .length, .chunks: break
        }
        guard framing == .chunks || framing == .gzipChunks else {
            all.append(("Content-Length", "\(body.count)"))
            return send(.server, Self.head("HTTP/1.1 \(status)", all) + body, &network)
        }
        all.append(("Transfer-Encoding", "chunked"))
        var bytes = Self.head("HTTP/1.1 \(status)", all)
        var rest = body[...]
        while !rest.isEmpty {
            let part = rest.prefix(chunkSize)
            bytes += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10]
            rest = rest.dropFirst(chunkSize)
        }
        send(.server, bytes + Array("0\r\n\r\n".utf8), &network)
    }

    mutating func request(_ method: String, _ target: String, _ network: inout TestNetwork) {
        request(method, target, [], &network)
    }

    mutating func answer(_ body: [UInt8], _ network: inout TestNetwork) {
        answer(body, [("Content-Type", "application/json")], .length, &network)
    }

    mutating func answer(_ body: [UInt8], _ fields: [(String, String)], _ network: inout TestNetwork) {
        answer(body, fields, .length, &network)
    }

    private static func head(_ start: String, _ fields: [(String, String)]) -> [UInt8] {
        Array((([start] + fields.map { "\($0.0): \($0.1)" }).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    // MARK: WebSocket

    /// Whether messages are packed (RFC 7692).
    enum Deflate: CaseIterable { case none, keepingContext, forgettingContext }

    mutating func upgrade(
        _ target: String,
        subprotocol: String? = nil,
        _ deflate: Deflate = .none,
        _ more: [(String, String)] = [],
        _ network: inout TestNetwork
    ) {
        var fields: [(String, String)] = [("Connection", "Upgrade"), ("Upgrade", "websocket")]
        var request = more + [("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13")]
        var answer = [("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")]
        if let subprotocol { fields.append(("Sec-WebSocket-Protocol", subprotocol)) }
        if deflate != .none {
            request.append(("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits"))
            let words = deflate == .keepingContext ? "" : "; client_no_context_takeover; server_no_context_takeover"
            answer.append(("Sec-WebSocket-Extensions", "permessage-deflate" + words))
            deflaters = (StreamDeflater(windowBits: -15), StreamDeflater(windowBits: -15))
            keepsContext = deflate == .keepingContext
        }
        self.request("GET", target, fields + request, &network)
        send(.server, Self.head("HTTP/1.1 101 Switching Protocols", fields + answer), &network)
    }

    /// Sends a message, in so many frames.
    mutating func message(
        _ sender: Sender,
        _ message: [UInt8],
        isText: Bool = false,
        frames: Int = 1,
        _ network: inout TestNetwork
    ) {
        var message = message
        if let deflaters {
            let deflater = sender == .client ? deflaters.client : deflaters.server
            if !keepsContext { deflater.reset() }
            message = (deflater.deflate(message, ends: false) ?? []).dropLast(4)
        }
        for index in 0..<frames {
            let part = message[message.count * index / frames..<message.count * (index + 1) / frames]
            let packed: UInt8 = deflaters != nil && index == 0 ? 0x40 : 0
            let opcode: UInt8 = index > 0 ? 0 : isText ? 1 : 2
            frame(sender, (index == frames - 1 ? 0x80 : 0) | packed | opcode, Array(part), &network)
            if index < frames - 1 { frame(sender, 0x89, Array("beat".utf8), &network) }
        }
    }

    mutating func frame(_ sender: Sender, _ first: UInt8, _ payload: [UInt8], _ network: inout TestNetwork) {
        var writer = ByteWriter()
        writer.append(first)
        let flag: UInt8 = sender == .client ? 0x80 : 0
        switch payload.count {
        case ..<126: writer.append(flag | UInt8(payload.count))
        case ..<65536:
            writer.append(flag | 126)
            writer.append(bigEndian: UInt16(payload.count))
        default:
            writer.append(flag | 127)
            writer.append(bigEndian: UInt64(payload.count))
        }
        guard sender == .client else {
            writer.append(payload)
            return send(sender, writer.array, &network)
        }
        masks = masks &* 2_654_435_761 | 1
        let mask = (0..<4).map { UInt8(truncatingIfNeeded: masks >> (8 * UInt32($0))) }
        writer.append(mask)
        writer.append(payload.indices.map { payload[$0] ^ mask[$0 & 3] })
        send(sender, writer.array, &network)
    }

    /// Both ends close WebSocket and connection, and the client says why.
    mutating func close(reason: String = "", _ network: inout TestNetwork) {
        frame(.client, 0x88, [3, 0xE8] + reason.utf8, &network)
        frame(.server, 0x88, [3, 0xE8], &network)
        end(&network)
    }
}
