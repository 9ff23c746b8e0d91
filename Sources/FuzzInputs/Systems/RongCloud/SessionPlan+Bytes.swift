// The encoding of frames.
extension SessionPlan {
    /// Returns a WebSocket message of one frame.
    static func webSocket(_ bytes: [UInt8], isText: Bool = false, isMasked: Bool) -> [UInt8] {
        var wire: [UInt8] = [isText ? 0x81 : 0x82]
        let count = bytes.count
        if count < 126 {
            wire.append((isMasked ? 0x80 : 0) | UInt8(count))
        } else {
            wire += [(isMasked ? 0x80 : 0) | 126] + number(count, 2)
        }
        let mask: [UInt8] = [0x5A, 1, 0xC3, 0x77]
        if isMasked { wire += mask }
        return wire + bytes.enumerated().map { isMasked ? $0.element ^ mask[$0.offset % 4] : $0.element }
    }

    /// Returns a frame in the TCP form: the header, a checksum over header and length, the length, and the body XORed
    /// with the key; messages and queries begin with a signature of eight bytes.
    static func enveloped(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
        let isSigned = bytes[0] >> 4 == 3 || bytes[0] >> 4 == 5
        let body = (isSigned ? [UInt8](repeating: 0xFF, count: 8) : []) + bytes.dropFirst()
        let length = Framing.varint(UInt64(body.count))
        let sum = length.reduce(bytes[0]) { $0 ^ $1 }
        return [bytes[0], sum] + length + body.enumerated().map { $0.element ^ key[$0.offset % 8] }
    }

    static func number(_ value: Int, _ width: Int) -> [UInt8] { Framing.bigEndian(UInt64(value), width) }

    static func text(_ value: String) -> [UInt8] { number(value.utf8.count, 2) + Array(value.utf8) }

    static func varint(_ field: Int, _ value: Int) -> [UInt8] { [UInt8(field << 3)] + Framing.varint(UInt64(value)) }

    static func bytes(_ field: Int, _ value: String) -> [UInt8] {
        [UInt8(field << 3 | 2), UInt8(value.utf8.count)] + Array(value.utf8)
    }
}

extension String {
    /// Returns the parts between a separator, including empty ones.
    package func components(behind sign: String) -> [String] {
        split(separator: sign, omittingEmptySubsequences: false).map(String.init)
    }
}
