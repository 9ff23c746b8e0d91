/// Bytes of the protocols, put together by hand from their published layouts.
enum Bytes {
    /// A RongCloud string: two bytes of length, then its bytes.
    static func text(_ text: String) -> [UInt8] { bigEndian(UInt16(text.utf8.count)) + Array(text.utf8) }

    // MARK: Protobuf

    static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    static func field(_ number: UInt64, _ value: Int64) -> [UInt8] {
        varint(number << 3) + varint(UInt64(bitPattern: value))
    }

    static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    static func field(_ number: UInt64, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

    /// An UpStreamMessage: sessionId 1, classname 2, content 3.
    static func upStream(_ name: String, _ content: String) -> [UInt8] {
        field(1, 3) + field(2, name) + field(3, content)
    }

    // MARK: RongCloud frames, WebSocket form

    static func publish(
        _ topic: String,
        to target: String,
        id: UInt16,
        _ data: [UInt8],
        header: UInt8 = 0x32
    ) -> [UInt8] {
        [header] + text(topic) + text(target) + bigEndian(id) + data
    }

    static func push(
        _ topic: String,
        to target: String,
        id: UInt16,
        _ data: [UInt8],
        header: UInt8 = 0x32
    ) -> [UInt8] {
        [header] + bigEndian(UInt32(1_795_000_000)) + text(topic) + text(target) + bigEndian(id) + data
    }

    static func query(_ topic: String, to target: String, id: UInt16, _ data: [UInt8]) -> [UInt8] {
        publish(topic, to: target, id: id, data, header: 0x50)
    }

    static func queryAck(id: UInt16, status: UInt16 = 0, _ data: [UInt8], header: UInt8 = 0x62) -> [UInt8] {
        [header] + bigEndian(id) + bigEndian(UInt32(1_795_000_000)) + bigEndian(status) + data
    }

    static func pubAck(id: UInt16, status: UInt16 = 0, uid: String = "BKR5-28P4-JT85-SK8H") -> [UInt8] {
        [0x40] + bigEndian(id) + bigEndian(UInt32(1_795_000_000)) + bigEndian(status) + bigEndian(UInt16(7)) + text(uid)
    }

    static func clientPubAck(id: UInt16) -> [UInt8] { [0x40] + bigEndian(id) }
    static func queryCon(id: UInt16) -> [UInt8] { [0x70] + bigEndian(id) }

    static func connAck(user: String) -> [UInt8] {
        [0x20, 0, 0] + text(user) + text("sid") + bigEndian(UInt64(1_795_000_000_000))
    }

    static let pingRequest: [UInt8] = [0xC0]
    static let pingResponse: [UInt8] = [0xD0]

    // MARK: WebSocket (RFC 6455 section 5.2)

    /// One WebSocket frame; with a mask, as a client writes it.
    static func webSocket(
        _ payload: [UInt8],
        opcode: UInt8 = 2,
        isFinal: Bool = true,
        mask: [UInt8]? = nil
    ) -> [UInt8] {
        var bytes = [opcode | (isFinal ? 0x80 : 0)]
        let flag: UInt8 = mask == nil ? 0 : 0x80
        switch payload.count {
        case ..<126: bytes.append(flag | UInt8(payload.count))
        case ..<65536: bytes += [flag | 126] + bigEndian(UInt16(payload.count))
        default: bytes += [flag | 127] + bigEndian(UInt64(payload.count))
        }
        guard let mask else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }
}
