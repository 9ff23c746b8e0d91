import Foundation

/// A capture of one RongCloud connection over WebSocket, with a message in each direction by turns.
enum GeneratedCapture {
    /// Writes messages with these texts.
    ///
    /// - Parameters:
    ///   - contents: the messages' contents; without them, the texts make them.
    ///   - objectNames: the messages' types, taken by turns.
    ///   - topics: topics of further messages of the client.
    ///   - sdk: the version that the client says.
    ///   - lost: numbers of messages whose packets the capture does not hold.
    static func write(
        texts: [String],
        contents: [[String: Any]] = [],
        objectNames: [String] = ["RC:TxtMsg"],
        topics: [String] = [],
        sdk: String = "2.5.3",
        lost: Set<Int> = [],
        to file: URL
    ) throws {
        let version = sdk.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var isLost = false
        var capture = Data()
        var sequences: (client: UInt32, server: UInt32) = (1000, 5000)
        var time: UInt64 = 1_500_000_000_000_000
        capture.append(little: 0xA1B2_C3D4)
        capture.append(contentsOf: [2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        capture.append(little: 262_144)
        capture.append(little: 1)
        func packet(fromClient: Bool, _ payload: [UInt8], flags: UInt8 = 0x18) {
            time += 500
            let ends: (UInt16, UInt16) = fromClient ? (40000, 80) : (80, 40000)
            var tcp: [UInt8] = big(ends.0) + big(ends.1)
            tcp += big(fromClient ? sequences.client : sequences.server)
            tcp += big(fromClient ? sequences.server : sequences.client)
            tcp += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
            let addresses: [UInt8] = fromClient ? [10, 0, 0, 1, 192, 168, 1, 1] : [192, 168, 1, 1, 10, 0, 0, 1]
            let ip: [UInt8] = [0x45, 0] + big(UInt16(40 + payload.count)) + [0, 0, 0x40, 0, 64, 6, 0, 0] + addresses
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
        packet(fromClient: true, [], flags: 2)
        packet(fromClient: false, [], flags: 0x12)
        packet(
            fromClient: true,
            Array(
                """
                GET /websocket?appId=made&token=planted-token-000000&sdkVer=\(version)&apiVer=1 HTTP/1.1\r
                Host: im.example.com\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                \r\n
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
                \r\n
                """.utf8
            )
        )
        packet(fromClient: false, webSocket([0x20, 0, 0] + counted("me") + counted("session") + big(UInt64(1))))
        for (number, text) in texts.enumerated() {
            let made: [String: Any] = contents.isEmpty ? ["content": text, "extra": text] : contents[number]
            let content = try JSONSerialization.data(withJSONObject: made)
            let id = big(UInt16(truncatingIfNeeded: number))
            let name = Array(objectNames[number % objectNames.count].utf8)
            isLost = lost.contains(number)
            if number % 2 == 0 {
                let message = field(1, 3) + field(2, name) + field(3, Array(content))
                packet(
                    fromClient: true,
                    webSocket([0x32] + counted("ppMsgP") + counted(String(text.prefix(60))) + id + message)
                )
            } else {
                let message =
                    field(1, Array("friend".utf8)) + field(2, 1) + field(4, name)
                    + field(5, Array(content)) + field(6, 1_500_000_000_000) + field(7, 0)
                packet(
                    fromClient: false,
                    webSocket([0x32] + big(UInt32(1_500_000_000)) + counted("s_msg") + counted("me") + id + message)
                )
            }
        }
        isLost = false
        for topic in topics {
            let message = field(1, 3) + field(2, Array("RC:TxtMsg".utf8)) + field(3, Array("{\"content\":\"\"}".utf8))
            packet(fromClient: true, webSocket([0x32] + counted(topic) + counted("target") + big(UInt16(1)) + message))
        }
        try capture.write(to: file)
    }

    private static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private static func counted(_ text: String) -> [UInt8] { big(UInt16(text.utf8.count)) + Array(text.utf8) }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    private static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

    private static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    private static func webSocket(_ payload: [UInt8]) -> [UInt8] {
        switch payload.count {
        case ..<126: [0x82, UInt8(payload.count)] + payload
        case ..<65536: [0x82, 126] + big(UInt16(payload.count)) + payload
        default: [0x82, 127] + big(UInt64(payload.count)) + payload
        }
    }
}

extension Data {
    fileprivate mutating func append(little value: UInt32) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
