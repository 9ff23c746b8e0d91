import WireFormat

/// Finds the TCP segment inside an IP packet.
enum InternetLayer {
    /// The TCP header's place and the addresses around it.
    struct Carrier {
        var source: InternetAddress
        var destination: InternetAddress
        /// First byte of the TCP header.
        var start: Int
        /// Where the IP packet ends on the wire; beyond the captured bytes when the capture cut it off.
        var end: Int
    }

    /// What an IP packet holds.
    enum Result {
        /// TCP.
        case tcp(Carrier)
        /// Another protocol.
        case other
        /// A fragment.
        case fragment
        /// Not an IP packet, or one that ends too early.
        case malformed
    }

    /// - Parameter bytes: the block; the IP packet lies in `start..<end`.
    @inline(__always)
    static func transport(_ bytes: Span<UInt8>, start: Int, end: Int) -> Result {
        guard end &- start >= 20 else { return .malformed }
        switch bytes[start] >> 4 {
        case 4: return ipv4(bytes, start: start, end: end)
        case 6: return ipv6(bytes, start: start, end: end)
        default: return .malformed
        }
    }

    /// RFC 791 section 3.1.
    @inline(__always)
    private static func ipv4(_ bytes: Span<UInt8>, start: Int, end: Int) -> Result {
        let headerLength = Int(bytes[start] & 15) &* 4
        let totalLength = Int(bytes.uint16(at: start &+ 2))
        guard headerLength >= 20, end &- start >= headerLength else { return .malformed }
        // A length of 0 is what segmentation offload leaves behind.
        guard totalLength == 0 || totalLength >= headerLength else { return .malformed }
        guard bytes.uint16(at: start &+ 6) & 0x3FFF == 0 else { return .fragment }
        guard bytes[start &+ 9] == 6 else { return .other }
        return .tcp(
            Carrier(
                source: InternetAddress(ipv4: bytes.uint32(at: start &+ 12)),
                destination: InternetAddress(ipv4: bytes.uint32(at: start &+ 16)),
                start: start &+ headerLength,
                end: totalLength == 0 ? end : start &+ totalLength
            )
        )
    }

    /// RFC 8200 sections 3 and 4.
    private static func ipv6(_ bytes: Span<UInt8>, start: Int, end: Int) -> Result {
        guard end - start >= 40 else { return .malformed }
        let payloadLength = Int(bytes.uint16(at: start + 4))
        var next = bytes[start + 6]
        var offset = start + 40
        while true {
            switch next {
            case 6:
                return .tcp(
                    Carrier(
                        source: InternetAddress(
                            ipv6High: bytes.uint64(at: start + 8),
                            low: bytes.uint64(at: start + 16)
                        ),
                        destination: InternetAddress(
                            ipv6High: bytes.uint64(at: start + 24),
                            low: bytes.uint64(at: start + 32)
                        ),
                        start: offset,
                        end: payloadLength == 0 ? end : start + 40 + payloadLength
                    )
                )
            case 0, 43, 60, 135, 139, 140:
                guard end - offset >= 8 else { return .malformed }
                next = bytes[offset]
                offset += 8 + Int(bytes[offset + 1]) * 8
            case 51:
                guard end - offset >= 8 else { return .malformed }
                next = bytes[offset]
                offset += 8 + Int(bytes[offset + 1]) * 4
            case 44:
                guard end - offset >= 8 else { return .malformed }
                guard bytes.uint16(at: offset + 2) & 0xFFF9 == 0 else { return .fragment }
                next = bytes[offset]
                offset += 8
            default:
                return .other
            }
        }
    }
}
