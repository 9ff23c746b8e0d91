import Foundation

/// A capture that grows by one connection over WebSocket, of RongCloud or NIM, from its first packet on.
struct GeneratedConnection {
    /// The capture's bytes, without an end of the connection.
    private(set) var capture = Data()
    /// Whether packets go by that the capture does not hold.
    var isLost = false
    private var sequences: (client: UInt32, server: UInt32) = (1000, 5000)
    /// Microseconds since 1970 of the last packet; each comes 500 later.
    var time: UInt64 = 1_500_000_000_000_000

    /// Opens the connection: handshake, upgrade and CONNACK.
    ///
    /// - Parameter sdk: the version that the client says.
    init(sdk: String = "2.5.3") {
        let version = sdk.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        self.init(target: "/websocket?appId=made&token=planted-token-000000&sdkVer=\(version)&apiVer=1")
        packet(
            fromClient: false,
            Wire.webSocket([0x20, 0, 0] + Wire.counted("me") + Wire.counted("session") + Wire.big(UInt64(1)))
        )
    }

    /// Opens a connection of NIM: handshake and upgrade.
    static func nim() -> GeneratedConnection { GeneratedConnection(target: "/socket.io/1/websocket/made") }

    /// Opens a connection of LeanCloud in JSON: handshake, upgrade and session.
    static func leanCloud() -> GeneratedConnection {
        var connection = GeneratedConnection(target: "/", headers: "Sec-WebSocket-Protocol: lc.json.3\r\n")
        let open = #"{"cmd":"session","op":"open","appId":"app1","peerId":"ann","i":1,"ua":"js/3.0","st":"a"}"#
        connection.send(fromClient: true, Wire.webSocket(Array(open.utf8), isText: true))
        let opened = #"{"cmd":"session","op":"opened","peerId":"ann","i":1}"#
        connection.send(fromClient: false, Wire.webSocket(Array(opened.utf8), isText: true))
        return connection
    }

    /// Opens a connection as far as its upgrade.
    private init(target: String, headers: String = "") {
        capture.append(little: 0xA1B2_C3D4)
        capture.append(contentsOf: [2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        capture.append(little: 262_144)
        capture.append(little: 1)
        packet(fromClient: true, [], flags: 2)
        packet(fromClient: false, [], flags: 0x12)
        packet(
            fromClient: true,
            Array(
                """
                GET \(target) HTTP/1.1\r
                Host: im.example.com\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                \(headers)\r\n
                """.utf8
            )
        )
        packet(
            fromClient: false,
            Array(
                """
                HTTP/1.1 101 Switching Protocols\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
                \(headers)\r\n
                """.utf8
            )
        )
    }

    /// Adds one packet.
    mutating func packet(fromClient: Bool, _ payload: [UInt8], flags: UInt8 = 0x18) {
        time += 500
        let ends: (UInt16, UInt16) = fromClient ? (40000, 80) : (80, 40000)
        var tcp: [UInt8] = Wire.big(ends.0) + Wire.big(ends.1)
        tcp += Wire.big(fromClient ? sequences.client : sequences.server)
        tcp += Wire.big(fromClient ? sequences.server : sequences.client)
        tcp += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
        let addresses: [UInt8] = fromClient ? [10, 0, 0, 1, 192, 168, 1, 1] : [192, 168, 1, 1, 10, 0, 0, 1]
        let length = UInt16(40 + payload.count)
        let ip: [UInt8] = [0x45, 0] + Wire.big(length) + [0, 0, 0x40, 0, 64, 6, 0, 0] + addresses
        let frame = [UInt8](repeating: 0, count: 12) + [8, 0] + ip + tcp + payload
        if !isLost {
            capture.append(little: UInt32(time / 1_000_000))
            capture.append(little: UInt32(time % 1_000_000))
            capture.append(little: UInt32(frame.count))
            capture.append(little: UInt32(frame.count))
            capture.append(contentsOf: frame)
        }
        let advance = UInt32(payload.count) + (flags & 3 != 0 ? 1 : 0)
        if fromClient { sequences.client += advance } else { sequences.server += advance }
    }

    /// Adds bytes in as many packets as they need.
    mutating func send(fromClient: Bool, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            packet(fromClient: fromClient, Array(rest.prefix(1400)))
            rest = rest.dropFirst(1400)
        }
    }
}

/// The bytes of some fields.
enum Wire {
    static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    static func counted(_ text: String) -> [UInt8] { big(UInt16(text.utf8.count)) + Array(text.utf8) }

    static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

    static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    static func webSocket(_ payload: [UInt8], isText: Bool = false) -> [UInt8] {
        let first: UInt8 = isText ? 0x81 : 0x82
        return switch payload.count {
        case ..<126: [first, UInt8(payload.count)] + payload
        case ..<65536: [first, 126] + big(UInt16(payload.count)) + payload
        default: [first, 127] + big(UInt64(payload.count)) + payload
        }
    }
}

extension Data {
    fileprivate mutating func append(little value: UInt32) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
