/// The bytes that a format writes around a part of known length.
package enum Framing: Hashable, Sendable {
    /// A big-endian length of `bytes` bytes.
    case bigEndian(bytes: Int)
    /// A little-endian length of four bytes.
    case littleEndian32
    /// A length as a protobuf varint.
    case varint
    /// A header byte, its checksum with the length, the length in groups of seven bits, and the body XORed with a key
    /// of eight bytes.
    case checked(header: UInt8, key: [UInt8])
    /// A WebSocket frame: first byte, length, an optional mask of four bytes, and the masked payload.
    case webSocket(first: UInt8, mask: [UInt8]?)
    /// A pcap record: eight bytes of time and two lengths; the second length adds the bytes that were not captured.
    case pcapRecord(time: [UInt8], missing: Int, bigEndian: Bool)
    /// A pcapng block: the type, and the total length before and after the padded body.
    case pcapngBlock(type: UInt32, bigEndian: Bool)
    /// An IPv4 packet with its header: sets the total length.
    case ipv4
    /// An HTTP message with its head and body: sets `Content-Length` if the head has one.
    case http
    /// A chunk of an HTTP body: length in hex, and line ends around the data.
    case chunk
    /// A TLS record: type and version before a length of two bytes.
    case tlsRecord(type: UInt8, version: UInt16)

    /// Appends a body in its frame.
    ///
    /// - Parameter length: the length of the body that the frame states.
    package func append(_ body: [UInt8], claiming length: Int, to output: inout [UInt8]) {
        let wide = UInt64(truncatingIfNeeded: length)
        switch self {
        case .bigEndian(let width):
            output += Self.bigEndian(wide, width)
            output += body
        case .littleEndian32:
            output += Self.bigEndian(wide, 4).reversed()
            output += body
        case .varint:
            output += Self.varint(wide)
            output += body
        case .checked(let header, let key):
            var groups: [UInt8] = []
            var rest = wide
            repeat {
                groups.append(UInt8(truncatingIfNeeded: rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
                rest >>= 7
            } while rest > 0
            output.append(header)
            output.append(groups.reduce(header, ^))
            output += groups
            output += body.enumerated().map { $1 ^ key[$0 & 7] }
        case .webSocket(let first, let mask):
            output.append(first)
            let bit: UInt8 = mask == nil ? 0 : 0x80
            if length >= 0, length < 126 {
                output.append(bit | UInt8(truncatingIfNeeded: length))
            } else if length >= 0, length < 65536 {
                output.append(bit | 126)
                output += Self.bigEndian(wide, 2)
            } else {
                output.append(bit | 127)
                output += Self.bigEndian(wide, 8)
            }
            if let mask {
                output += mask
                output += body.enumerated().map { $1 ^ mask[$0 & 3] }
            } else {
                output += body
            }
        case .pcapRecord(let time, let missing, let isBigEndian):
            output += time
            for value in [wide, UInt64(truncatingIfNeeded: length &+ missing)] {
                let bytes = Self.bigEndian(value, 4)
                output += isBigEndian ? bytes : bytes.reversed()
            }
            output += body
        case .pcapngBlock(let type, let isBigEndian):
            let padding = (4 - body.count % 4) % 4
            let total = Self.bigEndian(UInt64(truncatingIfNeeded: length &+ padding &+ 12), 4)
            let kind = Self.bigEndian(UInt64(type), 4)
            output += isBigEndian ? kind + total : kind.reversed() + total.reversed()
            output += body
            output += Array(repeating: 0, count: padding)
            output += isBigEndian ? total : total.reversed()
        case .ipv4:
            var packet = body
            if packet.count >= 4 { packet.replaceSubrange(2..<4, with: Self.bigEndian(wide, 2)) }
            output += packet
        case .http:
            output += Self.settingContentLength(body, length)
        case .chunk:
            output += Array(String(wide, radix: 16).utf8) + [13, 10]
            output += body
            output += [13, 10]
        case .tlsRecord(let type, let version):
            output.append(type)
            output += Self.bigEndian(UInt64(version), 2)
            output += Self.bigEndian(wide, 2)
            output += body
        }
    }

    /// Returns a big-endian number of `width` bytes.
    package static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64((width - 1 - $0) * 8)) }
    }

    /// Returns a protobuf varint.
    package static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
        return bytes
    }

    /// Returns a message whose `Content-Length` is the claimed length without the head.
    private static func settingContentLength(_ message: [UInt8], _ claimed: Int) -> [UInt8] {
        guard let head = message.firstRange(of: [13, 10, 13, 10]) else { return message }
        let name = Array("Content-Length: ".utf8)
        guard let place = message[..<head.lowerBound].firstRange(of: name) else { return message }
        var end = place.upperBound
        while end < head.lowerBound, message[end] != 13 { end += 1 }
        let body = claimed &- head.upperBound
        return message[..<place.upperBound] + Array(String(body).utf8) + message[end...]
    }
}
