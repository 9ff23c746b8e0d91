import RongCloud
import WireFormat

/// Makes the packets of a long-polling session on several connections, in the order of the calls.
struct PollingTalk {
    private var talks: [UInt16: Talk] = [:]
    /// The server's addresses by port of the client; others are that of ``Talk``.
    var addresses: [UInt16: [UInt8]] = [:]
    /// The client's addresses and the server's ports in the same way.
    var clients: [UInt16: [UInt8]] = [:]
    var serverPorts: [UInt16: UInt16] = [:]
    private var clock: Int64 = 1_795_000_000_000_000_000

    /// All packets by time.
    var segments: [TestSegment] { talks.values.flatMap(\.segments).sorted { $0.time < $1.time } }

    /// Sends bytes on the connection of a port, which is opened when it is new.
    mutating func send(_ sender: FrameSender, _ bytes: [UInt8], on port: UInt16) {
        var talk =
            talks[port]
            ?? Talk(
                port: port,
                sdkVersion: nil,
                from: clients[port, default: [10, 0, 0, 1]],
                server: addresses[port, default: [10, 0, 0, 2]],
                at: serverPorts[port, default: 80]
            )
        if talks[port] == nil {
            // The handshake's packets have times of the connection's own: they are moved to now.
            talk = talk.moved(to: clock)
        }
        talk.time = max(talk.time, clock)
        talk.send(sender, bytes)
        clock = talk.time
        talks[port] = talk
    }

    /// Ends the stream of one end on the connection of a port.
    mutating func finish(_ sender: FrameSender, on port: UInt16) {
        talks[port]?.time = clock
        talks[port]?.finish(sender)
        clock = talks[port]?.time ?? clock
    }

    mutating func wait(_ seconds: Double) { clock += Int64(seconds * 1e9) }

    /// A request; with a body it is a POST.
    mutating func request(_ target: String, _ body: String? = nil, host: String? = "im", on port: UInt16) {
        send(.client, Self.request(target, body, host: host), on: port)
    }

    /// The bytes of a request.
    static func request(_ target: String, _ body: String? = nil, host: String? = "im") -> [UInt8] {
        let named = host.map { "Host: \($0)\r\n" } ?? ""
        let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
        return Array(
            "\(body == nil ? "GET" : "POST") \(target) HTTP/1.1\r\n\(named)\(length)\r\n\(body ?? "")".utf8
        )
    }

    /// An answer with a length.
    mutating func answer(_ body: String, on port: UInt16) {
        answer(Array(body.utf8), on: port)
    }

    /// An answer with a length, and a coding of its body if one is named.
    mutating func answer(_ body: [UInt8], coding: String? = nil, on port: UInt16) {
        let coding = coding.map { "Content-Encoding: \($0)\r\n" } ?? ""
        let head = "HTTP/1.1 200 OK\r\n\(coding)Content-Length: \(body.count)\r\n\r\n"
        send(.server, Array(head.utf8) + body, on: port)
    }

    /// An answer in chunks of a size.
    mutating func chunkedAnswer(_ body: String, size: Int, on port: UInt16) {
        var bytes = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            let part = rest.prefix(size)
            bytes += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10]
            rest = rest.dropFirst(size)
        }
        send(.server, bytes + Array("0\r\n\r\n".utf8), on: port)
    }

    /// The request that connects, and its answer.
    mutating func connect(host: String = "im", on port: UInt16) {
        request("/websocket?appId=app1&token=tok-1&sdkVer=2.5.10&apiVer=1&pid=1", host: host, on: port)
        answer(Self.connected, on: port)
    }

    /// The body of the answer to a request that connects.
    static let connected =
        #"{"status":0,"userId":"ann","headerCode":32,"messageId":0,"sessionid":"s1","timestamp":1795000000000}"#
}
