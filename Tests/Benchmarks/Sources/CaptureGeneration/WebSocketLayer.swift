/// Wraps frames into WebSocket messages, and writes the upgrade that comes before them.
struct WebSocketLayer {
    var masking: CaptureShape.Masking

    /// The client's request; key and answer are the example of RFC 6455 section 1.3.
    static let upgrade = Array(
        """
        GET /websocket?appId=\(ChatServer.appKey)&token=\(ChatServer.token)&sdkVer=2.5.3&apiVer=1 HTTP/1.1\r
        Host: \(ChatServer.host)\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r

        """.utf8
    )

    /// The server's answer.
    static let upgradeAnswer = Array(
        """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
        \r

        """.utf8
    )

    /// A binary message of one WebSocket frame (RFC 6455 section 5.2); a client's is masked byte by byte.
    func message(_ payload: [UInt8], fromClient: Bool, _ random: inout RandomNumbers) -> [UInt8] {
        let maskBit: UInt8 = fromClient ? 0x80 : 0
        var message: [UInt8] = [0x82]
        message.reserveCapacity(payload.count + 14)
        switch payload.count {
        case ..<126:
            message.append(maskBit | UInt8(payload.count))
        case ..<65536:
            message.append(maskBit | 126)
            message.append(bigEndian: UInt16(payload.count))
        default:
            message.append(maskBit | 127)
            message.append(bigEndian: UInt64(payload.count))
        }
        guard fromClient else { return message + payload }
        let key = masking == .zero ? 0 : UInt32(truncatingIfNeeded: random.next())
        message.append(bigEndian: key)
        var shift: UInt32 = 24
        for byte in payload {
            message.append(byte ^ UInt8(truncatingIfNeeded: key >> shift))
            shift = (shift &- 8) & 31
        }
        return message
    }
}
