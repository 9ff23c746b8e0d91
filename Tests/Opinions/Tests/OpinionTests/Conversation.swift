/// A TCP connection as a pcap file: raw IPv4 packets in order, one after the other.
struct Conversation {
    private var file: [UInt8] = []
    private var sequence: [UInt32] = [1000, 5000]
    private var time: UInt32 = 0

    init() {
        file = Self.little([0xA1B2_C3D4, 0x0004_0002, 0, 0, 262_144, 101])
        packet(fromClient: true, flags: 0x02, [])
        packet(fromClient: false, flags: 0x12, [])
        packet(fromClient: true, flags: 0x10, [])
    }

    /// The capture.
    var capture: [UInt8] { file }

    /// Sends bytes, in packets of 1400.
    mutating func send(fromClient: Bool, _ bytes: [UInt8]) {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + 1400)
            packet(fromClient: fromClient, flags: 0x18, Array(bytes[start..<end]))
            start = end
        }
    }

    /// Changes to RongCloud over WebSocket, as its web SDK does.
    mutating func upgrade() {
        let request = [
            "GET /websocket?appId=k&token=t&sdkVer=4.2.0&pid=1&apiVer=normal&protocolVer=3 HTTP/1.1", "Host: h",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
        ]
        let answer = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=", "", "",
        ]
        send(fromClient: true, Array(request.joined(separator: "\r\n").utf8))
        send(fromClient: false, Array(answer.joined(separator: "\r\n").utf8))
    }

    private mutating func packet(fromClient: Bool, flags: UInt8, _ payload: [UInt8]) {
        let from = fromClient ? 0 : 1
        let ports: [UInt8] = fromClient ? [0xC3, 0x50, 0, 80] : [0, 80, 0xC3, 0x50]
        let addresses: [UInt8] = fromClient ? [10, 0, 0, 1, 10, 0, 0, 2] : [10, 0, 0, 2, 10, 0, 0, 1]
        let length = 40 + payload.count
        let tcp =
            ports + Self.big(sequence[from]) + Self.big(flags == 2 ? 0 : sequence[1 - from])
            + [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
        let ip: [UInt8] = [0x45, 0, UInt8(length >> 8), UInt8(length & 255), 0, 0, 0x40, 0, 64, 6, 0, 0] + addresses
        time += 1
        file += Self.little([1_700_000_000, time, UInt32(length), UInt32(length)]) + ip + tcp + payload
        sequence[from] &+= UInt32(payload.count) + (flags & 2 == 0 ? 0 : 1)
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func little(_ numbers: [UInt32]) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    }
}
